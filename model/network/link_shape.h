// SPDX-License-Identifier: Apache-2.0
// Links that are longer or narrower than the others (docs/timing.md).
#pragma once

#include <cstdint>
#include <vector>

namespace gantry {
inline namespace network {

struct InterconnectConfig;
class Topology;

inline constexpr std::uint32_t kMostFlitBytes = 4096;     ///< InterconnectConfig::flit_bytes
inline constexpr std::uint32_t kMostOwnLinkCycles = 256;  ///< LinkShape::cycles
inline constexpr std::uint32_t kMostFlitCycles = 64;      ///< most cycles of a flit on a narrow link

/// Latency and width of a link. 0 means `link_cycles` or `flit_bytes` of the configuration.
struct LinkShape {
  std::uint32_t cycles = 0;  ///< switch traversal to arrival behind the link, 1..kMostOwnLinkCycles; 0: link_cycles
  std::uint32_t bytes = 0;   ///< bytes per cycle, 1..flit_bytes; 0: flit_bytes
};

/// The shape of the link between two routers, in both directions.
struct OwnLink {
  std::uint32_t lower = 0;  ///< number of a router, below `higher`
  std::uint32_t higher = 0;
  LinkShape shape;
};
/// Sorted by `lower`, then `higher`.
using OwnLinks = std::vector<OwnLink>;

/// Timing of a link.
struct LinkTimes {
  std::uint32_t cycles = 1;       ///< switch traversal to arrival of a flit's first bytes
  std::uint32_t flit_cycles = 1;  ///< cycles that a flit occupies the link, 1..kMostFlitCycles
  /// Cycles from switch traversal to arrival of a complete flit.
  [[nodiscard]] std::uint32_t whole_flit() const { return cycles + flit_cycles - 1; }
};

/// Returns the timing of a router's link: `links` of the configuration wins over the topology, then the common values.
[[nodiscard]] LinkTimes link_times(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                                   std::uint32_t port);
/// Returns the width of a router's link in bytes per cycle.
[[nodiscard]] std::uint32_t link_bytes(const InterconnectConfig& config, const Topology& topology, std::uint32_t router,
                                       std::uint32_t port);
/// Returns whether the topology has this link.
[[nodiscard]] bool is_link_of(const Topology& topology, const OwnLink& link);
/// Returns the link between routers `a` and `b`; nullptr: not in the list.
[[nodiscard]] const OwnLink* find_link(const OwnLinks& links, std::uint32_t a, std::uint32_t b);

}  // namespace network
}  // namespace gantry
