// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/state_monitor_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/scheduler/task_scheduler_config.h"

namespace gantry {
inline namespace scheduler {

void describe(KeyVisitor& keys, MonitorConfig& monitor) {
  keys.number("task_ids", monitor.task_ids, {1, 65536}, "", "pool of task ids");
  keys.number("query_cycles", monitor.query_cycles, {1, 1000}, "cycles", "predecessor query to its answer");
  keys.number("register_cycles", monitor.register_cycles, {1, 1000}, "cycles", "registration request to the task id");
  keys.number("predecessors_per_cycle", monitor.predecessors_per_cycle, {1, 64}, "",
              "of one query that the monitor looks at in a cycle");
  keys.number("completion_window", monitor.completion_window, {1, std::uint64_t{1} << 20}, "tasks",
              "from the oldest unfinished one on, whose completion is stored; the host submits no further ahead");
  keys.number("retire_per_cycle", monitor.retire_per_cycle, {0, 64}, "tasks",
              "that are done, over which the [window moves on](timing.md#the-window-moves-on) in a cycle; 0: all");
  keys.flag(
      "early_registration", monitor.early_registration,
      "a task is registered, split and requested [before its predecessors are done](timing.md#early-registration)");
  if (keys.applies(!monitor.early_registration)) {
    keys.number(
        "query_wakeups_per_cycle", monitor.query_wakeups_per_cycle, {0, 64}, "",
        "queries that [wake](timing.md#bounded-wake-ups) in a cycle, without `early_registration`; 0: all at once");
  }
  if (keys.applies(monitor.early_registration)) {
    keys.number("wakeups_per_cycle", monitor.wakeups_per_cycle, {1, 64}, "",
                "tasks that are told in a cycle that a predecessor is done, with `early_registration`");
  }
  keys.number("job_timeout", monitor.job_timeout, {0, std::uint64_t{1} << 40}, "cycles",
              "from the last flit of a job until its processor gets no more jobs before it answers "
              "([time-outs](faults.md#time-outs)); 0: never");
  if (keys.applies(monitor.job_timeout > 0)) {
    keys.choice(
        "quarantine", monitor.quarantine, {{"processor", Quarantine::processor}, {"job", Quarantine::job}},
        "what an overdue job ends: its processor gets no more jobs before it answers, or only the job counts as "
        "lost ([retries](faults.md#retries))");
  }
  if (keys.applies(monitor.on_failure != OnFailure::run)) {
    keys.choice("on_failure", monitor.on_failure, {{"run", OnFailure::run}, {"cancel", OnFailure::cancel}},
                "what becomes of a failed task's successors: they run, or are cancelled with all that wait for them "
                "([failed tasks](faults.md#failed-tasks))");
  }
}

void check_failures(const MonitorConfig& monitor, bool retries, bool stores,
                    const std::function<void(std::string_view key, std::string_view text)>& tell) {
  if (monitor.on_failure != OnFailure::run && !retries && !stores)
    tell("on_failure", "needs dispatcher.max_retries above 0, or processors with a local store: else no task fails");
  if (monitor.on_failure == OnFailure::cancel && monitor.early_registration)
    tell("on_failure", "cancel needs early_registration: false: a task that is registered cannot be cancelled");
  if (monitor.quarantine == Quarantine::job && !retries)
    tell("quarantine", "job needs dispatcher.max_retries above 0, without which no job counts as lost");
}

}  // namespace scheduler

template class Section<MonitorConfig>;

}  // namespace gantry
