// SPDX-License-Identifier: Apache-2.0
// A link that is longer or narrower than the others (docs/timing.md).
#pragma once

#include <cstdint>
#include <vector>

namespace gantry {
inline namespace network {

struct InterconnectConfig;
class Topology;

inline constexpr std::uint32_t kMostFlitBytes = 4096;
inline constexpr std::uint32_t kMostOwnLinkCycles = 256;
inline constexpr std::uint32_t kMostFlitCycles = 64;  ///< a flit takes no longer to pass a narrow link

/// What is 0 is as `link_cycles` and `flit_bytes` have it.
struct LinkShape {
  std::uint32_t cycles = 0;  ///< switch traversal to arrival behind the link, 1..kMostOwnLinkCycles
  std::uint32_t bytes = 0;   ///< that it carries per cycle, at most `flit_bytes`
};

/// The shape of the link between two routers, both ways.
struct OwnLink {
  std::uint32_t lower = 0;  ///< number of the router
  std::uint32_t higher = 0;
  LinkShape shape;
};
/// In order of the routers' numbers.
using OwnLinks = std::vector<OwnLink>;

/// A link in cycles.
struct LinkTimes {
  std::uint32_t cycles = 1;       ///< switch traversal to arrival of a flit's first bytes
  std::uint32_t flit_cycles = 1;  ///< in which no other flit can set out over it
  /// Switch traversal to arrival of a whole flit.
  [[nodiscard]] std::uint32_t whole_flit() const { return cycles + flit_cycles - 1; }
};

/// Of a router's port: as `links` of the configuration has it, else the topology, else as all links are.
[[nodiscard]] LinkTimes link_times(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                                   std::uint32_t port);
/// The same, per cycle.
[[nodiscard]] std::uint32_t link_bytes(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                                       std::uint32_t port);
/// Whether it is a link of the topology.
[[nodiscard]] bool is_link_of(const Topology& topology, const OwnLink& link);
/// The one between two routers, if there is one.
[[nodiscard]] const OwnLink* find_link(const OwnLinks& links, std::uint32_t a, std::uint32_t b);

}  // namespace network
}  // namespace gantry
