// SPDX-License-Identifier: Apache-2.0
// The scheduler of batch serving. It keeps the reports of the nodes. After every arrival and every completion the
// selection policy decides which nodes run next.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/serving/node_report.h"
#include "gantry/serving/selection.h"
#include "gantry/serving/serving_config.h"
#include "gantry/serving/serving_records.h"

namespace gantry {
inline namespace serving {

class BatchScheduler final : public Unit, public Receiver {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Throws Error for an unknown policy.
  BatchScheduler(const ServingConfig& config, NodeReports& reports, ServingSink& sink,
                 const SelectionCatalogue& selections);

  void connect(SendPort port, std::vector<TerminalId> nodes) {
    port_ = port;
    nodes_ = std::move(nodes);
  }
  void receive(const Message& message, Cycle visible) override;

  /// Whether no node is busy, and no report is at the scheduler that it has not seen. Reports in the interconnect are
  /// not considered.
  [[nodiscard]] bool idle() const { return places_.value() == 0 && inbox_.empty(); }
  [[nodiscard]] const std::vector<NodeState>& nodes() const { return states_; }
  /// Number of decisions, those that start no node included.
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }
  /// Returns the cycles in [0, end) in which the node held its slot, from a decision until the scheduler saw that it
  /// had no batch left. At most one such time may begin after `end`.
  [[nodiscard]] Cycle held_cycles(NodeId node, Cycle end) const;
  /// Largest sum of the compute requirements of the busy nodes.
  [[nodiscard]] Amount most_compute() const { return most_compute_; }
  /// Number of busy nodes.
  [[nodiscard]] const Gauge& places() const { return places_; }

  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Inlet {
    NodeId node = 0;
    NodeReport report;
  };
  struct Start {
    NodeId node = 0;
    Cycle selected = 0;
  };

  void take(const Inlet& news, Cycle now);
  void decide(Cycle now);
  void send_start(const Start& start, Cycle now);

  const ServingConfig& config_;
  NodeReports& reports_;
  ServingSink& sink_;
  std::unique_ptr<SelectionPolicy> policy_;
  SendPort port_;
  std::vector<TerminalId> nodes_;
  Link<Inlet> inbox_;
  Ring<Start> starts_;  ///< decided batches, sent decide_cycles later
  std::vector<NodeState> states_;
  std::vector<std::uint32_t> batches_;  ///< by node: started and not known to have ended
  std::vector<Cycle> held_since_;
  std::vector<Cycle> held_until_;  ///< by node: cycle in which its last slot was released
  std::vector<Cycle> held_;
  Amount compute_ = 0;  ///< sum over the nodes that hold a slot
  Amount most_compute_ = 0;
  std::uint64_t& decisions_;
  std::uint64_t& selected_;
  Gauge& places_;
};

}  // namespace serving
}  // namespace gantry
