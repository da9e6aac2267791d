// SPDX-License-Identifier: Apache-2.0
// A network with synthetic traffic at its nodes, driven cycle by cycle. It measures nothing.
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
  /// `rate`: packets per cycle and node, in millionths; unused for a trace. `run`: number of the run, for independent
  /// random traffic.
  explicit NetworkBench(const NetworkExperiment& experiment, std::uint64_t rate = kMillion, std::uint32_t run = 0);

  /// Objects in `watch` must outlive the bench.
  void set_watch(const LoadWatch& watch);

  // Interface of a machine for reports (ReportSet::listen).
  [[nodiscard]] std::array<Unit*, 2> units() { return {&net_, &traffic_}; }
  [[nodiscard]] Interconnect& interconnect() { return net_; }
  void listen(PacketSink* packets) { net_.listen(packets); }
  [[nodiscard]] std::vector<std::string> terminal_names() const { return net_.terminal_names(); }
  void keep_history() { net_.keep_history(); }

  /// Sets the observer of packets on arrival, without the cost of a record.
  void on_arrival(std::function<void(const Delivery&)> arrived) { traffic_.arrived = std::move(arrived); }
  /// Sets the observer of the creation cycle of every packet that a node sends, and whether it is a reply.
  void on_hand_over(std::function<void(Cycle created, bool follows)> handed_over) {
    traffic_.handed_over = std::move(handed_over);
  }

  /// Runs the cycles before `end`. If the watch ends the run, nothing runs any more.
  void run_to(Cycle end);
  [[nodiscard]] bool stopped() const { return stopped_; }

  [[nodiscard]] Cycle now() const { return now_; }
  /// The next cycle with an event; kNever: none.
  [[nodiscard]] Cycle due() const { return std::min(net_.due(), traffic_.due()); }
  [[nodiscard]] const Interconnect& net() const { return net_; }
  [[nodiscard]] std::uint32_t nodes() const { return traffic_.nodes(); }
  /// Flits that each node has sent so far.
  [[nodiscard]] std::vector<std::uint64_t> sent_flits() const;
  /// Creation cycle of the oldest packet that has not left its node completely, which may be in the future; kNever:
  /// none.
  [[nodiscard]] Cycle oldest_unsent(std::uint32_t node) const { return traffic_.oldest_unsent(node); }

 private:
  static constexpr std::uint32_t kAskEvery = 64;  ///< cycles with events between two calls of the watch

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
