// SPDX-License-Identifier: Apache-2.0
// Jobs that counted as lost and are to be issued again, inside the dispatcher (docs/faults.md, "Retries"). Problem: a
// job needs another processor when its task may have left cache, decomposer and pending set. Idea: the dispatcher keeps
// the message of each job until the job has completed, so that a retry needs nothing but a free processor. Cost: none
// while the queue is empty; else a pass over it when the dispatcher runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

class RetryQueue {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `same_cluster`: by class of the task: its jobs stay in their clusters. `processors` and `choice` must outlive the
  /// queue.
  RetryQueue(const std::array<bool, 4>& same_cluster, ProcessorTable& processors, const ProcessorChoice& choice);

  /// Adds the job of a ProcessorUpdate of kind `retry`.
  void add(const ProcessorUpdate& lost) { jobs_.push_back(lost); }
  [[nodiscard]] bool empty() const { return jobs_.empty(); }
  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  [[nodiscard]] const std::vector<ProcessorUpdate>& jobs() const { return jobs_; }

  /// A job that leaves the queue, and its processor.
  struct Retry {
    ProcessorUpdate lost;
    ProcessorId processor = 0;
  };
  /// Takes a slot for the oldest job that has a processor, and returns both; nothing if none has.
  std::optional<Retry> take(const TaskTable& tasks, Cycle now);

 private:
  /// Leaves the free processors for a job of the task in candidates_.
  void find_candidates(const Task& task, std::uint32_t job, ProcessorId lost_by);

  const std::array<bool, 4> same_cluster_;
  ProcessorTable& processors_;
  const ProcessorChoice& choice_;
  std::vector<ProcessorUpdate> jobs_;  ///< oldest first
  ProcessorSet candidates_;            ///< scratch
};

}  // namespace scheduler
}  // namespace gantry
