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
    // Neighbours are mostly alike, and a division costs more than all else here.
    std::uint64_t speed = 0;
    ProcessorType type = 0;
    Cycle time = 0;
    return least(candidates, [&](ProcessorId p) {
      if (view.speed_millionths[p] != speed || view.type[p] != type) {
        speed = view.speed_millionths[p];
        type = view.type[p];
        time = view.compute_time(p);
      }
      const Cycle start = std::max(view.busy_until[p], view.now);
      const Cycle set_up = view.set_up == nullptr ? 0 : view.set_up[p];
      return start + view.reserved_cycles[p] + view.hops[p] + set_up + time;
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
