// SPDX-License-Identifier: Apache-2.0
// A task as the host submits it, and where the host takes it from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/types.h"

namespace gantry {
inline namespace workload {

/// Compute cycles of a job at speed 1, on each type of processor.
struct JobCycles {
  static constexpr std::uint64_t kCannotRun = ~std::uint64_t{0};

  std::uint64_t least = 0;                              ///< on the type that takes the fewest
  const std::vector<std::uint64_t>* by_type = nullptr;  ///< by ProcessorType; nullptr: `least` on all

  [[nodiscard]] std::uint64_t on(ProcessorType type) const { return by_type == nullptr ? least : (*by_type)[type]; }
};

/// Numbers of those who submit.
inline constexpr std::uint32_t kMostStreams = 65536;

/// The descriptor's fields (docs/workloads.md). Everything a foreign format left open is resolved.
struct Task {
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;  ///< 1..256
  std::uint32_t jobs = 1;    ///< power of two 1..2^16; 0 for an event task
  std::uint64_t job_bytes = 4;
  std::uint64_t cycles = 0;                   ///< per job at speed 1; the least, if they differ by type
  std::vector<std::uint64_t> cycles_by_type;  ///< by ProcessorType, JobCycles::kCannotRun; empty: `cycles` on all
  ProcessorType type = kAnyType;              ///< that it needs; with cycles by type those are the types
  Cycle submit = 0;
  std::uint32_t stream = 0;          ///< who submits it, 0..kMostStreams-1
  std::uint32_t place = 0;           ///< of a stream of graphs: which task of its instance, from 0
  std::uint64_t instance = 0;        ///< of a stream of graphs: which instance of the stream, from 0
  Cycle deadline = kNever;           ///< by which it should be done; kNever: none
  std::uint64_t input_bytes = 0;     ///< per job
  std::uint64_t output_bytes = 0;    ///< per job
  std::vector<std::uint64_t> after;  ///< host numbers of the predecessors, each once
  // Of a plan; both empty without one.
  std::vector<ProcessorId> processors;           ///< ascending: only these may run its jobs
  std::vector<std::uint64_t> registered_before;  ///< host numbers of tasks that have to have their ids before it asks

  [[nodiscard]] JobCycles job_cycles() const { return {cycles, cycles_by_type.empty() ? nullptr : &cycles_by_type}; }
};

/// A task among the others, for those who draw the graph.
struct TaskLinks {
  std::vector<std::uint64_t> after;  ///< host numbers of the predecessors, each once
  std::uint64_t successors = 0;
};

/// Tasks in the order of submission; the n-th call yields host task number n.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  /// Fills `task` (its vector keeps its capacity); false when there are no more.
  virtual bool next(Task& task) = 0;
  /// Tasks that next() yields in all.
  [[nodiscard]] virtual std::uint64_t total() const = 0;
  /// Whether the tasks are a list that a report may go through; a stream is not, it can be longer than any disk.
  [[nodiscard]] virtual bool is_list() const { return true; }
  /// The user's name of a task.
  [[nodiscard]] virtual std::string name(std::uint64_t number) const = 0;
  /// Of task `number`, which is task `place` of an instance of stream `stream` if it is of a stream of graphs.
  [[nodiscard]] virtual TaskLinks links(std::uint64_t /*number*/, std::uint32_t /*stream*/,
                                        std::uint32_t /*place*/) const {
    return {};
  }
};

}  // namespace workload
}  // namespace gantry
