// SPDX-License-Identifier: Apache-2.0
// A state monitor whose decisions a backend behind pins makes. It passes messages on, and derives stamps and counters
// from them. A task completes with its interrupt, and a query with its answer. The pins do not show task ids and checks
// of queries: they are recorded as our monitor would have them, until a message contradicts.
#pragma once

#include <vector>

#include "gantry/scheduler/state_monitor_base.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedMonitor final : public StateMonitorBase {
 public:
  /// `backend` must outlive it.
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
  /// Gives an id to a waiting registration; throws illegal_message() if none waits.
  void find_id(const MonitorAnswer& answer, Cycle now);

  PinExchange pins_;
  std::vector<MonitorAnswer> granted_;  ///< registrations with an id and without an answer
  std::vector<bool> has_id_;            ///< by task: its registration is answered, and it has not completed
  std::vector<ProcessorId> free_;       ///< processors with a completed job that the dispatcher does not know yet
};

}  // namespace gantry
