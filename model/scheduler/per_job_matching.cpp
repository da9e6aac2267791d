// SPDX-License-Identifier: Apache-2.0
// per_job: a task takes an entry and joins with all its jobs; when the join has taken effect its jobs are matched, and
// picked while others are still being matched. So whatever processor it reserves, the picker could use.
#include "gantry/scheduler/match_strategy.h"

namespace gantry {
inline namespace scheduler {
namespace {

class PerJobMatching final : public MatchStrategy {
 public:
  void serve(const Scheduling& request, MatchDesk& desk) const override {
    if (request.entry == kNone && !desk.take_entry()) return;
    if (!request.joined) desk.join();
    if (request.present) desk.match_jobs();
  }

  [[nodiscard]] bool all_at_once() const override { return false; }
};

}  // namespace

std::unique_ptr<MatchStrategy> make_per_job_matching() { return std::make_unique<PerJobMatching>(); }

}  // namespace scheduler
}  // namespace gantry
