// SPDX-License-Identifier: Apache-2.0
// first_free: the lowest-numbered processor with a free slot.

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct FirstFree final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& /*view*/) const override {
    return least(candidates, [](ProcessorId) { return std::uint64_t{0}; });
  }
};

}  // namespace

void add_first_free(ProcessorChoiceCatalogue& choices) {
  choices.add("first_free", "lowest-numbered processor with a free slot",
              [](const OwnValues&) { return std::make_unique<FirstFree>(); });
}

}  // namespace scheduler
}  // namespace gantry
