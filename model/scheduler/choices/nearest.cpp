// SPDX-License-Identifier: Apache-2.0
// nearest: the processor with the fewest links between it and the scheduler.

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Nearest final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const override {
    return least(candidates, [&](ProcessorId p) { return std::uint64_t{view.hops[p]}; });
  }
};

}  // namespace

void add_nearest(ProcessorChoiceCatalogue& choices) {
  choices.add("nearest", "fewest hops from the scheduler",
              [](const OwnValues&) { return std::make_unique<Nearest>(); });
}

}  // namespace scheduler
}  // namespace gantry
