// SPDX-License-Identifier: Apache-2.0
// The registered wires between the scheduler's own blocks, and what travels on each. docs/architecture.md draws them.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/kernel/link.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// task cache -> decomposer: the basic information of a task at the head of a queue, one a cycle and queue.
struct QueueHead {
  QueueId queue = 0;
  TaskRef task = kNone;
};

/// decomposer -> task cache: a task at the head of a queue has been registered, or a task's room is free again.
struct CacheUpdate {
  enum class Kind : std::uint8_t { head_taken, room_freed } kind = Kind::head_taken;
  QueueId queue = 0;
  TaskRef task = kNone;  ///< head_taken
};

/// decomposer -> state monitor, one a cycle.
struct MonitorRequest {
  enum class Kind : std::uint8_t { query_predecessors, register_task } kind = Kind::query_predecessors;
  QueueId queue = 0;
  TaskRef task = kNone;
};

/// state monitor -> decomposer, one a cycle: all predecessors are done, or the task has its id.
struct MonitorAnswer {
  QueueId queue = 0;
  TaskRef task = kNone;
};

/// decomposer -> dispatcher: schedule the remaining jobs of the task in `slot`.
struct ScheduleRequest {
  TaskRef task = kNone;
  std::uint32_t slot = 0;
  std::uint32_t jobs = 0;
};

/// dispatcher -> decomposer: every job has been sent, or some job stayed unmatched and `jobs_left` are left.
struct ScheduleVerdict {
  enum class Kind : std::uint8_t { all_sent, match_failed } kind = Kind::all_sent;
  std::uint32_t slot = 0;
  std::uint32_t jobs_left = 0;
};

/// state monitor -> dispatcher: a job of this processor has completed.
struct ProcessorUpdate {
  ProcessorId processor = 0;
};

struct SchedulerLinks {
  Link<QueueHead> heads;
  Link<CacheUpdate> cache_updates;
  Link<MonitorRequest> monitor_requests;
  Link<MonitorAnswer> query_answers;
  Link<MonitorAnswer> registrations;
  Link<ScheduleRequest> schedule_requests;
  Link<ScheduleVerdict> verdicts;
  Link<ProcessorUpdate> processor_updates;
};

}  // namespace scheduler
}  // namespace gantry
