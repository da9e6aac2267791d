// SPDX-License-Identifier: Apache-2.0
// earliest_finish: the processor that would finish first, as far as the dispatcher knows: the jobs picked
// and reserved so far, the way, the job.
#include <algorithm>

#include "gantry/scheduler/choices/scored_choice.h"

namespace gantry {
inline namespace scheduler {
namespace {

struct EarliestFinish final : ProcessorChoice {
  [[nodiscard]] ProcessorId choose(const ProcessorSet& candidates, const ProcessorView& view) const override {
    return least(candidates, [&](ProcessorId p) {
      const Cycle start = std::max(view.busy_until[p], view.now);
      return start + view.reserved_cycles[p] + view.hops[p] + view.job_time(p);
    });
  }
};

}  // namespace

void add_earliest_finish(ProcessorChoiceCatalogue& choices) {
  choices.add("earliest_finish", "known busy-until plus hops plus job time",
              [](const OwnValues&) { return std::make_unique<EarliestFinish>(); });
}

}  // namespace scheduler
}  // namespace gantry
