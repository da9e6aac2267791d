// SPDX-License-Identifier: Apache-2.0
// Mean latency of packets that are alone in the network, over all pairs of source and destination.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/base/quotient.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/routing.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {

/// A packet length and its share. All shares sum to 1.
struct PacketLength {
  std::uint64_t flits = 1;
  std::uint64_t trillionths = kTrillion;  ///< share of the packets
};
using PacketLengths = std::vector<PacketLength>;

/// The lengths of packets that nodes create, urgent ones included.
[[nodiscard]] PacketLengths lengths_of(const TrafficSpec& traffic);

/// Mean over flows, in cycles from creation to the last flit. Add all flows, those of one destination router at a time,
/// before the first query.
class AloneLatency {
 public:
  AloneLatency(const InterconnectConfig& config, const Routing& routing, PacketLengths lengths);

  /// Adds the traffic from each router to the router `end`, in any unit.
  void add(const std::vector<Uint128>& flow, std::uint32_t end);
  /// Returns the exact mean for packets over `hops` links on average. Nothing: links differ and the route of a packet
  /// decides its latency, or there is too much to compute.
  [[nodiscard]] std::optional<Precise> mean(Precise hops) const;
  /// The same, or else an upper bound as if all links were as slow as the slowest.
  [[nodiscard]] double about(Precise hops) const;

 private:
  /// Whether a packet's route is known when it is created.
  [[nodiscard]] bool is_told() const;
  void add_paths(std::uint32_t order, const std::vector<Uint128>& flow, std::uint32_t end);

  const InterconnectConfig& config_;
  const Routing& routing_;
  PacketLengths lengths_;
  bool even_ = true;  ///< all links are alike
  LinkTimes slowest_;
  std::uint64_t flits_ = 0;  ///< flits of the packet of each length
  std::uint64_t steps_ = 0;  ///< steps of flits through buffers, computed so far
  Precise packets_ = 0;
  Precise cycles_ = 0;
};

}  // namespace gantry
