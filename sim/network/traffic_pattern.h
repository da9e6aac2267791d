// SPDX-License-Identifier: Apache-2.0
// Who sends to whom under synthetic traffic, and when. The conventions of the patterns are the field's
// (docs/network.md has the table): k nodes per side, node = y * k + x.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "core/types.h"

namespace gantry {

enum class TrafficPattern : std::uint8_t { uniform, transpose, bit_complement, tornado, neighbor, hotspot, trace };

inline constexpr std::uint64_t kMillion = 1000000;

struct TracePacket {
  Cycle cycle = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
};

struct TrafficSpec {
  TrafficPattern pattern = TrafficPattern::uniform;
  bool self = true;                      ///< uniform: a node is among its own destinations
  std::uint32_t hotspot = 0;             ///< node
  std::uint64_t hotspot_millionths = 0;  ///< share of the packets for it alone; the rest is uniform
  std::uint64_t packet_flits = 1;        ///< 1..65536
  std::vector<std::uint64_t> rates;      ///< packets per cycle and node, in millionths, 1..1000000
  std::vector<TracePacket> trace;        ///< in order of cycles per node
};

/// Where packets go.
class Destinations {
 public:
  /// `columns` x `rows` nodes; of a topology that is no grid one row.
  Destinations(const TrafficSpec& spec, std::uint32_t columns, std::uint32_t rows);
  [[nodiscard]] std::uint32_t nodes() const { return columns_ * rows_; }
  [[nodiscard]] std::uint32_t draw(std::uint32_t from, RandomBits& bits) const;
  /// Share of the packets from a node that go to another (or itself).
  [[nodiscard]] double share(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] std::uint32_t fixed(std::uint32_t from) const;

  TrafficPattern pattern_;
  bool self_;
  std::uint32_t hotspot_;
  std::uint64_t hotspot_millionths_;
  std::uint32_t columns_;
  std::uint32_t rows_;
};

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

}  // namespace gantry
