// SPDX-License-Identifier: Apache-2.0
// Who goes first by age: the packet that was created first; of several of one cycle the one on the lower lane, that is
// the lower input port, then the lower channel. For the routers alone.
#pragma once

#include <algorithm>

#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

/// Lanes, the one that goes first in front.
template <std::uint32_t kMost>
struct Fabric::ByAge {
  std::uint32_t lanes[kMost * 64];
  std::uint32_t count = 0;
};

inline bool Fabric::goes_before(const Here& r, std::uint32_t lane, std::uint32_t other) const {
  const Cycle created = created_[r.lanes[lane].front.packet];
  const Cycle of_other = created_[r.lanes[other].front.packet];
  return created != of_other ? created < of_other : lane < other;
}

/// The lanes whose bits are set in a router's words.
template <std::uint32_t kMost>
inline Fabric::ByAge<kMost> Fabric::oldest_first(const Here& r, const std::uint64_t* lanes) const {
  ByAge<kMost> all;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = lanes[w]; left != 0; left &= left - 1) {
      all.lanes[all.count++] = w * 64 + lowest_bit(left);
    }
  }
  std::sort(all.lanes, all.lanes + all.count, [&](std::uint32_t a, std::uint32_t b) { return goes_before(r, a, b); });
  return all;
}

}  // namespace network
}  // namespace gantry
