// SPDX-License-Identifier: Apache-2.0
// Environment of a decomposer: a task cache that shows tasks, a monitor that answers, and a dispatcher whose matches
// succeed or fail. All delays are random. There are never more tasks or messages than a machine could have, and each
// link carries one message per cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "blocks/campaign/block_world.h"
#include "blocks/campaign/delay_line.h"
#include "campaign/corner_counts.h"
#include "campaign/random.h"
#include "gantry/base/types.h"
#include "pins/block_pins.h"

namespace gantry::campaign {

class DecomposerCorners final : public CornerCounts {
 public:
  enum Name : std::uint8_t {
    kEvent,
    kWaits,
    kFull,
    kClassAlone,
    kThreeUpdates,
    kUpdatesQueue,
    kRetryBeforeSplit,
    kSplitBeforeRetry,
    kSameTime,
    kAllSlots,
    kWholeWindow,
    kSecondOfWindow,
    kAnswerAndHead,
    kTakeAndGive,
    kLongSleep,
    kCount
  };
  explicit DecomposerCorners(const std::vector<std::uint32_t>& config);
  using CornerCounts::hit;
};

class DecomposerWorld final : public BlockWorld {
 public:
  DecomposerWorld(std::vector<std::uint32_t> config, std::uint64_t seed);

  void inputs(Cycle now, std::vector<PinMessage>& in) override;
  void hear(Cycle now, const std::vector<PinMessage>& out) override;
  [[nodiscard]] Cycle next() const override;
  [[nodiscard]] std::uint64_t tasks() const override { return born_; }
  [[nodiscard]] const CornerCounts& corners() const override { return corners_; }

 private:
  enum Constant : std::uint8_t { kPerClass, kWindow, kCapacity, kSlots, kSplit, kRetry };
  struct Queue {
    std::uint32_t shown = 0;           ///< visible tasks that are not known to be taken
    std::vector<std::uint32_t> tasks;  ///< tasks that are not registered
  };

  void new_mood();
  Cycle wait();
  void note_order(std::uint32_t slot, Cycle now);

  std::vector<std::uint32_t> config_;
  Random random_;
  DecomposerCorners corners_;
  std::vector<Queue> queues_;
  std::vector<std::uint32_t> free_tasks_;
  std::vector<std::uint32_t> jobs_;  ///< jobs left, by task
  DelayLine query_answers_;
  DelayLine registrations_;
  DelayLine verdicts_;
  std::uint32_t in_cache_ = 0;
  std::uint32_t registered_ = 0;  ///< tasks with a slot
  std::deque<Cycle> splits_;      ///< cycles in which requests are due
  std::deque<Cycle> retries_;
  std::vector<bool> retrying_;  ///< slots that wait for a retry
  Cycle next_head_ = 1;
  std::uint64_t born_ = 0;
  // Habits of a phase, in percent.
  Cycle mood_ends_ = 0;
  std::uint32_t show_ = 50;
  std::uint32_t waits_ = 50;
  std::uint32_t fails_ = 20;
  std::uint32_t events_ = 20;
  std::uint32_t one_class_ = 0;  ///< 1: all tasks are of one class
  std::uint32_t patience_ = 4;   ///< longest usual delay, in cycles
  Cycle now_ = 0;
  Cycle last_ = 0;
  bool update_said_ = false;
};

}  // namespace gantry::campaign
