// SPDX-License-Identifier: Apache-2.0
// preset: target weights given in the architecture file, one per picker class, instead of computed ones (source 004
// [0061]); ties as in the source's rule: larger configured weight, then lower class, then lower entry.
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
namespace {

struct Preset {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    if (targets[a.what.cls] != targets[b.what.cls]) return targets[a.what.cls] > targets[b.what.cls];
    if (a.what.weight != b.what.weight) return a.what.weight > b.what.weight;
    if (a.what.cls != b.what.cls) return a.what.cls < b.what.cls;
    return a.number < b.number;
  }
  void picked(const OrderedEntry& /*entry*/) {}
  std::array<std::uint32_t, 5> targets{};
};

}  // namespace

void add_preset(PickerCatalogue& pickers) {
  pickers.add("preset", "target weights from the architecture file, by class", [](const PickerConfig& config) {
    return std::make_unique<OrderedPicker<Preset>>(config, Preset{config.preset});
  });
}

}  // namespace gantry
