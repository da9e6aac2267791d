// SPDX-License-Identifier: Apache-2.0
// fifo: the eligible entry that was admitted first; entries admitted together in order of number.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Fifo {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const { return a.admitted < b.admitted; }
  void picked(const OrderedEntry& /*entry*/) {}
};

}  // namespace

void add_fifo(PickerCatalogue& pickers) {
  pickers.add("fifo", "the task admitted first",
              [](const PickerConfig& config) { return std::make_unique<OrderedPicker<Fifo>>(config); });
}

}  // namespace scheduler
}  // namespace gantry
