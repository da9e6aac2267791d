// SPDX-License-Identifier: Apache-2.0
// per_job: a task takes an entry before its first match, joins with that match, and its jobs are picked while others
// are still being matched. Its time begins with the entry.
#include "gantry/scheduler/match_strategy.h"

namespace gantry {
inline namespace scheduler {
namespace {

class PerJobMatching final : public MatchStrategy {
 public:
  [[nodiscard]] bool timed_from_arrival() const override { return false; }

  void serve(const Scheduling& request, MatchDesk& desk) const override {
    if (request.entry == kNone) {
      if (!desk.take_entry()) return;
      desk.start_timer();
    }
    if (desk.match_jobs() && !request.joined) desk.join();
  }

  [[nodiscard]] bool all_at_once() const override { return false; }
};

}  // namespace

std::unique_ptr<MatchStrategy> make_per_job_matching() { return std::make_unique<PerJobMatching>(); }

}  // namespace scheduler
}  // namespace gantry
