// SPDX-License-Identifier: Apache-2.0
// earliest_deadline: the eligible entry with the earliest deadline of its task; tasks without a deadline last. Ties:
// lower class, then lower entry.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct EarliestDeadline {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    if (a.what.deadline != b.what.deadline) return a.what.deadline < b.what.deadline;
    return a.what.cls != b.what.cls ? a.what.cls < b.what.cls : a.number < b.number;
  }
  void picked(const OrderedEntry& /*entry*/) {}
};

}  // namespace

void add_earliest_deadline(PickerCatalogue& pickers) {
  pickers.add("earliest_deadline", "the task due first, those without a deadline last",
              [](const PickerConfig& config) { return std::make_unique<OrderedPicker<EarliestDeadline>>(config); });
}

}  // namespace scheduler
}  // namespace gantry
