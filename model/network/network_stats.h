// SPDX-License-Identifier: Apache-2.0
// Counters of the interconnect at the end of a run. docs/outputs.md defines each number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/network/network_fault.h"

namespace gantry {
inline namespace network {

/// Latencies in cycles, from the creation of a message to its last flit at the destination. All 0 without messages. p50
/// and p99: the smallest latency that 50 % and 99 % of the messages do not exceed.
struct LatencyStats {
  double mean = 0.0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

struct InterconnectStats {
  std::uint64_t packets = 0;    ///< packets whose last flit has left the last router
  std::uint64_t flits = 0;      ///< flits that have left their last router
  std::uint64_t flit_hops = 0;  ///< flits times routers that they have left
  LatencyStats latency;
  /// Of `flits`, those that the network made: a message to n terminals is n packets, all but one of them copies.
  /// Nothing: no message goes to several terminals.
  std::optional<std::uint64_t> flits_copied;
  std::optional<RerouteStats> reroutes = {};  ///< nothing: no link or router dies
};

/// Counters of background traffic.
struct BackgroundStats {
  std::uint32_t nodes = 0;
  std::uint64_t packets = 0;    ///< arrived
  std::uint64_t flits = 0;      ///< flits of all packets that have arrived
  std::uint64_t in_flight = 0;  ///< packets at the end of the run
  LatencyStats latency;         ///< creation to last flit, including the wait at the node
};

enum class LinkKind : std::uint8_t {
  entry,  ///< terminal to its router
  link,   ///< router to router
  exit,   ///< router to its terminal
  wire,   ///< of a star: terminal to terminal; a message is its flit
};

struct LinkStats {
  LinkKind kind = LinkKind::link;
  std::uint32_t from = 0;         ///< router; of an entry or a wire: terminal
  std::uint32_t to = 0;           ///< router; of an exit or a wire: terminal
  std::uint64_t flits = 0;        ///< flits that have passed the link
  double tiles = 0.0;             ///< length of a link between routers or of a wire, in tiles; 0 for entries and exits
  std::uint32_t flit_cycles = 1;  ///< cycles that a flit occupies the link
  std::uint64_t bytes = 0;        ///< of a wire: bytes of its messages, headers included
  /// Cycles in which a flit occupied the link.
  [[nodiscard]] std::uint64_t busy_cycles() const { return flits * flit_cycles; }
};

struct RouterStats {
  std::uint32_t outputs = 0;         ///< output ports: links and exits
  std::uint64_t flits = 0;           ///< flits that have left its buffers
  std::uint64_t buffered = 0;        ///< flit cycles in its buffers
  std::uint64_t switch_stalls = 0;   ///< flit cycles lost to another flit at the switch
  std::uint64_t channel_stalls = 0;  ///< head cycles lost to another head at VC allocation
  double column = 0.0;               ///< position in a picture, as Topology::spot()
  double row = 0.0;
};

/// Traffic of a run by link and router.
struct InterconnectTraffic {
  std::vector<std::string> terminals;  ///< names by number
  std::vector<LinkStats> links;        ///< entries, links, exits, each in order of the first end
  std::vector<RouterStats> routers;
  /// Length of the intervals of over_time in cycles; 0: no history was kept. The last interval may be shorter.
  std::uint64_t interval = 0;
  std::vector<std::vector<std::uint64_t>> over_time;  ///< [interval][number in `links`]: flits
  /// Pairs of latency and number of packets, in ascending order.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> latencies;
};

}  // namespace network
}  // namespace gantry
