// SPDX-License-Identifier: Apache-2.0
// The machine of inference nodes: gateway, nodes and scheduler around an interconnect, wired in the constructor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gantry/kernel/block_stats.h"
#include "gantry/kernel/clocked_machine.h"
#include "gantry/kernel/run_control.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/network_stats.h"
#include "gantry/network/topology.h"
#include "gantry/serving/batch_scheduler.h"
#include "gantry/serving/gateway.h"
#include "gantry/serving/inference_nodes.h"
#include "gantry/serving/serving_catalogue.h"
#include "gantry/serving/serving_stats.h"

namespace gantry {
inline namespace serving {

class ServingMachine final : public ClockedMachine {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `config`, `load` and `sink` must outlive the machine, `catalogue` the constructor. Endpoints are placed on the
  /// nodes of the interconnect in ascending order: gateway, scheduler, inference nodes. Throws Error
  /// for an unknown name or too few nodes.
  ServingMachine(const ServingConfig& config, ServingLoad& load, ServingSink& sink,
                 const ServingCatalogue& catalogue = builtin_serving_catalogue());

  [[nodiscard]] const std::vector<Unit*>& units() const override { return units_; }
  void start(Cycle /*last_cycle*/) override { gateway_.start(); }
  [[nodiscard]] bool finished() const override {
    return gateway_.finished() && scheduler_.idle() && interconnect_.packets_in_flight() == 0;
  }
  void verify() const override;
  /// Checks after a complete run that nothing is left. Throws std::logic_error.
  void verify_empty() const;

  [[nodiscard]] const Gateway& gateway() const { return gateway_; }
  [[nodiscard]] Interconnect& interconnect() { return interconnect_; }
  [[nodiscard]] std::vector<std::string> terminal_names() const { return interconnect_.terminal_names(); }
  void keep_history() { interconnect_.keep_history(); }
  /// Sets the observer of messages that have crossed the interconnect. PacketSubject::task is the number of the
  /// session.
  void listen(PacketSink* packets);

  /// Ends the run: reports unfinished work to the sink and returns the counters. `now`: its last cycle. Call it once.
  [[nodiscard]] ServingStats finish(RunEnd end, Cycle now);

 private:
  const ServingConfig& config_;
  ServingLoad& load_;
  ServingSink& sink_;
  std::unique_ptr<Topology> topology_;
  SessionTable sessions_;
  NodeReports reports_;
  Interconnect interconnect_;
  Gateway gateway_;
  InferenceNodes nodes_;
  BatchScheduler scheduler_;
  std::vector<Unit*> units_;
};

}  // namespace serving
}  // namespace gantry
