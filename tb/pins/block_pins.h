// SPDX-License-Identifier: Apache-2.0
// Pins of the scheduler's blocks: the messages of their links, and the task data that a block looks up for a message.
#pragma once

#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/scheduler_links.h"
#include "gantry/scheduler/tables.h"
#include "pins/pin_fields.h"

namespace gantry {

/// Widths shared by many fields, for the largest configuration.
inline constexpr std::uint32_t kQueueBits = 10;
inline constexpr std::uint32_t kSlotBits = 12;
inline constexpr std::uint32_t kTaskBits = 32;
inline constexpr std::uint32_t kProcessorBits = 32;

namespace pins {

struct Head {
  QueueId queue = 0;
  TaskRef task = 0;
  bool waits = false;
  std::uint32_t jobs = 0;

  Head() = default;
  Head(const QueueHead& head, const TaskTable& tasks)
      : queue(head.queue),
        task(head.task),
        waits(!tasks[head.task].task.after.empty() || !tasks[head.task].task.registered_before.empty()),
        jobs(tasks[head.task].task.jobs) {}
  [[nodiscard]] QueueHead message() const { return {queue, task}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "at whose head the task is");
    f("task", task, kTaskBits, "index in the table of tasks");
    f.looked_up("waits", waits, 1, "it names predecessors, or others that are planned before it");
    f.looked_up("jobs", jobs, 32, "that it has");
  }
};

struct Update {
  CacheUpdate::Kind kind = CacheUpdate::Kind::head_taken;
  QueueId queue = 0;
  TaskRef task = 0;

  Update() = default;
  explicit Update(const CacheUpdate& update) : kind(update.kind), queue(update.queue), task(update.task) {}
  [[nodiscard]] CacheUpdate message() const { return {kind, queue, task}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("room_freed", kind, 1, "0: the task is registered and no head any more; 1: its cache slot is free");
    f("queue", queue, kQueueBits, "");
    f("task", task, kTaskBits, "");
  }
};

struct Question {
  MonitorRequest::Kind kind = MonitorRequest::Kind::query_predecessors;
  QueueId queue = 0;
  TaskRef task = 0;
  std::uint64_t number = 0;
  std::uint32_t jobs = 0;
  std::uint64_t position = 0;

  Question() = default;
  explicit Question(const MonitorRequest& request) : kind(request.kind), queue(request.queue), task(request.task) {}
  Question(const MonitorRequest& request, const TaskTable& tasks) : Question(request) {
    const LiveTask& live = tasks[request.task];
    number = live.record.number;
    jobs = live.task.jobs;
    position = live.record.position;
  }
  [[nodiscard]] MonitorRequest message() const { return {kind, queue, task}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("register", kind, 1, "0: tell when all that it waits for is done; 1: give it an id");
    f("queue", queue, kQueueBits, "");
    f("task", task, kTaskBits, "");
    f.looked_up("number", number, 64, "host number of the task");
    f.looked_up("jobs", jobs, 32, "whose completions end it; 0: an event");
    f.looked_up("position", position, 64, "in its queue, for the interrupt");
  }
};

/// Conditions of a query, in the order of their checks; sent beside the query.
struct WaitsFor {
  std::uint64_t number = 0;
  bool registered = false;

  template <class Visitor>
  void fields(Visitor& f) {
    f("number", number, 64, "host number of the other task");
    f("registered", registered, 1, "0: it has to be done; 1: it has to have its id");
  }
};

/// Calls `tell` with each of them.
template <class Tell>
void for_each_wait(const Task& task, Tell tell) {
  for (const std::uint64_t number : task.after) tell(WaitsFor{number, false});
  for (const std::uint64_t number : task.registered_before) tell(WaitsFor{number, true});
}

struct Completion {
  TaskRef task = 0;
  ProcessorId processor = 0;
  JobRef job = 0;
  bool failed = false;
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;

  Completion() = default;
  Completion(JobRef ref, const LiveJob& live)
      : task(live.task),
        processor(live.record.processor),
        job(ref),
        failed(live.answers_failed),
        number(live.record.job),
        attempt(live.record.attempt) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("task", task, kTaskBits, "whose job it was");
    f("processor", processor, kProcessorBits, "that ran it");
    f("job", job, kTaskBits, "number of this attempt among those that live, as in `job_watches`");
    f("failed", failed, 1, "1: the processor says that the job has failed");
    f("number", number, 32, "of the job within its task");
    f("attempt", attempt, 8, "earlier attempts of the job");
  }
};

