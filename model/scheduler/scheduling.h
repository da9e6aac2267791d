// SPDX-License-Identifier: Apache-2.0
// The matcher's state of one task, from its first scheduling request until its last job has been sent. Only the matcher
// writes it.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

struct Scheduling {
  // The task.
  TaskRef task = kNone;
  std::uint64_t number = 0;  ///< host task number
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::uint64_t cycles = 0;
  std::vector<std::uint64_t> cycles_by_type;
  std::uint32_t set_up = 0;  ///< TaskLoad::set_up_cycles
  Cycle task_deadline = kNever;
  std::uint32_t target = kNone;  ///< Task::target
  Colocation colocation = Colocation::none;
  std::uint32_t task_jobs = 0;
  std::uint32_t picked = 0;  ///< jobs picked so far, over all requests; also the number of the next job
  std::uint32_t sent = 0;
  std::vector<std::uint32_t> picked_clusters;  ///< all_clusters: clusters of its jobs; one_cluster: at most one
  // The current request.
  std::uint32_t jobs = 0;       ///< jobs of the request
  std::uint32_t decided = 0;    ///< jobs with a decided match, which takes effect a latency later
  std::uint32_t matched = 0;    ///< decided jobs whose match has taken effect
  std::uint32_t issued = 0;     ///< matched jobs that are picked
  Cycle deadline = kNever;      ///< kNever: no timer
  Cycle counts_from = 0;        ///< first cycle in which the timer runs again
  std::uint32_t entry = kNone;  ///< its picker entry; kNone: none
  bool joined = false;          ///< the entry was ordered to join
  bool present = false;         ///< per_job: the join has taken effect
  // Matched against idle or reserve: the processor of each decided job that is not picked, in order of matching.
  std::vector<ProcessorId> matches;
  std::vector<Cycle> decided_at;          ///< by match: cycle of the decision
  std::vector<std::uint32_t> matches_on;  ///< by processor: how many of `matches` are on it
  ProcessorSet capable;                   ///< processors that may run its jobs, by type, size and plan
  ProcessorSet allowed;   ///< processors of `capable` that the next job may be matched with, busy or not
  ProcessorSet eligible;  ///< processors that the next job may be picked for, busy or not

  [[nodiscard]] JobCycles job_cycles() const {
    return {cycles, cycles_by_type.empty() ? nullptr : &cycles_by_type, set_up};
  }
  [[nodiscard]] bool all_decided() const { return decided == jobs; }
  [[nodiscard]] bool all_matched() const { return matched == jobs; }
  [[nodiscard]] bool pickable() const { return joined && issued < matched; }
};

}  // namespace scheduler
}  // namespace gantry
