// SPDX-License-Identifier: Apache-2.0
// A dispatcher whose decisions a backend behind pins makes. It passes messages on, and derives stamps and counters from
// them. A job takes a slot of its processor, and locks it, when it reaches its port; its pick was earlier by the
// configured latency, but not before its request was there and its processor could have it. The pins do not show
// rounds, entries and matches, so these have no stamps and counters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/scheduler/dispatcher_base.h"
#include "gantry/scheduler/processor_choice.h"
#include "pins/dispatcher_pins.h"
#include "pins/pin_backend.h"

namespace gantry {

class PinnedDispatcher final : public DispatcherBase {
 public:
  /// `backend` must outlive it.
  PinnedDispatcher(const DispatcherParts& parts, ProcessorTable processors, PinBackend& backend);

  void first_flit_sent(const Message& message, Cycle now) override;

  [[nodiscard]] PickerStats picker_stats(std::string policy) const override;
  [[nodiscard]] std::vector<ShareStats> shares(Cycle now) override;
  [[nodiscard]] std::vector<ShareBatch> share_batches() const override { return {}; }
  [[nodiscard]] std::string state() const override;

  [[nodiscard]] bool only_repeats() const override { return false; }
  [[nodiscard]] bool may_skip() const override { return false; }
  bool archive(Archive& state) override;
  [[nodiscard]] Cycle next_event() const override { return kNever; }

 protected:
  Cycle step(Cycle now) override;

 private:
  /// The requests of a slot.
  struct Slot {
    TaskRef task = kNone;        ///< kNone: the slot is free
    bool open = false;           ///< the request has no answer yet
    std::uint32_t jobs = 0;      ///< jobs to send: those of the task, minus those left by a failure
    std::uint32_t next_job = 0;  ///< number of the task's first job that has not reached a port
    std::uint32_t sent = 0;      ///< jobs of the task whose last flit has left
    ProcessorSet may_run;
  };

  void take_request(const ScheduleRequest& request, Cycle now);
  void take_job(const pins::Job& job, Cycle now);
  void take_verdict(const ScheduleVerdict& verdict, Cycle now);

  PinExchange pins_;
  Link<Sent> begun_;  ///< jobs whose first flit has left
  std::vector<Slot> slots_;
  std::vector<Cycle> can_have_;  ///< by processor: cycle since which it can have another job, as soon as it can
  std::vector<std::vector<std::uint64_t>> counted_;  ///< picks, by picker class and weight
};

}  // namespace gantry
