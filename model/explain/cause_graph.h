// SPDX-License-Identifier: Apache-2.0
// The graph of causes of one run, with its decisions as they were made. Nodes are the events of tasks and jobs. An edge
// leads to an event from one that it waited for, and has the least time between them and the cause of that time.
// docs/timing.md defines what waits for what, and docs/explaining.md lists it. Nothing is simulated: the graph is a
// function of the run's records, and edges are computed on demand.
//
// The edge that ends last binds. Time that no edge explains is added to the binding edge: time of the block itself,
// such as a message's transfer or an arbitration.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gantry/explain/causes.h"
#include "gantry/explain/event.h"
#include "gantry/explain/run_history.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace explain {

/// An edge of the graph: something that an event waited for.
struct Awaited {
  Event from;
  Cycle weight = 0;  ///< least cycles between the two events; of the binding edge the actual ones, `rest` included
  Cause cause = Cause::host;
  bool binds = false;  ///< `from` plus the weight is the time of the event
  Cycle rest = 0;      ///< binding edges: part of the weight that no rule explains
  Cause rest_cause = Cause::host;
};

/// Returns the host numbers of a task's predecessors, each once.
using Predecessors = std::function<std::vector<std::uint64_t>(const TaskRecord& task)>;

class CauseGraph {
 public:
  /// Treatment of an event that comes sooner behind another than the machine's latencies say.
  enum class Soon : std::uint8_t {
    leave_out,  ///< it did not wait for the other one
    refuse,     ///< awaited() throws std::logic_error: no machine does that, and tests look for it
    shorten     ///< the latency was shorter, if the order is right: somebody's own block is in the machine
  };
  /// `history` must outlive the graph. Without `predecessors` only the last one of each task is known. Edges to records
  /// that are not kept are left out.
  CauseGraph(const Architecture& architecture, const RunHistory& history, const Predecessors& predecessors = {},
             Soon soon = Soon::leave_out);

  /// Returns the last interrupt taken; begin if there is none, or if its task is not kept.
  [[nodiscard]] Event end() const;
  /// Returns the cycle of an event; kNever: it has not happened, or is not known.
  [[nodiscard]] Cycle time(Event event) const;
  /// Returns the cycle from which on all records are kept; 0: all are.
  [[nodiscard]] Cycle known_from() const;
  /// Fills `out` with the edges of an event, one of which binds. Empty if its cause is not among the kept records. Of
  /// edges that end in one cycle the first binds: those of the task itself are before those of others. Precondition:
  /// the event has happened.
  void awaited(Event event, std::vector<Awaited>& out) const;

  /// Returns the cycle in which the last known predecessor of the event's task completed, or TaskRecord::released if
  /// that is later; 0: neither is known.
  [[nodiscard]] Cycle predecessors_done(Event event) const;
  /// Precondition: task_of(event) is not kNone, and the event is not begin.
  [[nodiscard]] const TaskRecord& task(Event event) const;
  [[nodiscard]] const JobRecord& job(Event event) const { return history_.jobs()[event.index]; }
  /// Calls `visit(from, until)` for each interval within [from, to) in which a fault of the interconnect held a message
  /// up that the event waits for, the last one first: one about its job, or about its task as a whole.
  template <class Visit>
  void for_each_hold_backwards(Event event, Cycle from, Cycle to, Visit visit) const {
    if (!history_.holds().empty()) history_.holds().for_each_backwards(subject(event), from, to, visit);
  }

  /// Returns the number of events. index() is below it; begin has index 0.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t index(Event event) const;
  [[nodiscard]] Event event(std::size_t index) const;
  /// Whether the event has happened. Event tasks, for example, have no split.
  [[nodiscard]] bool exists(Event event) const;
  /// Calls `visit(index)` for every task in the history, in order of host number.
  template <class Visit>
  void for_each_task(Visit visit) const {
    for (const std::uint32_t place : by_number_) {
      if (place != kNone) visit(place);
    }
  }
  /// Returns the index of the event's task in the history; kNone: not kept.
  [[nodiscard]] std::uint32_t task_of(Event event) const;
  /// Whether `awaited` belongs to the task of `event` or to one of its jobs.
  [[nodiscard]] bool is_own(Event event, Event awaited) const {
    return awaited.station != Station::begin && task_of(awaited) == task_of(event);
  }

