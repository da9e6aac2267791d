// SPDX-License-Identifier: Apache-2.0
// fastest: of the processors with a free slot the one with the highest speed.
#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Fastest final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const override {
    return least(candidates, [&](ProcessorId p) { return ~view.speed_millionths[p]; });
  }
};

}  // namespace

void add_fastest(ProcessorChoiceCatalogue& choices) {
  choices.add("fastest", "highest speed", [](const OwnValues&) { return std::make_unique<Fastest>(); });
}

}  // namespace scheduler
}  // namespace gantry
