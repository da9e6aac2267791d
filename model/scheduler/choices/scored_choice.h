// SPDX-License-Identifier: Apache-2.0
// The lowest-numbered candidate with the least score: what every processor choice but first_free does.
#pragma once

#include "gantry/base/bits.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

template <class Score>
ProcessorId least(const ProcessorSet& candidates, Score score) {
  ProcessorId best = kNone;
  std::uint64_t least_score = 0;
  for_each_bit(candidates, [&](ProcessorId p) {
    const std::uint64_t s = score(p);
    if (best == kNone || s < least_score) {
      best = p;
      least_score = s;
    }
  });
  return best;
}

}  // namespace scheduler
}  // namespace gantry
