// SPDX-License-Identifier: Apache-2.0
// The state monitor with `monitor.early_registration`: a task gets its id before its predecessors are done. For each
// task it counts the conditions that do not hold yet; completions decrement the counts, wakeups_per_cycle a cycle; at
// zero the task is released. docs/timing.md, "Early registration", has the cycles, and the argument why tasks that wait
// never shut out what they wait for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/bits.h"
#include "gantry/scheduler/state_monitor_base.h"
#include "gantry/scheduler/wake_lists.h"

namespace gantry {
inline namespace scheduler {

class EarlyMonitor final : public StateMonitorBase {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit EarlyMonitor(const MonitorParts& parts);

  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> waiting_for() const override;
  [[nodiscard]] bool only_repeats() const override { return StateMonitorBase::only_repeats() && lists_.due() == 0; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;
  void end_task(TaskRef task, Cycle now) override { finish_task(task, now); }

 private:
  /// A task whose query or registration has arrived, until it has completed.
  struct State {
    QueueId queue = 0;
    std::uint32_t counted = 0;  ///< conditions that were looked at: first `registered_before`, then `after`
    std::uint32_t order = 0;    ///< of the former those that do not hold yet
    std::uint32_t left = 0;     ///< of the latter
    bool early = false;         ///< the decomposer asked for the id without knowing that the conditions hold
    bool asked = false;         ///< it asked for the id
    bool has_id = false;
    bool released = false;  ///< all conditions hold
  };
  /// An event task, which is recorded as complete in cycle `due`.
  struct EventEnd {
    Cycle due = 0;
    TaskRef task = kNone;
  };

  void finish_task(TaskRef task, Cycle now);
  void end_events(Cycle now);
  void end_event(TaskRef task, Cycle due);
  /// Delivers the wake-ups of this cycle. Those that they lead to are of the next cycle.
  void wake_up(Cycle now);
  void take(const MonitorRequest& request, Cycle now);
  /// Begins to count the conditions of a task.
  void open(TaskRef task, QueueId queue);
  /// Looks at up to predecessors_per_cycle conditions of the first task in line.
  void count(Cycle now);
  /// All conditions of the task hold.
  void release(TaskRef task, Cycle now);
  /// The task is released and has its id.
  void let_go(TaskRef task);
  /// Returns the position in `registrations_` of the first task that may have an id now.
  [[nodiscard]] std::optional<std::size_t> next_grant() const;
  void grant_early(Cycle now);
  [[nodiscard]] bool is_released(std::uint64_t number) const {
    return bits_.done(number) || test_bit(released_, as_index(number % config_.completion_window));
  }
  [[nodiscard]] State& state_of(TaskRef task) {
    if (task >= states_.size()) states_.resize(task + std::size_t{1});
    return states_[task];
  }

  std::vector<State> states_;  ///< by task
  std::vector<TaskRef> open_;  ///< tasks that are not released, in order of their first request
  WakeLists lists_;
  BitSet released_;                   ///< tasks of the completion window that are released and have their ids
  std::vector<EventEnd> event_ends_;  ///< in order of `due`
  std::uint32_t waiting_ids_ = 0;     ///< ids of tasks that are not released
  Gauge& waiting_;
  std::uint64_t& early_;
};

}  // namespace scheduler
}  // namespace gantry
