// SPDX-License-Identifier: Apache-2.0
// Packets of synthetic traffic, drawn on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/base/types.h"
#include "gantry/network/traffic_spec.h"

namespace gantry {
inline namespace network {

/// Geometrically distributed intervals: the cycles between hits of a coin that is thrown once per cycle.
class CoinIntervals {
 public:
  /// The probability of a hit per cycle is `hits` / `of`, above 0 and up to 1.
  explicit CoinIntervals(std::uint64_t hits, std::uint64_t of = kMillion);
  /// Returns the cycles to the next hit, at least 1.
  [[nodiscard]] Cycle draw(RandomBits& bits) const;

 private:
  std::uint64_t decay_ = 0;  ///< -ln(1 - probability) in units of 2^-kExponentialBits; 0: a hit in every cycle
};

enum class Priority : std::uint8_t { ordinary, urgent };

/// Source of all packets of one priority. Each node has a random stream of its own, numbered from `first_stream`.
class PacketSource {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `rate`: packets per cycle and node of both priorities, in millionths, 1..spec.most_rate(); ignored for a trace.
  /// The streams of urgent packets begin 2^24 further on. Precondition: at most 2^24 nodes.
  PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t rate, std::uint64_t seed,
               std::uint64_t first_stream = 0, Priority priority = Priority::ordinary);
  /// Draws the next packet of a node, in ascending order of cycles. False: there is none, since a trace or a batch has
  /// ended, or the node has the rate 0.
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
  /// `hits`: packets in 10^12 cycles in which a node is on.
  PacketSource(const TrafficSpec& spec, const NodeGrid& grid, std::uint64_t hits, const Streams& streams);

  struct Node {
    RandomBits bits;
    Cycle last = 0;
    std::uint64_t left = 0;  ///< of a batch
  };
  void set_own_rates(std::uint64_t hits, std::uint64_t of, std::uint32_t nodes);
  bool next_of_others(std::uint32_t node, SyntheticPacket& packet);
  Cycle next_in_burst(std::uint32_t node, Node& at, const CoinIntervals& intervals);
  [[nodiscard]] std::uint64_t draw_flits(RandomBits& bits) const;

  bool plain_;  ///< one pattern, one rate, one length, no bursts, no end
  bool batch_;
  std::uint64_t flits_;
  CoinIntervals intervals_;  ///< between packets, while a node is on
  std::unique_ptr<Pattern> pattern_;
  std::vector<std::optional<CoinIntervals>> own_intervals_;  ///< by node, of nodes with rates of their own; nothing: 0
  std::vector<Node> nodes_;

  // Bursts.
  CoinIntervals on_;
  CoinIntervals off_;
  std::vector<Cycle> on_to_;  ///< by node: the last cycle of its current on period

  std::vector<LengthShare> up_to_;                  ///< lengths with cumulated shares
  std::vector<std::vector<SyntheticPacket>> left_;  ///< trace, by node: packets in reverse order
};

}  // namespace network
}  // namespace gantry
