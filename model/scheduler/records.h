// SPDX-License-Identifier: Apache-2.0
// The life of one task and of one job in cycles, handed over when it is complete. Reports, checkers and traces are
// RecordSinks; no block knows what becomes of a record.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
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
  std::uint32_t weight = 1;     ///< 1..256
  std::uint32_t jobs = 0;       ///< number of jobs; 0 for an event task
  std::uint32_t stream = 0;     ///< Task::stream
  std::uint32_t place = 0;      ///< Task::place
  std::uint64_t instance = 0;   ///< Task::instance
  std::uint32_t id = kNone;     ///< state monitor: the task id that it got
  std::uint32_t entry = kNone;  ///< dispatcher: the picker entry that it got (the last time)
  QueueId queue = 0;            ///< queue of its descriptor; written by the host
  std::uint64_t position = 0;   ///< host: position in the queue; the queue's first task has 0
  Cycle arrival = 0;            ///< earliest cycle in which the host could have begun: the task's submit cycle
  Cycle offset = 0;             ///< Task::offset
  Cycle submitted = kNever;     ///< host: begins to write the descriptor
  Cycle acknowledged = kNever;  ///< host: its descriptor is written
  Cycle announced = kNever;     ///< host: sends the doorbell that covers it
  Cycle rung = kNever;          ///< task cache: sees that doorbell, or a later one
  Cycle asked = kNever;         ///< task cache: begins to read the descriptor
  Cycle cached = kNever;        ///< task cache: has the descriptor
  Cycle shown = kNever;         ///< decomposer: sees it at the head of its queue
  /// Decomposer: knows that all predecessors are done. Of a task that was registered early the dispatcher, if it had
  /// the id before; of an event task the state monitor, where it ends.
  Cycle ready = kNever;
  Cycle released = kNever;  ///< dispatcher: ProcessorTable::released() of its processor as it is picked
  /// Host number of the task that made this condition true: by its completion, or in a planned order by its
  /// registration.
  std::uint64_t released_by = kNever;
  Cycle slot_taken = kNever;   ///< decomposer: has a slot for it and sends the request for an id
  Cycle registered = kNever;   ///< decomposer: has the task's id; of an event task the state monitor, where it ends
  Cycle split = kNever;        ///< decomposer: split information ready
  Cycle requested = kNever;    ///< dispatcher: sees the scheduling request (the last one)
  Cycle in_ring = kNever;      ///< dispatcher: the loader's ring has capacity for it; kNever: it did not wait for that
  Cycle entered = kNever;      ///< dispatcher: has a picker entry for it (the last time)
  Cycle admitted = kNever;     ///< dispatcher: entry joined the pending set (the last time)
  Cycle loaded = kNever;       ///< dispatcher: the loader has written what it needs; kNever: as it was picked
  Cycle first_issue = kNever;  ///< dispatcher: first flit of the first job sent
  Cycle last_issue = kNever;   ///< dispatcher: first flit of the last job sent
  Cycle slot_freed = kNever;   ///< dispatcher, ahead: the decomposer hears that all its jobs are sent
  Cycle completed = kNever;    ///< state monitor: recorded as done
  Cycle failed = kNever;       ///< state monitor: over, and a job was lost for good; then `completed` stays kNever
  Cycle cancelled = kNever;    ///< state monitor: over, because a predecessor failed or was cancelled; the same
  TaskCounts counts;
};

/// Whether the task took its slot before its predecessors were known to be done (monitor.early_registration). Then
/// `ready` may be after any station up to `entered`.
[[nodiscard]] inline bool registered_early(const TaskRecord& task) { return task.slot_taken < task.ready; }

/// Where the last part that a job waited for came from.
enum class LastPart : std::uint8_t { none, store, memory };

