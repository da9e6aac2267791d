// SPDX-License-Identifier: Apache-2.0
// The keys of weight_delay's rule.
#include <array>
#include <cstddef>
#include <string_view>

#include "gantry/base/own_keys.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/weight_delay.h"

namespace gantry {
inline namespace scheduler {

namespace {

constexpr OwnKey shift_of(std::string_view name, std::uint32_t usual, std::string_view meaning) {
  return {name, usual, {0, 8}, "", meaning};
}
constexpr std::array<OwnKey, 5> kShifts = {
    shift_of("delay_1", 8, "log2 of the delay factor of an expected weight of 1"),
    shift_of("delay_2", 7, "... of 2"),
    shift_of("delay_4", 6, "... of 3 and 4"),
    shift_of("delay_8", 5, "... of 5 to 8"),
    shift_of("delay_more", 4, "... of more"),
};
constexpr OwnKey kSum = {
    "over_jobs", 0, {0, 1}, "", "1: an expected weight is a share of the weights of all jobs of the class, not tasks"};

}  // namespace

OwnKeyList weight_rule_keys() {
  OwnKeyList keys(kShifts.begin(), kShifts.end());
  keys.push_back(kSum);
  return keys;
}

WeightRule weight_rule(const PickerConfig& config) {
  const OwnValues& own = config.own.of(kSourcePicker);
  WeightRule rule;
  for (std::size_t i = 0; i < kShifts.size(); ++i) rule.shifts[i] = kShifts[i].of(own);
  rule.over_jobs = kSum.of(own) != 0;
  return rule;
}

}  // namespace scheduler
}  // namespace gantry
