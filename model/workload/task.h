// SPDX-License-Identifier: Apache-2.0
// Tasks as the host submits them, and their source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/workload/data_object.h"
#include "gantry/workload/task_load.h"

namespace gantry {
inline namespace workload {

/// Compute cycles of a job at speed 1, by type of processor.
struct JobCycles {
  /// In `by_type`: this type cannot run the job.
  static constexpr std::uint64_t kCannotRun = ~std::uint64_t{0};

  std::uint64_t least = 0;                              ///< on the fastest type
  const std::vector<std::uint64_t>* by_type = nullptr;  ///< by ProcessorType; nullptr: `least` on all types
  std::uint32_t set_up = 0;                             ///< TaskLoad::set_up_cycles

  [[nodiscard]] std::uint64_t on(ProcessorType type) const { return by_type == nullptr ? least : (*by_type)[type]; }
};

/// Number of streams, whose numbers are 0..kMostStreams-1.
inline constexpr std::uint32_t kMostStreams = 65536;

/// Largest target weight that a task may have.
inline constexpr std::uint32_t kMostTarget = 65535;

/// Use of an object by a task.
struct DataRead {
  std::uint32_t object = 0;       ///< index in TaskSource::objects()
  std::uint64_t writer = kNever;  ///< host number of the task that writes it; kNever: none
  bool whole = false;             ///< each job reads all of it; else each its share
};

/// What a job needs.
struct JobShape {
  std::uint64_t job_bytes = 4;  ///< its size in bytes
  std::uint64_t cycles = 0;     ///< compute cycles at speed 1, on the fastest type
  std::vector<std::uint64_t>
      cycles_by_type;              ///< by ProcessorType, with JobCycles::kCannotRun; empty: `cycles` on all types
  ProcessorType type = kAnyType;   ///< required type; ignored if cycles_by_type is given
  std::uint64_t input_bytes = 0;   ///< read before it computes
  std::uint64_t output_bytes = 0;  ///< written after it has computed

  [[nodiscard]] JobCycles job_cycles(std::uint32_t set_up) const {
    return {cycles, cycles_by_type.empty() ? nullptr : &cycles_by_type, set_up};
  }
};

/// Consecutive jobs of a task that are alike (004 [0056], [0058]).
struct JobGroup : JobShape {
  std::uint32_t jobs = 1;  ///< at least 1
};

/// A task: the fields of its descriptor (docs/workloads.md), with all defaults resolved. Its JobShape is that of all
/// its jobs; if it has groups, only `cycles` of it counts, the most of any group.
struct Task : JobShape {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;      ///< 1..256
  std::uint32_t jobs = 1;        ///< 1..2^16; 0 for an event task
  std::vector<JobGroup> groups;  ///< jobs in their order, `jobs` in all; empty: all are alike
  Cycle submit = 0;              ///< earliest cycle in which the host may write it
  std::uint32_t stream = 0;      ///< number of its stream, 0..kMostStreams-1
  std::uint32_t place = 0;       ///< stream of graphs: number of the task in its instance, from 0
  std::uint64_t instance = 0;    ///< stream of graphs: number of the instance in the stream, from 0
  Cycle offset = 0;              ///< stream of graphs: `submit` minus the arrival of its instance
  std::uint64_t behind = 0;      ///< stream of graphs: it or a later task may wait for so many tasks before it
  Cycle deadline = kNever;       ///< last cycle for its completion; kNever: none
  std::uint32_t target = kNone;  ///< target weight for the picker `preset`, 0..kMostTarget; kNone: that of its class
  TaskLoad load;                 ///< before its jobs are sent
  std::vector<std::uint64_t> after;   ///< host numbers of the predecessors, each once; writers of what it reads too
  std::vector<DataRead> reads;        ///< objects, each once
  std::vector<std::uint32_t> writes;  ///< objects, as indices in TaskSource::objects(), each once
  // Set by a plan; both are empty without one.
  std::vector<ProcessorId> processors;           ///< processors that may run its jobs, ascending
  std::vector<std::uint64_t> registered_before;  ///< host numbers of tasks that must have ids before it requests one

  /// Returns what a job needs. Precondition: `job` is below `jobs`.
  [[nodiscard]] const JobShape& shape_of(std::uint32_t job) const {
    const JobShape* shape = this;
    for (std::size_t g = 0, end = 0; g < groups.size() && job >= end; end += groups[g++].jobs) shape = &groups[g];
    return *shape;
  }
  /// Calls visit(shape, jobs) for each group of jobs that are alike, in their order.
  template <class Visit>
  void for_each_group(Visit visit) const {
    if (groups.empty()) return visit(static_cast<const JobShape&>(*this), jobs);
    for (const JobGroup& group : groups) visit(static_cast<const JobShape&>(group), group.jobs);
  }
  [[nodiscard]] JobCycles job_cycles(std::uint32_t job) const { return shape_of(job).job_cycles(load.set_up_cycles); }
};

/// A task's place in the graph, for pictures and reports.
struct TaskLinks {
  std::vector<std::uint64_t> after;  ///< host numbers of the predecessors, each once
  std::uint64_t successors = 0;
};

/// Source of tasks in the order of submission. The n-th call of next() yields host task number n, from 0. In a closed
/// loop a task may be replaced as long as the host has not submitted it.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  /// Fills `task` with the next task; returns false when there are no more. The vectors of `task` are reused, so a
  /// caller that passes the same object again saves allocations.
  virtual bool next(Task& task) = 0;
  /// The objects that its tasks read and write; nullptr: none do. They do not change.
  [[nodiscard]] virtual const std::vector<ObjectShape>* objects() const { return nullptr; }
  /// Returns the user's name of an object.
  [[nodiscard]] virtual std::string object_name(std::uint32_t object) const { return std::to_string(object); }
  /// Whether tasks depend on completions of earlier ones (a closed loop). The host then calls completed(). Constant.
  [[nodiscard]] virtual bool is_closed_loop() const { return false; }
  /// Only of a closed loop: the host has taken the interrupt of task `number` in cycle `now`. Returns whether another
  /// task is to be submitted instead of the one that the last call of next() or completed() yielded, or after next()
  /// has returned false. `task` is then that other task, and the replaced one is yielded again later.
  virtual bool completed(std::uint64_t /*number*/, Cycle /*now*/, Task& /*task*/) { return false; }
  /// Returns the number of tasks that next() yields in all. Of a closed loop that merges tasks it is the most that can
  /// come, and never grows.
  [[nodiscard]] virtual std::uint64_t total() const = 0;
  /// Whether the tasks are a list that a report may iterate. A stream is not: it may be longer than any disk.
  [[nodiscard]] virtual bool is_list() const { return true; }
  /// Returns the user's name of a task.
  [[nodiscard]] virtual std::string name(std::uint64_t number) const = 0;
  /// Returns the graph links of task `number`. In a stream of graphs it is task `place` of an instance of `stream`.
  [[nodiscard]] virtual TaskLinks links(std::uint64_t /*number*/, std::uint32_t /*stream*/,
                                        std::uint32_t /*place*/) const {
    return {};
  }
};

}  // namespace workload
}  // namespace gantry
