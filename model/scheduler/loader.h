// SPDX-License-Identifier: Apache-2.0
// The dispatcher's loader: a serial engine that loads one task after another into processors before their jobs are
// sent. What a task needs is in its TaskLoad, what it costs are keys of the machine.
#pragma once

#include <algorithm>

#include "gantry/base/types.h"
#include "gantry/scheduler/loader_config.h"
#include "gantry/workload/task_load.h"

namespace gantry {
inline namespace scheduler {

class Loader {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit Loader(const LoaderConfig& config) : config_(config) {}

  /// Returns the cycles of a task's writes, barriers, fetches and bytes.
  [[nodiscard]] Cycle write_time(const TaskLoad& load) const {
    if (!load.any()) return 0;
    Cycle time = Cycle{load.writes} * config_.write_cycles + Cycle{load.barriers} * config_.barrier_cycles +
                 Cycle{load.fetches} * config_.fetch_cycles;
    if (load.bytes > 0) time += config_.bytes_per_cycle.time_for(load.bytes);
    // A write to one processor is prepared while the bytes of the one before move.
    Cycle unicasts = Cycle{load.unicasts} * config_.unicast_cycles;
    if (load.unicast_bytes > 0) {
      unicasts = std::max(unicasts, config_.unicast_bytes_per_cycle.time_for(load.unicast_bytes));
    }
    return time + unicasts;
  }
  /// Returns all cycles that it works on a task.
  [[nodiscard]] Cycle time_for(const TaskLoad& load) const { return config_.task_cycles + write_time(load); }

  /// Takes a task in cycle `now`. Returns the cycle in which it is loaded: it begins when the tasks before it are.
  /// `waited_from`: first cycle in which the task waited for its ring entry, from which on it is prepared; kNever: it
  /// did not wait.
  Cycle load(const TaskLoad& load, Cycle now, Cycle waited_from = kNever) {
    const Cycle writing = write_time(load);
    if (config_.task_cycles == 0 && writing == 0) return now;
    const Cycle prepared = std::max(free_, std::min(now, waited_from)) + config_.task_cycles;
    free_ = std::max(prepared, now) + writing;
    return free_;
  }

 private:
  const LoaderConfig config_;
  Cycle free_ = 0;  ///< in which it has loaded all that it has taken
};

}  // namespace scheduler
}  // namespace gantry
