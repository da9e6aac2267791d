// SPDX-License-Identifier: Apache-2.0
// least_loaded: the processor with the fewest jobs picked or reserved for it and not yet completed.

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct LeastLoaded final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const override {
    return least(candidates, [&](ProcessorId p) { return std::uint64_t{view.pending[p]}; });
  }
};

}  // namespace

void add_least_loaded(ProcessorChoiceCatalogue& choices) {
  choices.add("least_loaded", "fewest jobs picked or reserved and not completed",
              [](const OwnValues&) { return std::make_unique<LeastLoaded>(); });
}

}  // namespace scheduler
}  // namespace gantry
