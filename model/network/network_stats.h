// SPDX-License-Identifier: Apache-2.0
// What the interconnect counted, as plain data: docs/outputs.md says what each number means.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gantry {
inline namespace network {

struct LatencyStats {  ///< cycles from creation of a message to its last flit at the destination
  double mean = 0.0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

struct InterconnectStats {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  std::uint64_t flit_hops = 0;  ///< router traversals
  LatencyStats latency;
};

/// Of traffic that shares the interconnect with the machine.
struct BackgroundStats {
  std::uint32_t nodes = 0;
  std::uint64_t packets = 0;    ///< that arrived
  std::uint64_t flits = 0;      ///< of those
  std::uint64_t in_flight = 0;  ///< packets, at the end
  LatencyStats latency;         ///< creation to last flit, waiting at the node included
};

enum class LinkKind : std::uint8_t {
  entry,  ///< from a terminal into its router
  link,   ///< from router to router
  exit,   ///< from a router to a terminal of its own
};

struct LinkStats {
  LinkKind kind = LinkKind::link;
  std::uint32_t from = 0;  ///< number of the router, or of the terminal
  std::uint32_t to = 0;
  std::uint64_t flits = 0;        ///< sent
  double tiles = 0.0;             ///< of a link between routers: its length
  std::uint32_t flit_cycles = 1;  ///< from one flit to the next at least
  /// Cycles in which flits set out.
  [[nodiscard]] std::uint64_t busy_cycles() const { return flits * flit_cycles; }
};

struct RouterStats {
  std::uint32_t outputs = 0;         ///< links and exits
  std::uint64_t flits = 0;           ///< that have left
  std::uint64_t buffered = 0;        ///< flit cycles in its buffers
  std::uint64_t switch_stalls = 0;   ///< flit cycles in which another flit won the switch
  std::uint64_t channel_stalls = 0;  ///< the same of heads and virtual channels
  double column = 0.0;               ///< where a picture puts it
  double row = 0.0;
};

/// Where the traffic of a run went.
struct InterconnectTraffic {
  std::vector<std::string> terminals;  ///< names
  std::vector<LinkStats> links;        ///< entries, links, exits, in order of their first ends
  std::vector<RouterStats> routers;
  /// If it was kept: cycles of a stretch of time (0: it was not), and per stretch the flits of each of `links`. The
  /// last stretch may be a shorter one.
  std::uint64_t stretch = 0;
  std::vector<std::vector<std::uint64_t>> over_time;
  /// Latency and packets that had it, in ascending order.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> latencies;
};

}  // namespace network
}  // namespace gantry
