// SPDX-License-Identifier: Apache-2.0
// A scheduler in C++ in place of ours, behind three queues: tasks in, jobs out, completions in
// (docs/schedulers_in_rtl.md).
#pragma once

#include <cstdint>

namespace gantry {

/// A task all of whose predecessors are done.
struct QueueTask {
  std::uint32_t id = 0;          ///< 0 to 255; names the task until its last job has left
  std::uint32_t jobs = 0;        ///< at least 1
  std::uint32_t task_class = 0;  ///< 0: block, 1: cluster, 2: union, 3: communication
  std::uint32_t weight = 0;      ///< 1 to 256
  std::uint64_t cycles = 0;      ///< of one job at speed 1; the least, if they differ by type
  std::uint64_t deadline = 0;    ///< cycle by which it should be done; all ones: none
  std::uint64_t processors = 0;  ///< bit p: processor p may run its jobs
};

/// What a cycle moved through the queues.
struct QueueTransfers {
  const QueueTask* task = nullptr;  ///< the task that was taken; valid during the call
  bool job = false;                 ///< the job that was offered has left
  int completed = -1;               ///< the processor, 0 to 63, whose completion was taken; -1: none
};

/// What the scheduler offers in the next cycle.
struct QueueOffer {
  bool takes_task = true;
  bool takes_completion = true;
  bool job = false;             ///< a job of `task` for `processor`
  std::uint32_t task = 0;       ///< `id` of a task that was taken
  std::uint32_t processor = 0;  ///< 0 to 63, one of the task's `processors`
};

/// One call per cycle while the scheduler is awake: until 64 cycles after its last transfer.
class QueueScheduler {
 public:
  virtual ~QueueScheduler() = default;
  /// Back to the state in which it was made; its offer then is QueueOffer(). Called several times in a row.
  virtual void reset() = 0;
  virtual QueueOffer clock(const QueueTransfers& moved) = 0;
};

}  // namespace gantry

/// Ends the file of a scheduler: `Type` is its class.
#define GANTRY_QUEUE_SCHEDULER(Type)         \
  extern "C" void* GANTRY_QUEUE_MAKE();      \
  extern "C" void* GANTRY_QUEUE_MAKE() {     \
    gantry::QueueScheduler* made = new Type; \
    return made;                             \
  }
