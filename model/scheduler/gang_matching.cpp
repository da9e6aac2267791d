// SPDX-License-Identifier: Apache-2.0
// gang: a task joins its pending set when all its jobs have a processor. It takes an entry before it reserves
// processors, so that it never holds processors while it waits for an entry.
#include "gantry/scheduler/match_strategy.h"

namespace gantry {
inline namespace scheduler {
namespace {

class GangMatching final : public MatchStrategy {
 public:
  void serve(const Scheduling& request, MatchDesk& desk) const override {
    if (request.entry == kNone && !desk.take_entry()) return;
    desk.match_jobs();
    if (request.all_matched()) desk.join();
  }

  [[nodiscard]] bool all_at_once() const override { return true; }
};

}  // namespace

std::unique_ptr<MatchStrategy> make_gang_matching() { return std::make_unique<GangMatching>(); }

}  // namespace scheduler
}  // namespace gantry
