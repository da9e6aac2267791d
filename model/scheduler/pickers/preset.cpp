// SPDX-License-Identifier: Apache-2.0
// preset: target weights given beforehand instead of computed ones (source 004 [0061]): by the task, or in the
// architecture file for its picker class; ties as in the source's rule: larger configured weight, then lower class,
// then lower entry.
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/pickers/ordered_picker.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Preset {
  [[nodiscard]] bool before(const OrderedEntry& a, const OrderedEntry& b) const {
    if (target_of(a) != target_of(b)) return target_of(a) > target_of(b);
    if (a.what.weight != b.what.weight) return a.what.weight > b.what.weight;
    if (a.what.cls != b.what.cls) return a.what.cls < b.what.cls;
    return a.number < b.number;
  }
  void picked(const OrderedEntry& /*entry*/) {}
  [[nodiscard]] std::uint32_t target_of(const OrderedEntry& entry) const {
    return entry.what.target != kNone ? entry.what.target : targets[entry.what.cls];
  }
  std::array<std::uint32_t, 5> targets{};
};

constexpr OwnKey target_of(std::string_view letter) {
  return {letter,
          0,
          {0, kMostTarget},
          "",
          "target weight of this picker class, for tasks without a `target`; the larger goes first"};
}
constexpr std::array<OwnKey, 5> kTargets = {target_of("B"), target_of("C"), target_of("U"), target_of("E"),
                                            target_of("X")};

constexpr const char* kName = "preset";

}  // namespace

void add_preset(PickerCatalogue& pickers) {
  pickers.add(
      kName, "target weights that are set beforehand, by task or class",
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