/// Start of a job's timer.
struct Watch {
  JobRef job = 0;
  TaskRef task = 0;
  ProcessorId processor = 0;
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;
  Cycle sent = 0;

  Watch() = default;
  Watch(const JobWatch& watch, const JobTable& jobs) : job(watch.job), sent(watch.sent) {
    const LiveJob& live = jobs[watch.job];
    task = live.task;
    processor = live.record.processor;
    number = live.record.job;
    attempt = live.record.attempt;
  }
  template <class Visitor>
  void fields(Visitor& f) {
    f("job", job, kTaskBits, "number of this attempt among those that live, below `watched_jobs`");
    f("task", task, kTaskBits, "");
    f("processor", processor, kProcessorBits, "that is to run it");
    f("number", number, 32, "of the job within its task");
    f("attempt", attempt, 8, "earlier attempts of the job");
    f("sent", sent, 64, "cycle of its last flit; the job is overdue `job_timeout` later");
  }
};

/// What has become of a job, or of an attempt of it.
struct JobReport {
  ProcessorId processor = 0;
  ProcessorUpdate::Kind kind = ProcessorUpdate::Kind::completed;
  bool quarantine = false;
  bool answered = false;
  TaskRef task = 0;
  std::uint32_t number = 0;
  std::uint32_t attempt = 0;

  JobReport() = default;
  explicit JobReport(const ProcessorUpdate& update)
      : processor(update.processor), kind(update.kind), quarantine(update.quarantine), answered(update.answered) {
    if (kind != ProcessorUpdate::Kind::retry && kind != ProcessorUpdate::Kind::failed) return;
    task = update.task;
    number = update.job;
    attempt = update.attempt;
  }
  template <class Visitor>
  void fields(Visitor& f) {
    f("processor", processor, kProcessorBits, "of which a job has completed, or is overdue");
    f("kind", kind, 3,
      "0: completed; 1: answer of a job that counted as lost; 2: overdue, and goes on; 3: lost, to be issued again; "
      "4: lost for good");
    f("quarantine", quarantine, 1, "1: the processor gets no more jobs before it answers");
    f("answered", answered, 1, "of kinds 3 and 4: 0: overdue; 1: the job has failed");
    f("task", task, kTaskBits, "of kinds 3 and 4; else 0, as those below");
    f("number", number, 32, "of the job within its task");
    f("attempt", attempt, 8, "earlier attempts of the job");
  }
};

struct FreeProcessor {
  ProcessorId processor = 0;

  FreeProcessor() = default;
  explicit FreeProcessor(const ProcessorUpdate& update) : processor(update.processor) {}
  template <class Visitor>
  void fields(Visitor& f) {
    f("processor", processor, kProcessorBits, "of which a job has completed");
  }
};

struct Interrupt {
  QueueId queue = 0;
  TaskRef task = 0;
  std::uint64_t position = 0;
  std::uint64_t oldest = 0;

  Interrupt() = default;
  explicit Interrupt(const TaskInterrupt& interrupt)
      : queue(interrupt.queue), task(interrupt.task), position(interrupt.position), oldest(interrupt.oldest) {}
  [[nodiscard]] TaskInterrupt message() const { return {queue, task, position, oldest}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "");
    f("task", task, kTaskBits, "that is done");
    f("position", position, 64, "in the queue");
    f("oldest", oldest, 64, "host number of the oldest task that is not done");
  }
};

struct Bell {
  QueueId queue = 0;
  std::uint64_t tail = 0;

  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "");
    f("tail", tail, 64, "all positions before it can be read");
  }
};

struct Descriptor {
  QueueId queue = 0;
  std::uint64_t position = 0;
  TaskRef task = 0;
  std::uint64_t offset = 0;
  std::uint32_t predecessors = 0;

  Descriptor() = default;
  Descriptor(const DescriptorData& data, const TaskTable& tasks)
      : queue(data.queue),
        position(data.position),
        task(data.task),
        offset(data.offset),
        predecessors(data.task == kNone ? 0 : static_cast<std::uint32_t>(tasks[data.task].task.after.size())) {}
  [[nodiscard]] DescriptorData message() const { return {queue, task, position, offset}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "");
    f("position", position, 64, "in the queue");
    f("task", task, kTaskBits, "that it describes");
    f("offset", offset, 64, "of this burst in the descriptor");
    f.looked_up("predecessors", predecessors, 32, "that it names; further ones make it longer");
  }
};

struct Read {
  QueueId queue = 0;
  std::uint64_t position = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;

