// SPDX-License-Identifier: Apache-2.0
// Departure of a message whose data are still being read. Its flits follow each other cycle by cycle, so that no
// virtual channel is held while there is nothing to move. The data of a flit must be there before it leaves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gantry/base/speed.h"
#include "gantry/base/types.h"

namespace gantry {
inline namespace platform {

class CutThrough {
 public:
  CutThrough(std::uint64_t flit_bytes, std::uint64_t header_bytes, Speed bytes_per_cycle)
      : flit_bytes_(flit_bytes), header_bytes_(header_bytes), bytes_per_cycle_(bytes_per_cycle) {}

  /// Returns the first cycle in which the message may be handed to the interconnect, `begins` or later. A message
  /// handed over in cycle n sends its k-th flit in n + k at the earliest. `bytes` begin to arrive in cycle `begins` and
  /// are complete in `done`.
  [[nodiscard]] Cycle departure(Cycle begins, Cycle done, std::uint64_t bytes) const {
    const std::uint64_t flits = std::max<std::uint64_t>(1, ceil_div(header_bytes_ + bytes, flit_bytes_));
    Cycle latest = begins;
    // With the faster link the last flits are critical, else the first ones; the last flit may be short.
    for (const std::uint64_t flit : {std::uint64_t{1}, flits - 1, flits}) {
      if (flit == 0) continue;
      const std::uint64_t end = flit * flit_bytes_;
      const std::uint64_t carried = end <= header_bytes_ ? 0 : std::min(end - header_bytes_, bytes);
      const Cycle there = std::min(done, begins + bytes_per_cycle_.time_for(carried));
      latest = std::max(latest, there - std::min(there, flit - 1));
    }
    return latest;
  }

 private:
  std::uint64_t flit_bytes_;
  std::uint64_t header_bytes_;
  Speed bytes_per_cycle_;
};

}  // namespace platform
}  // namespace gantry
