// SPDX-License-Identifier: Apache-2.0
// A state monitor whose decisions a backend behind pins makes. It passes messages on, and derives stamps and counters
// from them. A task completes with its interrupt, and a query with its answer. The pins do not show task ids and checks
// of queries: they are recorded as our monitor would have them, until a message contradicts.
#pragma once

#include <vector>

#include "gantry/scheduler/state_monitor_base.h"
#include "pins/block_pins.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedMonitor final : public StateMonitorBase {
 public:
  /// `backend` must outlive it.
  PinnedMonitor(const MonitorParts& parts, PinBackend& backend) : StateMonitorBase(parts), pins_(backend) {}

  [[nodiscard]] bool may_skip() const override { return false; }
  bool archive(Archive& state) override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A task that has failed is over with its interrupt, too.
  void end_task(TaskRef /*task*/, Cycle /*now*/) override {}
  void report(const ProcessorUpdate& update, Cycle /*now*/) override { owed_.push_back(update); }
  void take_completion(JobRef job, Cycle now);
  void input_watches(Cycle now);
  void input(const MonitorRequest& request);
  void take_interrupt(const TaskInterrupt& interrupt, Cycle now);
  void take_registration(const MonitorAnswer& answer, Cycle now);
  void take_answer(const MonitorAnswer& answer, Cycle now);
  void take_report(const pins::JobReport& said, Cycle now);
  /// Finds the overdue job of a report, and records it as overdue.
  void find_overdue(const pins::JobReport& said, Cycle now);
  /// Gives an id to a waiting registration; throws illegal_message() if none waits.
  void find_id(const MonitorAnswer& answer, Cycle now);

  PinExchange pins_;
  std::vector<MonitorAnswer> granted_;  ///< registrations with an id and without an answer
  std::vector<bool> has_id_;            ///< by task: its registration is answered, and it has not completed
  std::vector<ProcessorUpdate> owed_;   ///< what the dispatcher does not know yet
};

}  // namespace gantry
