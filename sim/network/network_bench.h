// SPDX-License-Identifier: Apache-2.0
// A network with synthetic traffic at its nodes, driven cycle by cycle. Nothing is measured here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gantry/network/interconnect.h"
#include "gantry/network/packet_source.h"
#include "gantry/network/synthetic_traffic.h"
#include "gantry/network/topology.h"
#include "network/load_watch.h"
#include "network/network_experiment.h"

namespace gantry {

class NetworkBench {
 public:
  /// `rate`: packets per cycle and node, in millionths; of no account to a trace. `run`: of those whose traffic is
  /// independent of each other's.
  explicit NetworkBench(const NetworkExperiment& experiment, std::uint64_t rate = kMillion, std::uint32_t run = 0);

  /// What `watch` names has to outlive the bench.
  void set_watch(const LoadWatch& watch);

  // Of a machine that reports observe (ReportSet::listen).
  [[nodiscard]] std::array<Unit*, 2> units() { return {&net_, &traffic_}; }
  [[nodiscard]] Interconnect& interconnect() { return net_; }
  void listen(PacketSink* packets) { net_.listen(packets); }

  /// Hears of every packet that arrives, without what a record costs.
  void on_arrival(std::function<void(const Delivery&)> arrived) { traffic_.arrived = std::move(arrived); }
  /// Hears of the creation cycle of every packet that a node hands over, and whether it is a reply.
  void on_hand_over(std::function<void(Cycle created, bool follows)> handed_over) {
    traffic_.handed_over = std::move(handed_over);
  }

  /// Up to, not including, cycle `end`, unless the watch ends it: then nothing runs any more.
  void run_to(Cycle end);
  [[nodiscard]] bool stopped() const { return stopped_; }

  [[nodiscard]] Cycle now() const { return now_; }
  /// The next cycle in which something happens; kNever: nothing will.
  [[nodiscard]] Cycle due() const { return std::min(net_.due(), traffic_.due()); }
  [[nodiscard]] const Interconnect& net() const { return net_; }
  [[nodiscard]] std::uint32_t nodes() const { return traffic_.nodes(); }
  /// Flits that each node has sent so far.
  [[nodiscard]] std::vector<std::uint64_t> sent_flits() const;
  /// Creation cycle of the oldest packet that a node has not sent to its last flit, which may be to come; kNever: none.
  [[nodiscard]] Cycle oldest_unsent(std::uint32_t node) const { return traffic_.oldest_unsent(node); }

 private:
  static constexpr std::uint32_t kAskEvery = 64;  ///< cycles in which something happens

  struct IdleWaker final : Waker {
    void schedule(Cycle /*at*/) override {}
  };

  IdleWaker waker_;
  std::unique_ptr<Topology> topology_;
  Interconnect net_;
  PacketSource source_;
  std::optional<PacketSource> urgent_;
  SyntheticTraffic traffic_;
  std::function<bool(Cycle)> goes_on_;
  std::uint32_t until_asked_ = kAskEvery;
  bool stopped_ = false;
  Cycle now_ = 0;
};

}  // namespace gantry