 private:
  using Places = std::vector<std::uint32_t>;  ///< indices of tasks or jobs in the history
  /// Tasks of a queue by several orders, as indices; kNone: not known.
  struct QueueOrder {
    Places by_position;
    std::uint64_t first = 0;  ///< position of the first entry
    Places by_arrival;
    Places by_registration;
  };
  class Edges;
  /// The last job that made a processor of some type free, and the station at which it did.
  struct Freed {
    std::uint32_t job = kNone;
    Station by = Station::job_completed;
  };

  [[nodiscard]] PacketSubject subject(Event event) const;
  [[nodiscard]] std::uint32_t place_of(std::uint64_t number) const;
  [[nodiscard]] std::uint32_t at(const QueueOrder& queue, std::uint64_t position) const;
  void order_tasks();
  void order_predecessors(const Predecessors& predecessors);
  void order_jobs();
  void order_gangs();
  void order_loads();
  void order_freed(const Places& by_match);
  void order_interrupts();
  void task_edges(Event event, Edges& edges) const;
  void job_edges(Event event, Edges& edges) const;
  void gang_edges(std::uint32_t task, Edges& edges) const;
  /// Whether this completion is the answer that ended the quarantine of the job's processor.
  [[nodiscard]] bool ends_quarantine(const Freed& freed, const JobRecord& job) const;
  /// Whether a match or a pick has waited since cycle `since` until its processor left quarantine.
  [[nodiscard]] bool waited_for_quarantine(Event event, Cycle since) const;
  void submission(std::uint32_t place, Edges& edges) const;
  void reading(std::uint32_t place, Edges& edges) const;
  void showing(std::uint32_t place, Edges& edges) const;
  void readiness(std::uint32_t place, Edges& edges) const;
  void loading(std::uint32_t place, Edges& edges) const;
  void admission(std::uint32_t place, Edges& edges) const;

  const Architecture& architecture_;
  const RunHistory& history_;
  Soon soon_;
  bool reserves_ = false;     ///< a match takes the slot; otherwise the pick does
  bool needs_slots_ = false;  ///< a match needs a free slot
  Cycle match_latency_ = 0;

  std::uint64_t first_number_ = 0;
  Places by_number_;
  std::vector<QueueOrder> queues_;
  Places after_begin_;  ///< by task: begin of its predecessors in after_; empty: not known
  Places after_;        ///< predecessors, one task after the other
  Places by_acknowledgement_;
  Places asked_before_;  ///< by task: the task whose read began before
  Places granted_before_;
  Places requested_before_;
  Places id_before_;
  Places entry_before_;
  Places slot_opened_by_;  ///< by task: the one whose decomposer slot it got
  Places room_opened_by_;
  Places interrupt_of_;                   ///< by task: index of its interrupt
  Places task_interrupted_;               ///< by interrupt: index of its task
  std::vector<Places> queue_interrupts_;  ///< by queue: interrupts that moved the known head, in order
  Places window_interrupts_;              ///< interrupts that moved the oldest unfinished task, in order
  Places job_begin_;                      ///< by task: begin of its jobs in jobs_of_
  Places jobs_of_;
  Places task_of_job_;
  Places first_pick_;      ///< by task: its job with number 0; empty: nothing is loaded
  Places loaded_before_;   ///< by task: the one that the loader took before; empty: nothing is loaded
  Places ring_opened_by_;  ///< by task: the one whose completion gave it capacity of the ring; empty: none waited
  Places last_pick_;       ///< by task: its job that was picked last
  Places round_before_;    ///< by job: a job picked in the previous round
  Places match_before_;
  Places gang_before_;                       ///< by task, of gangs that start in turn: the gang before
  std::vector<Freed> freed_before_match_;    ///< by job, matched against idle
  std::vector<Freed> freed_before_request_;  ///< by task that failed to match
  Places port_before_;
  Places lock_before_match_;  ///< by job: the previous job of its processor, picked before the match
  Places lock_before_pick_;
  Places place_before_;    ///< by job: the job whose completion freed its processor slot
  Places compute_before_;  ///< by job: the previous job of its processor
};

}  // namespace explain
}  // namespace gantry
