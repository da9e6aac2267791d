// SPDX-License-Identifier: Apache-2.0
// round_robin: the next eligible entry after the last winner, by number, wrapping around.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct RoundRobin {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    const bool a_later = a.number >= turn;
    const bool b_later = b.number >= turn;
    return a_later != b_later ? a_later : a.number < b.number;
  }
  void picked(const OrderedEntry& entry) { turn = entry.number + 1; }
  std::uint32_t turn = 0;  ///< round-robin pointer: the entry that is tried first
};

}  // namespace

void add_round_robin(PickerCatalogue& pickers) {
  pickers.add("round_robin", "entries in turn, by number",
              [](const PickerConfig& config) { return std::make_unique<OrderedPicker<RoundRobin>>(config); });
}

}  // namespace scheduler
}  // namespace gantry
