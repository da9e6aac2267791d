// SPDX-License-Identifier: Apache-2.0
// Links between the scheduler's blocks, and their messages. docs/architecture.md draws them.
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/kernel/link.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// task cache -> decomposer: a task has become visible in its queue; one per cycle and queue.
struct QueueHead {
  QueueId queue = 0;
  TaskRef task = kNone;
};

/// decomposer -> task cache: a visible task has been registered, or a task's slot is free again.
struct CacheUpdate {
  enum class Kind : std::uint8_t { head_taken, room_freed } kind = Kind::head_taken;
  QueueId queue = 0;
  TaskRef task = kNone;  ///< head_taken only
};

/// decomposer -> state monitor: predecessor query or registration; one per cycle.
struct MonitorRequest {
  enum class Kind : std::uint8_t {
    query_predecessors,
    register_task,    ///< the decomposer knows that the predecessors are done
    register_early,   ///< it does not, and has sent no query
    register_queried  ///< it does not, and has sent a query
  } kind = Kind::query_predecessors;
  QueueId queue = 0;
  TaskRef task = kNone;
};

/// state monitor -> decomposer: all predecessors have completed, or the task has its id; one per cycle.
struct MonitorAnswer {
  QueueId queue = 0;
  TaskRef task = kNone;
  bool waits = false;        ///< with early registration: the task has its id and waits for predecessors
  std::uint64_t number = 0;  ///< with early registration: its host number, for an answer that comes too late
  bool cancelled = false;    ///< of a query: a predecessor has failed, and the task is over
};

/// state monitor -> dispatcher: the predecessors of a task that was registered early have completed.
struct TaskWake {
  TaskRef task = kNone;
};

/// decomposer -> dispatcher: schedule the remaining jobs of the task in `slot`.
struct ScheduleRequest {
  TaskRef task = kNone;
  std::uint32_t slot = 0;
  std::uint32_t jobs = 0;
  bool waits = false;  ///< the task was registered early; a TaskWake says when it can go on
};

/// dispatcher -> decomposer: all jobs are sent, or matching failed with `jobs_left`.
struct ScheduleVerdict {
  enum class Kind : std::uint8_t { all_sent, match_failed } kind = Kind::all_sent;
  std::uint32_t slot = 0;
  std::uint32_t jobs_left = 0;
};

/// state monitor -> dispatcher: a job of this processor has completed, or has not answered within monitor.job_timeout.
struct ProcessorUpdate {
  enum class Kind : std::uint8_t {
    completed,
    late,    ///< the answer of a job that counted as lost: its slot is free
    silent,  ///< the job is overdue, and goes on
    retry,   ///< the job is lost, and is to be issued again
    failed   ///< the job is lost for good
  };
  ProcessorId processor = 0;
  TaskRef task = kNone;  ///< of the job, except of a late one
  Kind kind = Kind::completed;
  bool quarantine = false;  ///< the processor gets no more jobs before it answers
  bool answered = false;    ///< the job has failed: of `retry` or `failed`, its slot is free
  // Of `retry`.
  std::uint32_t job = 0;      ///< JobRecord::job
  std::uint32_t attempt = 0;  ///< JobRecord::attempt of the lost one
  Cycle first_picked = kNever;

  /// Whether it is the answer of a processor.
  [[nodiscard]] bool answers() const { return kind == Kind::completed || kind == Kind::late || answered; }
  /// Whether a job of the task is over, for good or for bad.
  [[nodiscard]] bool ends_job() const { return kind == Kind::completed || kind == Kind::failed; }
};

/// From outside to the dispatcher: the host takes a processor out, or in again.
struct ProcessorSwitch {
  ProcessorId processor = 0;
  bool off = false;  ///< it gets no more jobs
};

/// dispatcher -> state monitor, with monitor.job_timeout: a job whose last flit was sent in cycle `sent`.
struct JobWatch {
  JobRef job = kNone;
  Cycle sent = 0;
};

/// dispatcher -> directory: where are the parts of this job? And the answer, which is in the table of jobs.
struct DataQuery {
  JobRef job = kNone;
};

struct SchedulerLinks {
  /// `wakes`: most wake-ups per cycle.
  explicit SchedulerLinks(std::uint32_t wakes = 1) : task_wakes(wakes) {}

  Link<QueueHead> heads;
  Link<CacheUpdate> cache_updates;
  Link<MonitorRequest> monitor_requests;
  Link<MonitorAnswer> query_answers;
  Link<MonitorAnswer> registrations;
  Link<ScheduleRequest> schedule_requests;
  Link<ScheduleVerdict> verdicts;
  Link<ProcessorUpdate> processor_updates;
  Link<JobWatch> job_watches;
  Link<ProcessorSwitch> processor_switches;
  Link<TaskWake> task_wakes;
  Link<DataQuery> data_queries;
  Link<DataQuery> data_answers;
};

}  // namespace scheduler
}  // namespace gantry
