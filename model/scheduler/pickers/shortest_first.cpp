// SPDX-License-Identifier: Apache-2.0
// shortest_first: the eligible entry with the shortest compute time of a job; ties: the one admitted first.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct ShortestFirst {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    if (a.what.job_cycles != b.what.job_cycles) return a.what.job_cycles < b.what.job_cycles;
    return a.admitted < b.admitted;
  }
  void picked(const OrderedEntry& /*entry*/) {}
};

}  // namespace

void add_shortest_first(PickerCatalogue& pickers) {
  pickers.add("shortest_first", "shortest job, then the task admitted first",
              [](const PickerConfig& config) { return std::make_unique<OrderedPicker<ShortestFirst>>(config); });
}

}  // namespace scheduler
}  // namespace gantry
