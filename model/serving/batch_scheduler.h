// SPDX-License-Identifier: Apache-2.0
// The scheduler of batch serving: keeps what the nodes report, and after every arrival and every completion lets the
// selection policy decide which nodes run next.
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

namespace gantry {
inline namespace serving {

class BatchScheduler final : public Unit, public Receiver {
 public:
  /// Throws std::invalid_argument for an unknown policy.
  BatchScheduler(const ServingConfig& config, NodeReports& reports, const SelectionCatalogue& selections);

  void connect(SendPort port, std::vector<TerminalId> nodes) {
    port_ = port;
    nodes_ = std::move(nodes);
  }
  void receive(const Message& message, Cycle visible) override;

  /// No node is busy, and nothing is on its way to one.
  [[nodiscard]] bool idle() const { return places_.value() == 0 && inbox_.empty(); }
  [[nodiscard]] const std::vector<NodeState>& nodes() const { return states_; }
  [[nodiscard]] std::uint64_t decisions() const { return decisions_; }
  /// Cycles in [0, end), an end with at most one batch per node behind it, in which the node held its place: from the
  /// decision until its completion was seen.
  [[nodiscard]] Cycle held_cycles(NodeId node, Cycle end) const;
  [[nodiscard]] Amount most_compute() const { return most_compute_; }
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
  std::unique_ptr<SelectionPolicy> policy_;
  SendPort port_;
  std::vector<TerminalId> nodes_;
  Link<Inlet> inbox_;
  Ring<Start> starts_;  ///< decided, to be sent decide_cycles later
  std::vector<NodeState> states_;
  std::vector<Cycle> held_since_;
  std::vector<Cycle> held_until_;  ///< when the last place was given back
  std::vector<Cycle> held_;
  Amount compute_ = 0;  ///< of the busy nodes
  Amount most_compute_ = 0;
  std::uint64_t& decisions_;
  std::uint64_t& selected_;
  Gauge& places_;
};

}  // namespace serving
}  // namespace gantry
