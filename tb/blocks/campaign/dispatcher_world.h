// SPDX-License-Identifier: Apache-2.0
// Environment of a dispatcher: a decomposer that requests the jobs of its slots and repeats failed requests, send ports
// with delays, processors with random compute times, and a monitor that sends one completion per cycle. It requests
// nothing that could never be matched, as no machine does.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "blocks/campaign/block_world.h"
#include "blocks/campaign/dispatcher_machine.h"
#include "gantry/base/bits.h"
#include "gantry/base/types.h"
#include "pins/dispatcher_pins.h"

namespace gantry::campaign {

class DispatcherCorners final : public CornerCounts {
 public:
  enum Name : std::uint8_t {
    kFails,
    kFailsHalfway,
    kSendsAfterFailure,
    kAllSlots,
    kMoreThanEntries,
    kHeldUp,
    kSeveralJobs,
    kSeveralPorts,
    kWholeJobInACycle,
    kAllAtOnce,
    kTimesByType,
    kNoDeadline,
    kOneProcessor,
    kSecondMask,
    kSlotAgain,
    kLongSleep,
    kCount
  };
  explicit DispatcherCorners(const DispatcherNumbers& numbers);
  using CornerCounts::hit;
};

class DispatcherWorld final : public BlockWorld {
 public:
  DispatcherWorld(const std::vector<std::uint32_t>& config, std::uint64_t seed);

  void inputs(Cycle now, std::vector<PinMessage>& in) override;
  void hear(Cycle now, const std::vector<PinMessage>& out) override;
  [[nodiscard]] Cycle next() const override;
  [[nodiscard]] std::uint64_t tasks() const override { return born_; }
  [[nodiscard]] const CornerCounts& corners() const override { return corners_; }

 private:
  struct Slot {
    bool taken = false;
    bool failed = false;  ///< the last match of the slot's task failed
    Cycle asks = kNever;  ///< cycle of the next request
    Cycle free_from = 0;  ///< first cycle after its last completion status in which the slot can be reused
    pins::Request request;
    BitSet may_run;
    std::vector<std::uint64_t> cycles_on;  ///< by type; empty: the same on all types
  };
  /// A job at a send port. Times are those of the oldest job.
  struct Leaving {
    std::uint32_t slot = 0;
    TaskRef task = 0;
    ProcessorId processor = 0;
    Cycle first = kNever;
    Cycle last = kNever;
    bool begun = false;
  };
  struct Running {
    Cycle done = 0;
    TaskRef task = 0;
    ProcessorId processor = 0;
  };

  void new_mood();
  [[nodiscard]] Cycle wait(std::uint32_t patience);
  void draw_task(std::uint32_t number);
  void draw_processors(Slot& slot);
  [[nodiscard]] bool matchable(const Slot& slot, std::uint32_t jobs) const;
  void ask(Cycle now, std::vector<PinMessage>& in);
  void complete(Cycle now, std::vector<PinMessage>& in);
  void leave(Cycle now, std::vector<PinMessage>& in);
  void begin(std::uint32_t port, Cycle at);
  void hear_job(Cycle now, const pins::Job& job);
  void hear_verdict(Cycle now, const pins::Verdict& verdict);

  DispatcherNumbers numbers_;
  Random random_;
  DispatcherCorners corners_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<TaskRef> free_tasks_;
  std::vector<std::uint32_t> jobs_left_;  ///< by task: jobs that have not completed
  std::vector<std::deque<Leaving>> ports_;
  std::vector<Running> running_;
  Cycle next_task_ = 1;
  std::uint64_t born_ = 0;
  std::uint32_t asked_ = 0;  ///< requests without an answer
  // Habits of a phase in percent, and longest usual delays in cycles.
  Cycle mood_ends_ = 0;
  std::uint32_t ask_ = 50;
  std::uint32_t many_jobs_ = 30;
  std::uint32_t few_processors_ = 30;
  std::uint32_t by_type_ = 30;
  std::uint32_t port_patience_ = 4;
  std::uint32_t job_patience_ = 40;
  Cycle now_ = 0;
  Cycle last_ = 0;
};

}  // namespace gantry::campaign
