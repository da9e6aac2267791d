// SPDX-License-Identifier: Apache-2.0
// A state monitor whose decisions are those of a backend behind its pins: it passes messages on, and keeps stamps and
// counters by what they say. A task is done with its interrupt, a query met with its answer. The pins do not tell which
// task has which id, and when a query was checked: these are recorded as our monitor would have it, until a message
// says otherwise.
#pragma once

#include <vector>

#include "gantry/scheduler/state_monitor_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedMonitor final : public StateMonitorBase {
 public:
  /// `backend` outlives it.
  PinnedMonitor(const MonitorParts& parts, PinBackend& backend) : StateMonitorBase(parts), pins_(backend) {}

  [[nodiscard]] bool may_skip() const override { return false; }

 protected:
  Cycle step(Cycle now) override;

 private:
  void take_completion(JobRef job, Cycle now);
  void input(const MonitorRequest& request);
  void take_interrupt(const TaskInterrupt& interrupt, Cycle now);
  void take_registration(const MonitorAnswer& answer, Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  void take_update(ProcessorId processor, Cycle now);
  /// Gives an id to a registration that waits for one; throws an illegal_message().
  void find_id(const MonitorAnswer& answer, Cycle now);

  PinExchange pins_;
  std::vector<MonitorAnswer> granted_;  ///< have an id and are not answered
  std::vector<bool> has_id_;            ///< by task: its registration is answered, and it is not done
  std::vector<ProcessorId> free_;       ///< have completed a job, and the dispatcher has no update of it
};

}  // namespace gantry
