// SPDX-License-Identifier: Apache-2.0
// The matcher's state of one task, from its first scheduling request until its last job has been sent. Only the matcher
// writes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/processor_choice.h"

namespace gantry {
inline namespace scheduler {

/// Consecutive jobs of a task that are alike.
struct JobKind {
  std::uint32_t end = 0;     ///< number of the first job behind them
  std::uint64_t cycles = 0;  ///< JobShape::cycles
  std::vector<std::uint64_t> cycles_by_type;
  std::uint32_t set_up = 0;  ///< TaskLoad::set_up_cycles
  ProcessorSet capable;      ///< processors that may run them, by type, size and plan

  [[nodiscard]] JobCycles job_cycles() const {
    return {cycles, cycles_by_type.empty() ? nullptr : &cycles_by_type, set_up};
  }
};

struct Scheduling {
  // The task.
  TaskRef task = kNone;
  std::uint64_t number = 0;  ///< host task number
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::uint64_t cycles = 0;  ///< Task::cycles
  Cycle task_deadline = kNever;
  std::uint32_t target = kNone;  ///< Task::target
  Colocation colocation = Colocation::none;
  std::uint32_t task_jobs = 0;
  std::vector<JobKind> kinds;  ///< the first kind_count are those of its jobs, in their order
  std::uint32_t kind_count = 0;
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
  ProcessorSet allowed;                   ///< processors that the next job may be matched with, busy or not
  ProcessorSet eligible;                  ///< processors that the next job may be picked for, busy or not

  /// Number of the next job to match.
  [[nodiscard]] std::uint32_t next_to_match() const { return picked - issued + decided; }
  /// Kind of a job. Behind the last job: the last kind.
  [[nodiscard]] const JobKind& kind_of(std::uint32_t job) const {
    std::uint32_t k = 0;
    while (k + 1 < kind_count && job >= kinds[k].end) ++k;
    return kinds[k];
  }
  /// With `reserve`: matches of those that have taken effect which are of the next job's kind. They come first.
  [[nodiscard]] std::size_t usable_matches() const { return std::min(matched - issued, kind_of(picked).end - picked); }
  [[nodiscard]] bool all_decided() const { return decided == jobs; }
  [[nodiscard]] bool all_matched() const { return matched == jobs; }
  [[nodiscard]] bool pickable() const { return joined && issued < matched; }
};

}  // namespace scheduler
}  // namespace gantry
