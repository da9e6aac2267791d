// SPDX-License-Identifier: Apache-2.0
// The state monitor. It grants task ids from a finite pool, answers predecessor queries, records completions of jobs
// and tasks, and sends the host interrupt. No block polls it: a query waits here until its last predecessor has
// completed. Source 004 [0052], [0086]-[0089].
#pragma once

#include "gantry/base/ring.h"
#include "gantry/scheduler/state_monitor_base.h"

namespace gantry {
inline namespace scheduler {

class StateMonitor final : public StateMonitorBase {
  template <class>
  friend struct gantry::Archived;

 public:
  explicit StateMonitor(const MonitorParts& parts) : StateMonitorBase(parts) {}

 protected:
  Cycle step(Cycle now) override;

 private:
  /// An event task, which is recorded as complete in cycle `due`.
  struct EventEnd {
    Cycle due = 0;
    TaskRef task = kNone;
  };

  void take_completion(JobRef job, Cycle now);
  void answer_registration(Cycle now);
  void answer_query(Cycle now);

  Ring<EventEnd> event_ends_;
  Ring<EventEnd> cancels_;  ///< tasks that are recorded as cancelled in cycle `due`
};

}  // namespace scheduler
}  // namespace gantry
