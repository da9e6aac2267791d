// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/rtl_times.h"

#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {

const RtlTimes* rtl_times(PickerTimes key) {
  const auto* found = std::find_if(kRtlTimes.begin(), kRtlTimes.end(), [&](const RtlTimes& t) { return t.key == key; });
  return found == kRtlTimes.end() ? nullptr : found;
}

void take_rtl_times(PickerConfig& picker) {
  const RtlTimes* times = rtl_times(picker.times);
  if (times == nullptr) return;
  picker.pick_interval_cycles = times->pick_interval_cycles;
  picker.pick_latency_cycles = times->pick_latency_cycles;
  picker.reweigh_cycles = times->reweigh_cycles(picker.entries);
}

const RtlTimes* rtl_with_times(const PickerConfig& picker) {
  if (picker.entries > RtlTimes::kMostEntries) return nullptr;
  const auto* found = std::find_if(kRtlTimes.begin(), kRtlTimes.end(), [&](const RtlTimes& times) {
    return picker.pick_interval_cycles == times.pick_interval_cycles &&
           picker.pick_latency_cycles >= times.pick_latency_cycles &&
           picker.pick_latency_cycles <= times.most_pick_latency_cycles &&
           picker.reweigh_cycles == times.reweigh_cycles(picker.entries);
  });
  return found == kRtlTimes.end() ? nullptr : found;
}

std::string times_text(const PickerConfig& picker) {
  return "pick_interval_cycles " + std::to_string(picker.pick_interval_cycles) + ", pick_latency_cycles " +
         std::to_string(picker.pick_latency_cycles) + " and reweigh_cycles " + std::to_string(picker.reweigh_cycles);
}

}  // namespace scheduler
}  // namespace gantry
