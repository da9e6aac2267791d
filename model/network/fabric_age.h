// SPDX-License-Identifier: Apache-2.0
// Arbitration by age: the packet that was created first wins. Among packets of one cycle the lower input VC wins, that
// is the lower input port, then the lower channel. For the routers only.
#pragma once

#include <algorithm>

#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

/// Input VCs, the oldest packet first.
template <std::uint32_t kMost>
struct Fabric::ByAge {
  std::uint32_t vcs[kMost * 64];
  std::uint32_t count = 0;
};

inline bool Fabric::goes_before(const RouterView& r, std::uint32_t vc, std::uint32_t other) const {
  const Cycle created = created_[r.input_vcs[vc].front.packet];
  const Cycle of_other = created_[r.input_vcs[other].front.packet];
  return created != of_other ? created < of_other : vc < other;
}

/// Sorts the input VCs whose bits are set in `vcs`, one word after the other.
template <std::uint32_t kMost>
inline Fabric::ByAge<kMost> Fabric::oldest_first(const RouterView& r, const std::uint64_t* vcs) const {
  ByAge<kMost> all;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = vcs[w]; left != 0; left &= left - 1) {
      all.vcs[all.count++] = w * 64 + lowest_bit(left);
    }
  }
  std::sort(all.vcs, all.vcs + all.count, [&](std::uint32_t a, std::uint32_t b) { return goes_before(r, a, b); });
  return all;
}

}  // namespace network
}  // namespace gantry
