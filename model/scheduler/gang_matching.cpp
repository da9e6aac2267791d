// SPDX-License-Identifier: Apache-2.0
// gang: a task stands in its pending set when every one of its jobs has its processor. It takes an entry with its last
// match; while it waits for one its time has stopped.
#include "gantry/scheduler/match_strategy.h"

namespace gantry {
inline namespace scheduler {
namespace {

class GangMatching final : public MatchStrategy {
 public:
  [[nodiscard]] bool timed_from_arrival() const override { return true; }

  void serve(const Scheduling& request, MatchDesk& desk) const override {
    if (!request.all_matched()) desk.match_jobs();
    if (request.all_matched() && desk.take_entry()) desk.join();
  }

  [[nodiscard]] bool all_at_once() const override { return true; }
};

}  // namespace

std::unique_ptr<MatchStrategy> make_gang_matching() { return std::make_unique<GangMatching>(); }

}  // namespace scheduler
}  // namespace gantry
