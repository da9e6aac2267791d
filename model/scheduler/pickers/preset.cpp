// SPDX-License-Identifier: Apache-2.0
// preset: target weights given in the architecture file, one per picker class, instead of computed ones (source 004
// [0061]); ties as in the source's rule: larger configured weight, then lower class, then lower entry.
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/ordered_picker.h"

namespace gantry {
inline namespace scheduler {
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

constexpr OwnKey target_of(std::string_view letter) {
  return {letter, 0, {0, 65535}, "", "target weight of this picker class; the larger goes first"};
}
constexpr std::array<OwnKey, 5> kTargets = {target_of("B"), target_of("C"), target_of("U"), target_of("E"),
                                            target_of("X")};

constexpr const char* kName = "preset";

}  // namespace

void add_preset(PickerCatalogue& pickers) {
  pickers.add(
      kName, "target weights from the architecture file, by class",
      [](const PickerConfig& config) {
        Preset preset;
        const OwnValues& own = config.own.of(kName);
        for (std::size_t c = 0; c < kTargets.size(); ++c) preset.targets[c] = kTargets[c].of(own);
        return std::make_unique<OrderedPicker<Preset>>(config, preset);
      },
      OwnKeyList(kTargets.begin(), kTargets.end()));
}

}  // namespace scheduler
}  // namespace gantry
