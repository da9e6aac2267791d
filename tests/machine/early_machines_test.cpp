// SPDX-License-Identifier: Apache-2.0
// No deadlock by early registration (docs/timing.md): random graphs on random machines with the smallest tables.
// Whatever waits with an id, a slot or an entry, everything is done in the end, and no job runs before the
// predecessors of its task.
#include "catch.h"
#include "gantry/platform/host_config.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "gantry/scheduler/task_cache_config.h"
#include "machine/checked_run.h"
#include "random_experiment.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::early_machines_test {

namespace {

constexpr std::uint64_t kRuns = kSanitized ? 40 : 500;

/// Gives a machine early registration and next to no room, in every table of its own size.
void make_narrow(Experiment& e, std::uint64_t seed) {
  Dice dice(seed + 77);
  Architecture& a = e.architecture;
  a.monitor->early_registration = true;
  a.monitor->wakeups_per_cycle = dice.between(1, 3);
  a.monitor->retire_per_cycle = static_cast<std::uint32_t>(seed % 3);
  a.monitor->task_ids = dice.between(1, 3);
  a.decomposer->slots = dice.between(4, 6);
  a.dispatcher->picker->entries = dice.between(1, 3);
  a.task_cache->window = dice.between(1, 3);
  if (dice.chance(30)) a.monitor->completion_window = dice.between(1, 3);
  if (dice.chance(30)) a.host->ring_entries = dice.between(1, 3);
  e.background.reset();
}

/// Tasks that got their ids before they knew that their predecessors were done.
std::uint64_t registered_early_in(const RecordedRun& run) {
  std::uint64_t count = 0;
  for (const TaskRecord& task : run.records.tasks) count += registered_early(task) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("the oldest unfinished task always finds an id, a slot and an entry") {
  std::uint64_t early = 0;
  for_checked_machines(kRuns, make_narrow, [&](const RecordedRun& run) { early += registered_early_in(run); });
  // Half of three ids are one.
  CHECK(early > kRuns);
}

TEST_CASE(
    "with few wake-ups and steps of the window in a cycle everything is done in the end, and no job before its "
    "predecessors") {
  const auto change = [](Experiment& e, std::uint64_t seed) {
    e.architecture.monitor->early_registration = false;
    e.architecture.monitor->query_wakeups_per_cycle = static_cast<std::uint32_t>(1 + seed % 3);
    e.architecture.monitor->retire_per_cycle = static_cast<std::uint32_t>(seed % 4);
    if (seed % 2 == 0) e.architecture.monitor->completion_window = static_cast<std::uint32_t>(1 + seed % 7);
    e.background.reset();
  };
  for_checked_machines(kSanitized ? 10 : 60, change, [](const RecordedRun& /*run*/) {});
}

}  // namespace gantry::early_machines_test
