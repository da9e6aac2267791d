// SPDX-License-Identifier: Apache-2.0
#include "core/pick_timing.h"

#include <algorithm>

#include "core/bits.h"

namespace gantry {

bool PickTiming::cancel_join(std::uint32_t entry) {
  const auto at = std::find_if(joins_.begin(), joins_.end(), [&](const Join& join) { return join.entry == entry; });
  if (at == joins_.end()) return false;
  joins_.erase(at);
  return true;
}

void PickTiming::finish(Cycle now) {
  if (touched_ != 0 && config_.reweigh_cycles > 0 && picker_.reweighs()) {
    const Cycle cycles = Cycle{config_.reweigh_cycles} * count_bits(touched_);
    reweigh_until_ = now + cycles;
    reweigh_cycles_ += cycles;
    owes_round_ = true;
  }
  touched_ = 0;
}

Cycle PickTiming::next_round(Cycle now) const {
  Cycle next = std::max(next_round_, now + 1);
  if (reweigh_until_ != 0) next = std::max(next, reweigh_until_ + 1);
  return next;
}

}  // namespace gantry
