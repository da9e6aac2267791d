// SPDX-License-Identifier: Apache-2.0
// The machine of inference nodes: gateway, nodes and scheduler around an interconnect. The constructor is the drawing.
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

namespace gantry {
inline namespace serving {

/// What a run counted, as plain data.
struct ServingStats {
  struct Node {
    InferenceNodeStats served;
    Cycle held_cycles = 0;  ///< from the decision until the scheduler saw the batch's end
  };

  RunEnd end = RunEnd::complete;
  Cycle cycles = 0;  ///< the last session completed, or the cycle in which the run was given up
  std::uint64_t sessions_arrived = 0;
  std::uint64_t sessions_completed = 0;
  std::uint64_t sessions_unfinished = 0;  ///< of all that the load has
  std::vector<Node> nodes;
  std::uint64_t decisions = 0;
  std::uint64_t most_places = 0;
  Amount most_compute = 0;
  std::vector<BlockStats> blocks;
  InterconnectStats interconnect;
  std::vector<std::string> diagnosis;  ///< empty when complete
};

class ServingMachine final : public ClockedMachine {
 public:
  /// `config`, `load` and `sink` outlive the machine, `catalogue` the constructor. Endpoints take the interconnect's
  /// nodes in ascending order: gateway, scheduler, inference nodes. Throws std::invalid_argument for an unknown name or
  /// too few places.
  ServingMachine(const ServingConfig& config, ServingLoad& load, ServingSink& sink,
                 const ServingCatalogue& catalogue = builtin_serving_catalogue());

  [[nodiscard]] const std::vector<Unit*>& units() const override { return units_; }
  void start(Cycle /*last_cycle*/) override { gateway_.start(); }
  [[nodiscard]] bool finished() const override {
    return gateway_.finished() && scheduler_.idle() && interconnect_.packets_in_flight() == 0;
  }
  void verify() const override;
  /// After a complete run: nothing may be left over. Throws std::logic_error.
  void verify_empty() const;

  [[nodiscard]] const Gateway& gateway() const { return gateway_; }
  [[nodiscard]] Interconnect& interconnect() { return interconnect_; }
  /// `packets` hears of every message that has crossed the interconnect, and of its session.
  void listen(PacketSink* packets);

  /// Closes the books: hands what is unfinished to the sink and answers what was counted.
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
