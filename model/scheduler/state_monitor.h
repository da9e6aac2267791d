// SPDX-License-Identifier: Apache-2.0
// The state monitor: task ids from a finite pool, predecessor queries, completions of jobs and tasks, the host
// interrupt. Nothing polls it: a query that cannot be answered waits here for its last predecessor. Source 004 [0052],
// [0086]-[0089].
#pragma once

#include "gantry/base/ring.h"
#include "gantry/scheduler/state_monitor_base.h"

namespace gantry {
inline namespace scheduler {

class StateMonitor final : public StateMonitorBase {
 public:
  explicit StateMonitor(const MonitorParts& parts) : StateMonitorBase(parts) {}

 protected:
  Cycle step(Cycle now) override;

 private:
  /// An event task that is recorded as done in cycle `due`.
  struct EventEnd {
    Cycle due = 0;
    TaskRef task = kNone;
  };

  void take_completion(JobRef job, Cycle now);
  void answer_registration(Cycle now);
  void answer_query(Cycle now);

  Ring<EventEnd> event_ends_;
};

}  // namespace scheduler
}  // namespace gantry
