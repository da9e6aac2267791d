// SPDX-License-Identifier: Apache-2.0
// The latency of a packet that is alone, from the numbers of the interconnect (docs/timing.md).
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/link_shape.h"

namespace gantry {
inline namespace network {

/// The way of a lone packet.
class LonePath {
 public:
  /// From a terminal to another one at the same router.
  explicit LonePath(const InterconnectConfig& config);
  /// Over one more link, to one more router.
  void add(const LinkTimes& link);

  /// Handed over to the first flit at the destination. Long packets or shallow buffers do not change it: before its
  /// first flit all places are free.
  [[nodiscard]] Cycle first_flit() const { return first_flit_; }
  /// How long after its first flit the last one of `flits` follows: held up by narrow links, and where a place takes
  /// longer to come back than the others take to fill.
  [[nodiscard]] Cycle last_flit_after(std::uint64_t flits) const;

 private:
  const InterconnectConfig* config_;
  std::vector<LinkTimes> links_;
  bool even_ = true;  ///< all links are like most
  Cycle first_flit_ = 0;
};

/// What a link adds to the latency of a first flit.
[[nodiscard]] Cycle link_head_cycles(const InterconnectConfig& config, const LinkTimes& link);

/// As LonePath, over `hops` links like most.
[[nodiscard]] Cycle first_flit_cycles(const InterconnectConfig& config, std::uint32_t hops);
[[nodiscard]] Cycle last_flit_after(const InterconnectConfig& config, std::uint64_t flits);

/// A flit that came over the link is granted in the router behind it, to its place there being usable by the router
/// before it.
[[nodiscard]] Cycle place_cycles(const InterconnectConfig& config, const LinkTimes& link);

}  // namespace network
}  // namespace gantry
