// SPDX-License-Identifier: Apache-2.0
// Implements Picker::candidates: finds the first entry of every class among the eligible ones.
#pragma once

#include <array>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry {
inline namespace scheduler {

/// Fills `candidates` in order of class. `class_of(entry)`; `before(a, b)`: whether a goes before b, which has the
/// lower number; `told(entry)`: the entry as a Pick.
template <class ClassOf, class Before, class Told>
void first_of_classes(const BitSet& present, const EntrySet& eligible, std::vector<Pick>& candidates,
                      const ClassOf& class_of, const Before& before, const Told& told) {
  std::array<std::uint32_t, kMostPickerClasses> first;
  first.fill(kNone);
  for (std::size_t w = 0; w < present.size(); ++w) {
    for (std::uint64_t word = present[w] & eligible[w]; word != 0; word &= word - 1) {
      const auto entry = static_cast<std::uint32_t>(w * 64 + lowest_bit(word));
      std::uint32_t& best = first[class_of(entry)];
      if (best == kNone || before(entry, best)) best = entry;
    }
  }
  candidates.clear();
  for (const std::uint32_t entry : first) {
    if (entry != kNone) candidates.push_back(told(entry));
  }
}

}  // namespace scheduler
}  // namespace gantry
