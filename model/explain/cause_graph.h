// SPDX-License-Identifier: Apache-2.0
// The graph of causes of one run, its decisions kept as they fell: every event of a task or job, and for each the
// events that it waited for, with the time that lies between at least and the cause that this time is told under. What
// waits for what is that of docs/timing.md; docs/explaining.md lists it. Nothing is simulated: the graph is a function
// of the run's records. Edges are found when they are asked for.
//
// The edge that ends last binds. If nothing in the list explains all of the time, the rest is added to that edge: the
// block's own time, as it fell (a message's way, an arbitration).
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

/// What an event waited for.
struct Awaited {
  Event from;
  Cycle weight = 0;  ///< that passes between the two at least
  Cause cause = Cause::host;
  bool binds = false;  ///< the event is its time plus the weight
  Cycle rest = 0;      ///< of the weight, what no rule gave: of an edge that binds
  Cause rest_cause = Cause::host;
};

/// Host numbers of the predecessors of a task, each once.
using Predecessors = std::function<std::vector<std::uint64_t>(const TaskRecord& task)>;

class CauseGraph {
 public:
  /// `history` outlives the graph. Without `predecessors` only the last one of each task is known.
  /// `strict`: awaited() throws std::logic_error if an event came before what it is said to have waited for, which no
  /// machine does and tests look for; else that is left out, as what is not among the records that are kept.
  CauseGraph(const Architecture& architecture, const RunHistory& history, const Predecessors& predecessors = {},
             bool strict = false);

  /// The last interrupt taken; begin if there is none.
  [[nodiscard]] Event end() const;
  [[nodiscard]] Cycle time(Event event) const;
  /// Replaces `out` by what the event waited for, one of which binds; nothing if its cause is not among the records
  /// that are kept. Of several that end in the same cycle the first binds: what is the task's own comes before what is
  /// of others. Precondition: the event has happened.
  void awaited(Event event, std::vector<Awaited>& out) const;

  /// When the last of the predecessors of the event's task, as far as they are known, was done; 0: it has none.
  [[nodiscard]] Cycle predecessors_done(Event event) const;
  [[nodiscard]] const TaskRecord& task(Event event) const;
  [[nodiscard]] const JobRecord& job(Event event) const { return history_.jobs()[event.index]; }

  /// Number of events, and each as a number below it; begin is 0.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t index(Event event) const;
  [[nodiscard]] Event event(std::size_t index) const;
  /// It has happened: event tasks have no split.
  [[nodiscard]] bool exists(Event event) const;
  /// Calls `visit(place)` for every task, in order of host number.
  template <class Visit>
  void for_each_task(Visit visit) const {
    for (const std::uint32_t place : by_number_) {
      if (place != kNone) visit(place);
    }
  }
  [[nodiscard]] std::uint32_t task_of(Event event) const;  ///< place in the history's tasks; kNone: not kept
  /// What is awaited is of the task that the event is of, or of one of its jobs.
  [[nodiscard]] bool is_own(Event event, Event awaited) const {
    return awaited.station != Station::begin && task_of(awaited) == task_of(event);
  }

 private:
  using Places = std::vector<std::uint32_t>;  ///< in the history's tasks or jobs
  /// The task that stood there before, place by place; kNone: none.
  struct QueueOrder {
    Places by_position;
    std::uint64_t first = 0;  ///< position of the first one
    Places by_arrival;
    Places by_registration;
  };
  class Edges;

  [[nodiscard]] std::uint32_t place_of(std::uint64_t number) const;
  [[nodiscard]] std::uint32_t at(const QueueOrder& queue, std::uint64_t position) const;
  void order_tasks();
  void order_predecessors(const Predecessors& predecessors);
  void order_jobs();
  void order_interrupts();
  void task_edges(Event event, Edges& edges) const;
  void job_edges(Event event, Edges& edges) const;
  void submission(std::uint32_t place, Edges& edges) const;
  void reading(std::uint32_t place, Edges& edges) const;
  void showing(std::uint32_t place, Edges& edges) const;
  void readiness(std::uint32_t place, Edges& edges) const;
  void admission(std::uint32_t place, Edges& edges) const;

  const Architecture& architecture_;
  const RunHistory& history_;
  bool strict_;
  bool idle_ = true;
  Cycle match_latency_ = 0;

  std::uint64_t first_number_ = 0;
  Places by_number_;
  std::vector<QueueOrder> queues_;
  Places after_begin_;  ///< by place of a task, in after_; empty: predecessors are not known
  Places after_;        ///< predecessors
  Places by_acknowledgement_;
  Places asked_before_;  ///< by place of a task: the task whose read began before
  Places granted_before_;
  Places requested_before_;
  Places id_before_;
  Places entry_before_;
  Places slot_opened_by_;  ///< whose slot it waited for
  Places room_opened_by_;
  Places interrupt_of_;                   ///< by place of a task, in the history's interrupts
  Places task_interrupted_;               ///< by place of an interrupt
  std::vector<Places> queue_interrupts_;  ///< those that moved the known head of the queue, in order
  Places window_interrupts_;              ///< those that moved the oldest unfinished task, in order
  Places job_begin_;                      ///< by place of a task, in jobs_of_
  Places jobs_of_;
  Places task_of_job_;
  Places last_pick_;     ///< by place of a task: its job that was picked last
  Places round_before_;  ///< by place of a job: a job picked in the round before
  Places match_before_;
  Places port_before_;
  Places lock_before_match_;  ///< the job picked for its processor before its match, before its pick
  Places lock_before_pick_;
  Places place_before_;    ///< whose completion gave its place free
  Places compute_before_;  ///< that its processor computed before
};

}  // namespace explain
}  // namespace gantry
