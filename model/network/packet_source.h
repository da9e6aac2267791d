// SPDX-License-Identifier: Apache-2.0
// The packets that nodes create under synthetic traffic, drawn as they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/base/types.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

/// A coin is thrown in every cycle: the cycles from one hit to the next, without throwing it.
class CoinIntervals {
 public:
  /// The chance of a hit per cycle is `hits` / `of`, above 0 and up to 1.
  explicit CoinIntervals(std::uint64_t hits, std::uint64_t of = kMillion);
  /// At least 1.
  [[nodiscard]] Cycle draw(RandomBits& bits) const;

 private:
  std::uint64_t decay_ = 0;  ///< -ln(1 - chance) in units of 2^-kExponentialBits; 0: a hit in every cycle
};

enum class Priority : std::uint8_t { ordinary, urgent };

/// What every node creates of one priority, one packet after the other. Nodes draw from streams of their own, numbered
/// from `first_stream` on.
class PacketSource {
 public:
  /// `rate`: packets per cycle and node of both priorities in millionths, 1..spec.most_rate(); of no account to a
  /// trace. Urgent ones have streams of their own.
  PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t rate, std::uint64_t seed,
               std::uint64_t first_stream = 0, Priority priority = Priority::ordinary);
  /// The node's next packet; false: there is none any more.
  bool next(std::uint32_t node, SyntheticPacket& packet) {
    if (!plain_) return next_of_others(node, packet);
    Node& at = nodes_[node];
    at.last += intervals_.draw(at.bits);
    packet = {at.last, node, pattern_->draw(node, at.bits), flits_};
    return true;
  }

 private:
  struct Streams {
    std::uint64_t seed;
    std::uint64_t first;
  };
  /// `hits`: packets in as many cycles as a node is on in 10^12.
  PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t hits, const Streams& streams);

  struct Node {
    RandomBits bits;
    Cycle last = 0;
  };
  bool next_of_others(std::uint32_t node, SyntheticPacket& packet);
  Cycle next_in_burst(std::uint32_t node, Node& at);
  [[nodiscard]] std::uint64_t draw_flits(RandomBits& bits) const;

  bool plain_;  ///< a pattern, one length, no bursts
  std::uint64_t flits_;
  CoinIntervals intervals_;  ///< of packets, while a node is on
  std::unique_ptr<Pattern> pattern_;
  std::vector<Node> nodes_;

  // Of bursts.
  CoinIntervals on_;
  CoinIntervals off_;
  std::vector<Cycle> on_to_;  ///< per node, the last cycle of its time on

  std::vector<LengthShare> up_to_;                  ///< lengths, with the shares of those before added
  std::vector<std::vector<SyntheticPacket>> left_;  ///< trace: per node, the last one first
};

}  // namespace network
}  // namespace gantry
