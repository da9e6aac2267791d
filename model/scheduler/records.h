// SPDX-License-Identifier: Apache-2.0
// The life of one task and of one job in cycles, handed over when it is complete. Reports, checkers and traces are
// RecordSinks; no block knows what becomes of a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// What is counted of one task. A field has one writer, starts at 0 and only grows.
struct TaskCounts {
  std::uint64_t match_failures = 0;  ///< dispatcher: matches given up after match_timeout
};
/// Calls `visit(count)` for every field. A field without its name in the list does not compile.
template <class Visit>
void for_each_count(TaskCounts& counts, Visit visit) {
  auto& [match_failures] = counts;
  visit(match_failures);
}

/// Cycles of a task's stations; kNever where it has not been (event tasks skip split to last_issue). A stamp is written
/// by the block in which it happens; what stands before the stamps is the host's.
struct TaskRecord {
  std::uint64_t number = 0;  ///< host task number: 0, 1, ... in order of submission
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::uint32_t jobs = 0;
  std::uint32_t stream = 0;     ///< who submitted it
  std::uint32_t place = 0;      ///< of a stream of graphs: which task of its instance
  std::uint64_t instance = 0;   ///< of a stream of graphs: which instance of the stream
  std::uint32_t id = kNone;     ///< state monitor: the task id that it got
  std::uint32_t entry = kNone;  ///< dispatcher: the picker entry that it got (the last time)
  QueueId queue = 0;            ///< queue of its descriptor; written by the host
  std::uint64_t position = 0;   ///< host: its place in the queue, counted from the first task
  Cycle arrival = 0;            ///< earliest cycle in which the host could have begun: the task's submit cycle
  Cycle submitted = kNever;     ///< host: begins to write the descriptor
  Cycle acknowledged = kNever;  ///< host: its descriptor is written
  Cycle announced = kNever;     ///< host: sends the doorbell that tells of it
  Cycle rung = kNever;          ///< task cache: sees that doorbell, or a later one
  Cycle asked = kNever;         ///< task cache: begins to read the descriptor
  Cycle cached = kNever;        ///< task cache: has the descriptor
  Cycle shown = kNever;         ///< decomposer: sees it at the head of its queue
  Cycle ready = kNever;         ///< decomposer: knows that all predecessors are done
  Cycle released =
      kNever;  ///< state monitor: the last thing that its query waited for happened; kNever: it did not wait
  std::uint64_t released_by = kNever;  ///< of which task: its completion, or for a planned order its registration
  Cycle slot_taken = kNever;           ///< decomposer: has a slot for it and sends the request for an id
  Cycle registered = kNever;   ///< decomposer: has the task's id; of an event task the state monitor, where it ends
  Cycle split = kNever;        ///< decomposer: split information ready
  Cycle requested = kNever;    ///< dispatcher: sees the scheduling request (the last one)
  Cycle entered = kNever;      ///< dispatcher: has a picker entry for it (the last time)
  Cycle admitted = kNever;     ///< dispatcher: entry joined the pending set (the last time)
  Cycle first_issue = kNever;  ///< dispatcher: first flit of the first job sent
  Cycle last_issue = kNever;   ///< dispatcher: first flit of the last job sent
  Cycle slot_freed = kNever;   ///< decomposer: hears that all its jobs are sent
  Cycle completed = kNever;    ///< state monitor: recorded as done
  TaskCounts counts;
};

struct JobRecord {
  std::uint64_t task = 0;  ///< host task number
  std::uint32_t job = 0;   ///< 0, 1, ... in the order in which the task's jobs were picked
  ProcessorId processor = 0;
  std::uint32_t port = 0;    ///< dispatcher: the send port that it left by
  Cycle matched = kNever;    ///< dispatcher: its match is decided; kNever if matched against `capable`
  Cycle picked = kNever;     ///< dispatcher
  Cycle issued = kNever;     ///< dispatcher: first flit sent
  Cycle sent = kNever;       ///< dispatcher: last flit sent
  Cycle arrived = kNever;    ///< processor: last flit there
  Cycle ready = kNever;      ///< processor: its input is there; without input as it arrives
  Cycle started = kNever;    ///< processor: compute only
  Cycle finished = kNever;   ///< processor: compute only
  Cycle written = kNever;    ///< processor: its output is acknowledged; without output as it finishes
  Cycle completed = kNever;  ///< state monitor: has seen the completion
  std::uint32_t stream = 0;  ///< its task's
};

/// The host has taken the interrupt of a task.
struct InterruptRecord {
  QueueId queue = 0;
  std::uint64_t position = 0;  ///< of the task in its queue
  std::uint64_t oldest = 0;    ///< host number of the oldest task that was not done, as it told
  Cycle seen = 0;
  Cycle taken = 0;
};

/// A decision of the picker.
struct PickRecord {
  /// The entry of a picker class that went before the others of it.
  struct Candidate {
    std::uint64_t task = 0;             ///< host task number
    std::uint32_t cls = 0;              ///< picker class
    std::uint32_t entry = 0;            ///< its entry
    std::int64_t target = 0;            ///< T, W and H_raw before the round (docs/picker.md)
    std::uint32_t expected_weight = 0;  ///< 0: the picker has no weights
    std::uint64_t history = 0;
  };
  Cycle cycle = 0;
  std::uint64_t round = 0;            ///< from 0
  std::uint32_t decision = 0;         ///< number within the round, from 0
  std::uint32_t eligible = 0;         ///< entries that could have been picked
  std::vector<Candidate> candidates;  ///< in order of class; of a picker that does not tell the winner alone
  std::size_t winner = 0;             ///< place in `candidates`
  std::uint32_t job = 0;              ///< of the winner's task, as in JobRecord
  ProcessorId processor = 0;
};

class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// Called in order of completion cycle; the order within one cycle is not defined. After an unfinished run also
  /// for every task that was not done (completed == kNever), in order of host number.
  virtual void task_done(const TaskRecord& task) = 0;
  /// Called in order of completion cycle; the order within one cycle is not defined.
  virtual void job_done(const JobRecord& job) = 0;
  /// In the order in which they are taken; a task's comes after its task_done.
  virtual void interrupt_taken(const InterruptRecord& /*interrupt*/) {}
  /// The task went back to the decomposer at cycle `now`: some job was unmatched for match_timeout cycles.
  virtual void match_failed(std::uint64_t /*task*/, Cycle /*now*/) {}
  /// From `from` to `to` the failures before it repeat, `failures` in all. They are not told one by one.
  virtual void match_failures_repeated(Cycle /*from*/, Cycle /*to*/, std::uint64_t /*failures*/) {}
  /// Whether decided() is of use, which costs time. Asked when the machine is built.
  [[nodiscard]] virtual bool follows_picks() const { return false; }
  /// In order of cycle, then of decision. A dispatcher in Verilog tells none.
  virtual void decided(const PickRecord& /*pick*/) {}
};

}  // namespace scheduler
}  // namespace gantry
