// SPDX-License-Identifier: Apache-2.0
// strict_priority: the eligible entry with the largest configured weight; ties: lower class, then lower entry.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct StrictPriority {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    if (a.what.weight != b.what.weight) return a.what.weight > b.what.weight;
    if (a.what.cls != b.what.cls) return a.what.cls < b.what.cls;
    return a.number < b.number;
  }
  void picked(const OrderedEntry& /*entry*/) {}
};

}  // namespace

void add_strict_priority(PickerCatalogue& pickers) {
  pickers.add("strict_priority", "largest weight, then lowest class, then lowest entry",
              [](const PickerConfig& config) { return std::make_unique<OrderedPicker<StrictPriority>>(config); });
}

}  // namespace scheduler
}  // namespace gantry
