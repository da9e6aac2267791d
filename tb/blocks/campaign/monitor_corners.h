// SPDX-License-Identifier: Apache-2.0
// Constants of a state monitor behind pins, and the corners that its environment counts.
#pragma once

#include <cstdint>
#include <vector>

#include "campaign/corner_counts.h"
#include "pins/block_pins.h"

namespace gantry::campaign {

enum MonitorConstant : std::uint8_t {
  kPerClass,
  kIds,
  kQuery,
  kRegister,
  kPerCycle,
  kWindow,
  kShown,
  kWakeUps,
  kRetire,
  kTimeout,
  kRetries,
  kQuarantine,
  kJobs,
  kTimers
};
using MonitorConstants = std::vector<std::uint32_t>;

class MonitorCorners final : public CornerCounts {
 public:
  enum Name : std::uint8_t {
    kEvent,
    kAllIds,
    kIdWaits,
    kWindowFull,
    kQueueFull,
    kAllMet,
    kWaits,
    kManyWaits,
    kMostWaits,
    kPlanned,
    kLongAgo,
    kTwoInterrupts,
    kOldestStays,
    kManyDone,
    kMovesOn,
    kSameCycle,
    kLongSleep,
    kOverdue,
    kBehindAnswer,
    kLateAnswer,
    kFailedAnswer,
    kForGood,
    kAllJobs
  };
  explicit MonitorCorners(const MonitorConstants& config)
      : CornerCounts({{"an event task is done"},
                      {"all ids are given out"},
                      {"a task waits for an id"},
                      {"the newest task is as far from the oldest as it may be"},
                      {"a queue shows as many tasks as it can"},
                      {"all that a query names is done already"},
                      {"a query waits"},
                      {"a query names more than are looked at in a cycle"},
                      {"a query names as many as it can"},
                      {"a query waits for an id of another task"},
                      {"a query names a task that was done long ago"},
                      {"two interrupts in a cycle"},
                      {"a task is done that is not the oldest"},
                      {"one interrupt moves the oldest task by several"},
                      {"the window moves on after an interrupt"},
                      {"the last job of a task completes as another asks for that task"},
                      {"a sleep of more than 1000 cycles"},
                      {"a job is overdue"},
                      {"a job is overdue as another one answers"},
                      {"a job that counted as lost answers"},
                      {"a job has failed"},
                      {"a job is lost for good"},
                      {"as many jobs as there can be are at processors"}}) {
    corners_[kAllIds].possible = config[kIds] < config[kWindow];
    corners_[kIdWaits].possible = config[kIds] < config[kWindow];
    corners_[kQueueFull].possible = config[kShown] <= config[kWindow];
    corners_[kManyWaits].possible = config[kPerCycle] < pins::monitor::kMostWaits;
    corners_[kOldestStays].possible = config[kIds] > 1;
    corners_[kManyDone].possible = config[kIds] > 1 && config[kRetire] != 1;
    const bool loses = config[kRetries] > 0;
    for (const Name name : {kOverdue, kBehindAnswer, kAllJobs}) corners_[name].possible = config[kTimeout] > 0;
    for (const Name name : {kLateAnswer, kFailedAnswer, kForGood}) corners_[name].possible = loses;
    corners_[kMovesOn].possible = config[kIds] > 2 && config[kRetire] > 0 && config[kRetire] <= 2;
  }
  using CornerCounts::hit;
};

}  // namespace gantry::campaign
