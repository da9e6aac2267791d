// SPDX-License-Identifier: Apache-2.0
// The lowest-numbered candidate with the least score: the rule of every processor choice but first_free.
#pragma once

#include "gantry/base/bits.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

/// `score(p)`: an unsigned number of processor p; it is called for every candidate until one has 0. Returns kNone if
/// there is no candidate.
template <class Score>
ProcessorId least(const ProcessorSet& candidates, Score score) {
  ProcessorId best = kNone;
  std::uint64_t least_score = 0;
  for (std::size_t w = 0; w < candidates.size(); ++w) {
    for (std::uint64_t word = candidates[w]; word != 0; word &= word - 1) {
      const auto p = static_cast<ProcessorId>(w * 64 + lowest_bit(word));
      const std::uint64_t s = score(p);
      if (s == 0) return p;  // a minimum, and the lowest number so far
      if (best == kNone || s < least_score) {
        best = p;
        least_score = s;
      }
    }
  }
  return best;
}

}  // namespace scheduler
}  // namespace gantry