struct JobRecord {
  std::uint64_t task = 0;  ///< host task number
  std::uint32_t job = 0;   ///< 0, 1, ... in the order in which the task's jobs were picked
  ProcessorId processor = 0;
  std::uint32_t port = 0;               ///< dispatcher: the send port that it left by
  std::uint32_t attempt = 0;            ///< dispatcher: earlier attempts of this job, which counted as lost
  std::uint32_t order = 0;              ///< dispatcher: its place among the jobs that its round has picked, from 0
  Cycle matched = kNever;               ///< dispatcher: its match is decided; kNever if matched against `capable`
  Cycle picked = kNever;                ///< dispatcher; of a retry as its processor was chosen
  Cycle first_picked = kNever;          ///< dispatcher: of a retry `picked` of the first attempt; else kNever
  Cycle issued = kNever;                ///< dispatcher: first flit sent
  Cycle sent = kNever;                  ///< dispatcher: last flit sent
  Cycle arrived = kNever;               ///< processor: last flit there
  Cycle placed = kNever;                ///< processor: its store has capacity for its data; kNever: it has no data
  Cycle ready = kNever;                 ///< processor: its input is there; without input as it arrives
  Cycle go = kNever;                    ///< processor: the go word of its gang is there; kNever: it needs none
  Cycle started = kNever;               ///< processor: compute only
  Cycle finished = kNever;              ///< processor: compute only
  Cycle written = kNever;               ///< processor: its output is acknowledged; without output as it finishes
  Cycle completed = kNever;             ///< state monitor: has seen the completion
  Cycle released = kNever;              ///< dispatcher: ProcessorTable::released() of its processor as it is picked
  Cycle lost = kNever;                  ///< state monitor: counts as lost, so that a later answer is dropped
  std::uint32_t stream = 0;             ///< its task's
  LastPart last_part = LastPart::none;  ///< processor: `ready` is the cycle in which this part came; none: it is not
  std::uint32_t last_store = kNone;     ///< the store that it came from
};

/// How a part left a store.
enum class PartEnd : std::uint8_t {
  dropped,       ///< it was elsewhere
  written_back,  ///< it was written to global memory first
  dead,          ///< nobody was to read it
  lost,          ///< its store died, or the job that was to bring or write it failed
  run            ///< the run ended
};
inline constexpr std::array<std::string_view, 5> kPartEndNames = {"dropped", "written_back", "dead", "lost", "end"};

/// A stay of a part in a local store.
struct PartStay {
  std::uint32_t object = 0;       ///< index in TaskSource::objects()
  std::uint64_t writer = kNever;  ///< host number of the task that writes the object; kNever: none
  std::uint64_t instance = 0;     ///< instance of the writer
  std::uint32_t part = 0;
  std::uint64_t bytes = 0;
  std::uint32_t store = 0;
  Cycle reserved = 0;            ///< cycle in which the store had capacity for it
  Cycle from = kNever;           ///< cycle in which it was there; kNever: not before the end of the run
  Cycle until = 0;               ///< cycle in which it left, or the last one of the run
  bool written = false;          ///< a job wrote it here
  std::uint32_t source = kNone;  ///< not written: store that it came from; kNone: global memory
  std::uint64_t uses = 0;        ///< jobs that have read it here
  PartEnd end = PartEnd::run;
};

/// The host has taken the interrupt of a task.
struct InterruptRecord {
  QueueId queue = 0;
  std::uint64_t position = 0;  ///< of the task in its queue
  std::uint64_t oldest = 0;    ///< host number of the oldest unfinished task, as the interrupt reports it
  Cycle seen = 0;              ///< first cycle in which the host could see the interrupt
  Cycle taken = 0;             ///< cycle in which the host had handled it
};

/// A decision of the picker.
struct PickRecord {
  /// The first entry of a picker class, in the picker's order.
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
  std::vector<Candidate> candidates;  ///< in order of class; the winner alone if Picker::candidates reports none
  std::size_t winner = 0;             ///< index in `candidates`
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
  /// In order of the cycle in which they end; within one cycle in order of processors, then of what happens there.
  virtual void part_left(const PartStay& /*stay*/) {}
  /// In the order in which they are taken; a task's comes after its task_done.
  virtual void interrupt_taken(const InterruptRecord& /*interrupt*/) {}
  /// The request of the task with this host number failed in cycle `now`: some job had no match within match_timeout.
  virtual void match_failed(std::uint64_t /*task*/, Cycle /*now*/) {}
  /// In the cycles [from, to) the failures directly before `from` repeat periodically, `failures` in all.
  /// match_failed() is not called for them.
  virtual void match_failures_repeated(Cycle /*from*/, Cycle /*to*/, std::uint64_t /*failures*/) {}
  /// Whether decided() is to be called, which costs time. Queried once, when the machine is built.
  [[nodiscard]] virtual bool follows_picks() const { return false; }
  /// Called in order of cycle, then of decision, if follows_picks(). A dispatcher in Verilog does not call it.
  virtual void decided(const PickRecord& /*pick*/) {}
};

}  // namespace scheduler
}  // namespace gantry
