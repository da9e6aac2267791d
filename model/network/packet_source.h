// SPDX-License-Identifier: Apache-2.0
// The packets that nodes create under synthetic traffic, drawn as they are asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/base/types.h"
#include "gantry/network/traffic_pattern.h"

namespace gantry {
inline namespace network {

/// A coin is thrown in every cycle: the cycles from one packet to the next, without throwing it.
class CoinIntervals {
 public:
  /// `millionths`: chance of a packet per cycle, 1..1000000.
  explicit CoinIntervals(std::uint64_t millionths);
  /// At least 1.
  [[nodiscard]] Cycle draw(RandomBits& bits) const;

 private:
  std::uint64_t decay_ = 0;  ///< -ln(1 - chance) in units of 2^-kExponentialBits; 0: a packet in every cycle
};

/// What every node creates, one packet after the other. Nodes draw from streams of their own, numbered from
/// `first_stream` on.
class PacketSource {
 public:
  /// `rate`: packets per cycle and node in millionths, 1..1000000; of no account to a trace.
  PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t rate, std::uint64_t seed,
               std::uint64_t first_stream = 0);
  /// The node's next packet; false: there is none any more.
  bool next(std::uint32_t node, SyntheticPacket& packet);

 private:
  struct Node {
    RandomBits bits;
    Cycle last = 0;
  };
  bool next_of_trace(std::uint32_t node, SyntheticPacket& packet);

  std::uint64_t flits_;
  CoinIntervals intervals_;
  Destinations destinations_;
  std::vector<Node> nodes_;
  std::vector<std::vector<SyntheticPacket>> left_;  ///< trace: per node, the last one first
};

}  // namespace network
}  // namespace gantry
