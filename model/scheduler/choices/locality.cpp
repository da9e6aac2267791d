// SPDX-License-Identifier: Apache-2.0
// locality: the processor whose local store has most of the bytes that the job reads.
#include <limits>

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct Locality final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const override {
    constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
    return least(candidates, [&](ProcessorId p) { return view.local == nullptr ? 0 : kAll - view.local->at(p); });
  }
};

}  // namespace

void add_locality(ProcessorChoiceCatalogue& choices) {
  choices.add("locality", "most of the job's bytes in its local store",
              [](const OwnValues&) { return std::make_unique<Locality>(); });
}

}  // namespace scheduler
}  // namespace gantry