  Read() = default;
  explicit Read(const DescriptorRead& read)
      : queue(read.queue), position(read.position), address(read.access.address), bytes(read.access.bytes) {}
  [[nodiscard]] DescriptorRead message() const { return {{address, bytes}, position, queue}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "");
    f("position", position, 64, "in the queue");
    f("address", address, 64, "of the burst");
    f("bytes", bytes, 64, "of it");
  }
};

struct Answer {
  QueueId queue = 0;
  TaskRef task = 0;

  Answer() = default;
  explicit Answer(const MonitorAnswer& answer) : queue(answer.queue), task(answer.task) {}
  [[nodiscard]] MonitorAnswer message() const { return {queue, task}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("queue", queue, kQueueBits, "");
    f("task", task, kTaskBits, "");
  }
};

struct Request {
  TaskRef task = 0;
  std::uint32_t slot = 0;
  std::uint32_t jobs = 0;
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 0;
  std::uint32_t task_jobs = 0;
  std::uint64_t cycles = 0;
  Cycle deadline = 0;
  std::uint64_t processors = 0;

  Request() = default;
  explicit Request(const ScheduleRequest& request) : task(request.task), slot(request.slot), jobs(request.jobs) {}
  /// `may_run`: bit p: processor p may run the task's jobs; for the first 64 processors.
  Request(const ScheduleRequest& request, const Task& of, std::uint64_t may_run) : Request(request) {
    cls = of.cls;
    weight = of.weight;
    task_jobs = of.jobs;
    cycles = of.cycles;
    deadline = of.deadline;
    processors = may_run;
  }
  [[nodiscard]] ScheduleRequest message() const { return {task, slot, jobs}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("task", task, kTaskBits, "");
    f("slot", slot, kSlotBits, "the decomposer's, below `slots`; the verdict names it");
    f("jobs", jobs, 32, "that are to be sent");
    f.looked_up("class", cls, 2, "0: block, 1: cluster, 2: union, 3: communication");
    f.looked_up("weight", weight, 32, "that was configured");
    f.looked_up("task_jobs", task_jobs, 32, "of the whole task, over all its requests");
    f.looked_up("cycles", cycles, 64, "of one job at speed 1; the least, if they differ by type");
    f.looked_up("deadline", deadline, 64, "cycle by which it should be done; all ones: none");
    f.looked_up("processors", processors, 64,
                "bit p: processor p, of the first 64, may run its jobs, by type, size and plan");
  }
};

struct Verdict {
  ScheduleVerdict::Kind kind = ScheduleVerdict::Kind::all_sent;
  std::uint32_t slot = 0;
  std::uint32_t jobs_left = 0;

  Verdict() = default;
  explicit Verdict(const ScheduleVerdict& verdict)
      : kind(verdict.kind), slot(verdict.slot), jobs_left(verdict.jobs_left) {}
  [[nodiscard]] ScheduleVerdict message() const { return {kind, slot, jobs_left}; }
  template <class Visitor>
  void fields(Visitor& f) {
    f("failed", kind, 1, "0: the last job is sent; 1: some job stayed unmatched");
    f("slot", slot, kSlotBits, "of the request");
    f("jobs_left", jobs_left, 32, "of a failure: not sent");
  }
};

/// Numbers of the links in BlockPins, in its order.
namespace decomposer {
enum Input : std::uint32_t { heads, query_answers, registrations, verdicts };
enum Output : std::uint32_t { cache_updates, monitor_requests, schedule_requests };
}  // namespace decomposer
namespace monitor {
/// Most tasks that a query can wait for behind pins.
inline constexpr std::uint32_t kMostWaits = 64;
enum Input : std::uint32_t { completions, monitor_requests, job_watches, waits_for };
enum Output : std::uint32_t { query_answers, registrations, processor_updates, interrupts };
}  // namespace monitor
namespace task_cache {
enum Input : std::uint32_t { doorbells, descriptors, cache_updates };
enum Output : std::uint32_t { heads, reads };
}  // namespace task_cache

}  // namespace pins

[[nodiscard]] const BlockPins& decomposer_pins();
[[nodiscard]] const BlockPins& monitor_pins();
[[nodiscard]] const BlockPins& task_cache_pins();

/// All blocks with pins.
[[nodiscard]] const std::vector<const BlockPins*>& all_block_pins();
/// Returns the pins of a block; nullptr: unknown block, or a block without pins.
[[nodiscard]] const BlockPins* find_block_pins(std::string_view block);

}  // namespace gantry
