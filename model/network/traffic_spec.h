// SPDX-License-Identifier: Apache-2.0
// Configuration of synthetic traffic: pattern, rate, packet lengths and timing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/quotient.h"
#include "gantry/base/types.h"
#include "gantry/network/collective.h"
#include "gantry/network/pattern.h"
#include "gantry/network/trace.h"

namespace gantry {
inline namespace network {

struct SyntheticPacket {
  Cycle cycle = 0;  ///< cycle of its creation
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
};

/// A packet length and its share.
struct LengthShare {
  std::uint64_t flits = 0;       ///< 1..kMostPacketFlits
  std::uint64_t millionths = 0;  ///< share of all packets, in millionths
};

/// Bursts: a node is alternately on and off, and creates ordinary packets only while it is on. Both periods are
/// geometrically distributed, with at least 1 cycle. The mean rate stays TrafficSpec::rates, because a node that is
/// on creates packets at rate / share.
struct Bursts {
  std::uint64_t cycles = 0;  ///< mean length of an on period, 1..kMostBurstCycles; 0: always on
  /// Share of cycles in which a node is on, in millionths: from 1 to 1000000 x cycles / (cycles + 1). So the mean off
  /// period has at least 1 cycle.
  std::uint64_t share = 0;

  [[nodiscard]] bool any() const { return cycles != 0; }
  /// Mean cycles from the beginning of an on period to that of the next.
  [[nodiscard]] double period() const { return static_cast<double>(cycles) * kMillion / static_cast<double>(share); }
};

/// Replies of destinations.
struct Reply {
  std::uint64_t flits = 0;   ///< length of a reply; 0: no replies
  std::uint64_t cycles = 0;  ///< arrival of a request to the creation of its reply, 1..kMostReplyCycles

  [[nodiscard]] bool any() const { return flits != 0; }
};

/// Urgent packets. They go before others, on virtual channels of their own, and ignore bursts.
struct Urgent {
  std::uint64_t share = 0;  ///< share of the packets that nodes create, in millionths, 1..999999; 0: none
  std::uint64_t flits = 0;  ///< 1..kMostPacketFlits

  [[nodiscard]] bool any() const { return share != 0; }
};

inline constexpr std::uint64_t kMostPacketFlits = 65536;
inline constexpr std::uint64_t kMostBurstCycles = 1000000;
inline constexpr std::uint64_t kMostReplyCycles = 1000000;
inline constexpr std::uint64_t kMostBatch = 1000000;
inline constexpr std::uint64_t kMostOutstanding = 65536;

/// Name of the pattern with explicit packets.
inline constexpr const char* kTracePattern = "trace";

/// Name of the pattern whose nodes have rates of their own.
inline constexpr const char* kTablePattern = "table";

/// Whether the packets of a pattern are explicit, so that it has no rate.
inline bool is_explicit(std::string_view pattern) { return pattern == kTracePattern || pattern == kCollectivePattern; }

struct TrafficSpec {
  std::string pattern = "uniform";   ///< a name of builtin_patterns()
  PatternValues own;                 ///< values of the pattern's own keys
  std::uint64_t packet_flits = 1;    ///< 1..kMostPacketFlits; ignored if there are `lengths`
  std::vector<LengthShare> lengths;  ///< of ordinary packets; their millionths sum to 10^6; empty: `packet_flits`
  Bursts bursts;                     ///< every rate is at most their share
  Urgent urgent;
  Reply reply;
  std::uint64_t batch = 0;             ///< packets that each node creates of each priority, 1..kMostBatch; 0: no end
  std::uint64_t max_outstanding = 0;   ///< of a node and priority, 1..kMostOutstanding; 0: any number
  std::vector<std::uint64_t> rates;    ///< packets per cycle and node, in millionths, 1..most_rate(); without replies
  std::vector<SyntheticPacket> trace;  ///< pattern trace: per node in order of cycles, from 1
  std::shared_ptr<const Trace> file;   ///< explicit packets with dependences, instead of `trace`
  CollectiveSpec collective;           ///< pattern collective; its packets are those of `file`

  /// Whether its packets are explicit, so that it has no rate.
  [[nodiscard]] bool is_trace() const { return is_explicit(pattern); }
  /// Whether a run ends by itself, with its last packet.
  [[nodiscard]] bool ends() const { return is_trace() || batch != 0; }
  /// Returns the exact mean length of all packets that nodes create, urgent ones included, in flits times 10^12.
  [[nodiscard]] std::uint64_t mean_flits_trillionths() const;
  /// Returns the exact mean flits of a packet and its reply, times 10^12.
  [[nodiscard]] std::uint64_t trillionths_with_reply() const {
    return mean_flits_trillionths() + reply.flits * kTrillion;
  }
  /// Returns the mean flits of a packet and its reply.
  [[nodiscard]] double flits_with_reply() const { return quotient(trillionths_with_reply(), kTrillion); }
  /// Returns the load at a rate in millionths, in flits per cycle and node, replies included.
  [[nodiscard]] double load(std::uint64_t rate) const {
    return quotient(Uint128{rate} * trillionths_with_reply(), Uint128{kMillion} * kTrillion);
  }
  /// Returns the highest possible rate, in millionths: with bursts their share.
  [[nodiscard]] std::uint64_t most_rate() const { return bursts.any() ? bursts.share : kMillion; }
};

/// The keys of the sections `traffic` and `background` (gantry/base/keys.h).
struct TrafficKeys {
  TrafficSpec& spec;
  std::uint64_t least_flits = 1;  ///< shortest packet: the header
};
void describe(KeyVisitor& keys, TrafficKeys& traffic);

}  // namespace network
}  // namespace gantry
