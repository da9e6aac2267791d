// SPDX-License-Identifier: Apache-2.0
// When a message whose data are still being read can be handed to the interconnect. From there its flits follow each
// other cycle by cycle, so that a virtual channel is never held while there is nothing to move; what a flit carries has
// to be there before it leaves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gantry/base/types.h"

namespace gantry {
inline namespace platform {

class CutThrough {
 public:
  CutThrough(std::uint64_t flit_bytes, std::uint64_t header_bytes, std::uint64_t bytes_per_cycle)
      : flit_bytes_(flit_bytes), header_bytes_(header_bytes), bytes_per_cycle_(bytes_per_cycle) {}

  /// `bytes` begin to move in cycle `begins`, so many a cycle, and are all there in `done`. A message handed over in
  /// cycle n has its k-th flit sent in n + k at the earliest: the first n in which none of them comes too early.
  [[nodiscard]] Cycle departure(Cycle begins, Cycle done, std::uint64_t bytes) const {
    const std::uint64_t flits = std::max<std::uint64_t>(1, ceil_div(header_bytes_ + bytes, flit_bytes_));
    Cycle latest = begins;
    // Flits wait the longer the later they come if the link is the faster one, and the less if it is not; the last one
    // may be short.
    for (const std::uint64_t flit : {std::uint64_t{1}, flits - 1, flits}) {
      if (flit == 0) continue;
      const std::uint64_t end = flit * flit_bytes_;
      const std::uint64_t carried = end <= header_bytes_ ? 0 : std::min(end - header_bytes_, bytes);
      const Cycle there = std::min(done, begins + ceil_div(carried, bytes_per_cycle_));
      latest = std::max(latest, there - std::min(there, flit - 1));
    }
    return latest;
  }

 private:
  std::uint64_t flit_bytes_;
  std::uint64_t header_bytes_;
  std::uint64_t bytes_per_cycle_;
};

}  // namespace platform
}  // namespace gantry
