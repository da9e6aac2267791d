// SPDX-License-Identifier: Apache-2.0
// How long packets take that are alone, on average over who sends to whom.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gantry/network/link_shape.h"
#include "gantry/network/routing.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {

/// Lengths of packets with their shares, which sum to 1.
struct PacketLength {
  std::uint64_t flits = 1;
  double share = 1.0;
};
using PacketLengths = std::vector<PacketLength>;

/// Of the packets that nodes create, urgent ones included.
[[nodiscard]] PacketLengths lengths_of(const TrafficSpec& traffic);

/// Packets of one kind, in cycles from creation to the last flit. All flows are added, those for one router at a time,
/// before anything is asked.
class AloneLatency {
 public:
  AloneLatency(const InterconnectConfig& config, const Routing& routing, PacketLengths lengths);

  /// Adds what enters at every router for the router `end`.
  void add(const std::vector<double>& flow, std::uint32_t end);
  /// Exact, of packets over `hops` links on average. Nothing: links differ, and which of several ways a packet takes
  /// decides how long it takes, or there is too much to work out.
  [[nodiscard]] std::optional<double> mean(double hops) const;
  /// The same, or if it is not known, as if all links were as long as the longest and as narrow as the narrowest.
  [[nodiscard]] double about(double hops) const;

 private:
  /// Whether a packet's way is known before it sets out.
  [[nodiscard]] bool is_told() const;
  void add_paths(std::uint32_t order, const std::vector<double>& flow, std::uint32_t end);

  const InterconnectConfig& config_;
  const Routing& routing_;
  PacketLengths lengths_;
  bool even_ = true;  ///< all links are like most
  LinkTimes slowest_;
  std::uint64_t flits_ = 0;  ///< of a packet of each length
  std::uint64_t steps_ = 0;  ///< of flits through buffers, worked out so far
  double packets_ = 0.0;
  double cycles_ = 0.0;
};

}  // namespace gantry
