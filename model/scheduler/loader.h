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
 public:
  explicit Loader(const LoaderConfig& config) : config_(config) {}

  /// Returns the cycles that it works on a task.
  [[nodiscard]] Cycle time_for(const TaskLoad& load) const {
    Cycle time = config_.task_cycles;
    if (!load.any()) return time;
    time += Cycle{load.writes} * config_.write_cycles + Cycle{load.barriers} * config_.barrier_cycles;
    if (load.bytes > 0) time += config_.bytes_per_cycle.time_for(load.bytes);
    if (load.unicast_bytes > 0) time += config_.unicast_bytes_per_cycle.time_for(load.unicast_bytes);
    return time;
  }

  /// Takes a task in cycle `now`. Returns the cycle in which it is loaded: it begins when the tasks before it are.
  Cycle load(const TaskLoad& load, Cycle now) {
    const Cycle time = time_for(load);
    if (time == 0) return now;
    free_ = std::max(free_, now) + time;
    return free_;
  }

 private:
  const LoaderConfig config_;
  Cycle free_ = 0;  ///< in which it has loaded all that it has taken
};

}  // namespace scheduler
}  // namespace gantry
