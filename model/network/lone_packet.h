// SPDX-License-Identifier: Apache-2.0
// Latency of a packet in an empty interconnect, in closed form (docs/timing.md).
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/link_shape.h"

namespace gantry {
inline namespace network {

/// The route of a lone packet. Starts between two terminals of one router; add() appends links.
class LonePath {
 public:
  /// `config` must outlive the path.
  explicit LonePath(const InterconnectConfig& config);
  /// Appends a link and the router behind it. `link`: its timing, from link_times().
  void add(const LinkTimes& link);

  /// Returns the cycles from creation to the arrival of the first flit at the destination terminal. It does not depend
  /// on length or buffers, because all buffers are empty before the first flit.
  [[nodiscard]] Cycle first_flit() const { return first_flit_; }
  /// Returns the cycles from the first flit's arrival to that of the last of `flits`, at least 1 flit. Narrow links
  /// delay it, and credits that return more slowly than a buffer fills. Without links of their own shape the cost is
  /// constant, else time and memory grow with flits x links.
  [[nodiscard]] Cycle last_flit_after(std::uint64_t flits) const;

 private:
  const InterconnectConfig* config_;
  std::vector<LinkTimes> links_;
  bool uniform_ = true;  ///< all links have the common timing
  Cycle first_flit_ = 0;
};

/// Returns the cycles that a link adds to the latency of a first flit.
[[nodiscard]] Cycle link_head_cycles(const InterconnectConfig& config, const LinkTimes& link);

/// As LonePath::first_flit() and last_flit_after(), over `hops` links of the common timing.
[[nodiscard]] Cycle first_flit_cycles(const InterconnectConfig& config, std::uint32_t hops);
[[nodiscard]] Cycle last_flit_after(const InterconnectConfig& config, std::uint64_t flits);

/// Returns the cycles from the grant of a flit that came over the link to its credit being usable by the previous
/// router.
[[nodiscard]] Cycle credit_return_cycles(const InterconnectConfig& config, const LinkTimes& link);

}  // namespace network
}  // namespace gantry
