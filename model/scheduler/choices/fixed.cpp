// SPDX-License-Identifier: Apache-2.0
// fixed: the plan decides. Of the processors in a task's plan, the lowest-numbered with a free slot.

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Fixed final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& /*view*/) const override {
    return least(candidates, [](ProcessorId) { return std::uint64_t{0}; });
  }
};

}  // namespace

void add_fixed(ProcessorChoiceCatalogue& choices) {
  choices.add(kPlannedChoice, "of the plan's processors, the lowest-numbered with a free slot",
              [](const OwnValues&) { return std::make_unique<Fixed>(); });
}

}  // namespace scheduler
}  // namespace gantry
