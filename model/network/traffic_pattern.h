// SPDX-License-Identifier: Apache-2.0
// Who sends to whom under synthetic traffic. The conventions of the patterns are the field's
// (docs/network.md has the table): k nodes per side, node = y * k + x.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/random.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace network {

enum class TrafficPattern : std::uint8_t { uniform, transpose, bit_complement, tornado, neighbor, hotspot, trace };

inline constexpr std::uint64_t kMillion = 1000000;

struct SyntheticPacket {
  Cycle cycle = 0;  ///< of its creation
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
  std::vector<SyntheticPacket> trace;    ///< of the pattern trace: in order of cycles per node, from 1
};

inline constexpr std::uint64_t kMostPacketFlits = 65536;

/// The keys of `traffic` and `background` (gantry/base/keys.h).
struct TrafficKeys {
  TrafficSpec& spec;
  std::uint64_t least_flits = 1;  ///< of a packet: its header
};
void describe(KeyVisitor& keys, TrafficKeys& traffic);

/// How a pattern sees the nodes of an interconnect.
struct NodeGrid {
  std::uint32_t columns = 0;  ///< of a topology that is no grid: all nodes
  std::uint32_t rows = 1;
  [[nodiscard]] std::uint32_t nodes() const { return columns * rows; }
};

/// Where packets go; of any pattern but trace.
class Destinations {
 public:
  Destinations(const TrafficSpec& spec, const NodeGrid& grid);
  [[nodiscard]] std::uint32_t nodes() const { return grid_.nodes(); }
  [[nodiscard]] std::uint32_t draw(std::uint32_t from, RandomBits& bits) const;
  /// Share of the packets from a node that go to another (or itself).
  [[nodiscard]] double share(std::uint32_t from, std::uint32_t to) const;

 private:
  [[nodiscard]] std::uint32_t fixed(std::uint32_t from) const;

  TrafficPattern pattern_;
  bool self_;
  std::uint32_t hotspot_;
  std::uint64_t hotspot_millionths_;
  NodeGrid grid_;
};

}  // namespace network
}  // namespace gantry
