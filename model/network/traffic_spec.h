// SPDX-License-Identifier: Apache-2.0
// What synthetic traffic is asked for: who sends to whom, how much, in packets of which lengths, and when.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/types.h"
#include "gantry/network/pattern.h"
#include "gantry/network/trace.h"

namespace gantry {
inline namespace network {

struct SyntheticPacket {
  Cycle cycle = 0;  ///< of its creation
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
};

/// Packets of one length.
struct LengthShare {
  std::uint64_t flits = 0;       ///< 1..kMostPacketFlits
  std::uint64_t millionths = 0;  ///< of all packets
};

/// Nodes are on and off in turn, for times that have no memory, and create packets while they are on.
struct Bursts {
  std::uint64_t cycles = 0;  ///< mean of the times on, 1..kMostBurstCycles; 0: there are no bursts, a node is always on
  std::uint64_t share = 0;   ///< of the cycles in which a node is on, in millionths, 1..1000000

  [[nodiscard]] bool any() const { return cycles != 0; }
  /// Mean cycles from the beginning of a time on to that of the next one.
  [[nodiscard]] double period() const { return static_cast<double>(cycles) * kMillion / static_cast<double>(share); }
};

/// What a destination answers.
struct Reply {
  std::uint64_t flits = 0;   ///< 0: nothing
  std::uint64_t cycles = 0;  ///< from the arrival of a request to the creation of its reply, 1..kMostReplyCycles

  [[nodiscard]] bool any() const { return flits != 0; }
};

/// Packets that go before others, on channels of their own. They come one by one, whatever bursts there are.
struct Urgent {
  std::uint64_t share = 0;  ///< of the packets that nodes create, in millionths, 1..999999; 0: there are none
  std::uint64_t flits = 0;  ///< 1..kMostPacketFlits

  [[nodiscard]] bool any() const { return share != 0; }
};

inline constexpr std::uint64_t kMostPacketFlits = 65536;
inline constexpr std::uint64_t kMostBurstCycles = 1000000;
inline constexpr std::uint64_t kMostReplyCycles = 1000000;

/// The pattern whose packets are given.
inline constexpr const char* kTracePattern = "trace";

struct TrafficSpec {
  std::string pattern = "uniform";   ///< of builtin_patterns()
  PatternValues own;                 ///< of the pattern's own keys
  std::uint64_t packet_flits = 1;    ///< 1..kMostPacketFlits, unless there are `lengths`
  std::vector<LengthShare> lengths;  ///< shares that sum to 1
  Bursts bursts;                     ///< no rate is above their share
  Urgent urgent;
  Reply reply;
  std::vector<std::uint64_t> rates;    ///< packets per cycle and node, in millionths, 1..1000000; replies not counted
  std::vector<SyntheticPacket> trace;  ///< of the pattern trace: in order of cycles per node, from 1
  std::shared_ptr<const Trace> file;   ///< of the pattern trace: packets that may wait for each other, instead

  [[nodiscard]] bool is_trace() const { return pattern == kTracePattern; }
  /// Exact mean of the flits of a packet that a node creates.
  [[nodiscard]] double mean_flits() const;
  /// Of one that is not urgent.
  [[nodiscard]] double ordinary_flits() const;
  /// Of any, and of its reply.
  [[nodiscard]] double flits_with_reply() const { return mean_flits() + static_cast<double>(reply.flits); }
  /// The highest rate there can be, in millionths.
  [[nodiscard]] std::uint64_t most_rate() const { return bursts.any() ? bursts.share : kMillion; }
};

/// The keys of `traffic` and `background` (gantry/base/keys.h).
struct TrafficKeys {
  TrafficSpec& spec;
  std::uint64_t least_flits = 1;  ///< of a packet: its header
};
void describe(KeyVisitor& keys, TrafficKeys& traffic);

}  // namespace network
}  // namespace gantry
