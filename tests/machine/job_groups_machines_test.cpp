// SPDX-License-Identifier: Apache-2.0
// Tasks whose jobs differ (docs/timing.md, "Matching"): each job runs once, on a processor that takes it, for its own
// time and with its own bytes, in the order of the task, and no gang waits for ever for a place.
#include "catch.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "machine/checked_run.h"
#include "random_experiment.h"
#include "sanitized.h"

namespace gantry::job_groups_machines_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 20 : 100;

/// Tasks of which some jobs need another processor than others.
std::uint64_t with_other_processors(const Experiment& e) {
  std::uint64_t count = 0;
  for (const WorkloadTask& task : e.workload.tasks) {
    if (task.groups == nullptr) continue;
    for (const WorkloadJobGroup& group : *task.groups) {
      if (group.processor == task.groups->front().processor) continue;
      ++count;
      break;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("jobs of a task that differ go to their own processors, and all end") {
  std::uint64_t different = 0;
  std::uint64_t gangs = 0;
  const auto change = [&](Experiment& e, std::uint64_t) {
    add_different_jobs(e);
    const std::uint64_t some = with_other_processors(e);
    different += some;
    if (e.architecture.dispatcher->mode == MatchMode::gang) gangs += some;
  };
  for_checked_machines(kRuns, change, [](const RecordedRun& /*run*/) {});
  CHECK(different > kRuns / 2);
  CHECK(gangs > kRuns / 20);
}

TEST_CASE("gangs that reserve wait for no place that their own jobs or other gangs keep") {
  std::uint64_t failures = 0;
  const auto change = [](Experiment& e, std::uint64_t seed) {
    e.background.reset();
    e.architecture.dispatcher->mode = MatchMode::gang;
    e.architecture.dispatcher->match_against = MatchAgainst::reserve;
    e.architecture.dispatcher->match_timeout = 1 + static_cast<std::uint32_t>(seed % 40);
    add_different_jobs(e);
  };
  for_checked_machines(kRuns, change, [&](const RecordedRun& run) { failures += run.stats.schedule_failures; });
  CHECK(failures > kRuns / 4);
}

}  // namespace gantry::job_groups_machines_test
