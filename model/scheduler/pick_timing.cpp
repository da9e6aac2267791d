// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/pick_timing.h"

#include <algorithm>

#include "gantry/base/bits.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {

PickTiming::PickTiming(const PickerConfig& config, Picker& picker)
    : interval_(config.pick_interval_cycles), reweigh_cycles_(config.reweigh_cycles), picker_(picker) {}

bool PickTiming::cancel_join(std::uint32_t entry) {
  const auto at = std::find_if(joins_.begin(), joins_.end(), [&](const Join& join) { return join.entry == entry; });
  if (at == joins_.end()) return false;
  joins_.erase(at);
  return true;
}

Cycle PickTiming::finish(Cycle now) {
  Cycle cycles = 0;
  if (touched_ != 0 && reweigh_cycles_ > 0 && picker_.reweighs()) {
    cycles = reweigh_cycles_ * count_bits(touched_);
    reweigh_until_ = now + cycles;
    owes_round_ = true;
  }
  touched_ = 0;
  return cycles;
}

void PickTiming::append_state(Cycle now, std::vector<std::uint64_t>& state) const {
  const auto ahead = [now](Cycle at) { return at > now ? at - now : 0; };
  state.insert(state.end(), {reweigh_until_ == 0 ? 0 : ahead(reweigh_until_ + 1), ahead(next_round_),
                             owes_round_ ? 1U : 0U, joins_.size(), drops_.size()});
  for (const Join& join : joins_) {
    state.insert(state.end(), {join.entry, join.what.cls, join.what.weight, join.what.jobs});
  }
  for (const Drop& drop : drops_) state.push_back(drop.entry);
}

void PickTiming::shift(Cycle now, Cycle cycles) {
  if (reweighing(now)) reweigh_until_ += cycles;
  if (next_round_ > now) next_round_ += cycles;
}

Cycle PickTiming::next_look(Cycle now, bool any_eligible) const {
  if (reweighing(now)) return reweigh_until_ + 1;
  if (any_eligible || has_commands()) return std::max(next_round_, now + 1);
  return kNever;
}

}  // namespace scheduler
}  // namespace gantry
