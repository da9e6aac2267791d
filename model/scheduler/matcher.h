// SPDX-License-Identifier: Apache-2.0
// Matching of the jobs of scheduling requests with processors: plain bookkeeping inside the dispatcher, with time as an
// argument (docs/timing.md, "Matching"; source 004 [0058]-[0060], [0099]).
//
// In each cycle the oldest request with a matchable job gets up to match_jobs_per_cycle jobs matched. The MatchStrategy
// decides when a request takes a picker entry and joins its pending set. What a job is matched with is
// dispatcher.match_against:
//   idle     a slot of a processor, free now, that no other job of the request is matched with. It stays free for all:
//            the pick chooses a processor among those that are free then.
//   reserve  a free slot, which is taken. The pick chooses among the slots that the request has taken.
//   capable  any processor that may run it. The pick chooses as with idle.
//
// A request that still has an unmatched job after match_timeout cycles fails, and its matches are void. Only cycles in
// which the matcher looks for a processor for this request count. Not counted are cycles in which an older request gets
// jobs matched, and cycles in which the picker computes weights (docs/timing.md, "No livelock"). Cost per cycle: a pass
// over unmatched requests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/job_places.h"
#include "gantry/scheduler/match_strategy.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduling.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

class Matcher {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `entries`, `processors`, `choice` and `places` outlive the matcher. `places`: nullptr: no task has data.
  Matcher(const DispatcherConfig& config, std::uint32_t slots, IdPool& entries, ProcessorTable& processors,
          const ProcessorChoice& choice, JobPlaces* places = nullptr);

  /// A request whose timer has ended.
  struct Failure {
    std::uint32_t slot = 0;
    std::uint32_t jobs_left = 0;  ///< jobs that are not picked
    std::uint32_t entry = kNone;  ///< its picker entry, which the caller must free; kNone: it had none
    bool joined = false;          ///< the entry is in its pending set, or was ordered to join
  };
  /// State of the picker's clock in a cycle.
  struct PickerState {
    bool joins_take_effect = false;  ///< ordered joins take effect at the end of this cycle
    Cycle weighs_until = 0;          ///< last cycle of the current reweigh, in which no round starts
  };
  /// Events of one cycle, in order of the requests.
  struct Outcome {
    std::optional<Failure> failed;
    std::vector<std::uint32_t> entering;  ///< slots that took a picker entry
    std::vector<std::uint32_t> joining;   ///< slots whose entry was ordered to join
    bool progress = false;                ///< anything changed: the next cycle may match more
    void clear() {
      failed.reset();
      entering.clear();
      joining.clear();
      progress = false;
    }
  };
  /// A picked job and its processor.
  struct Assignment {
    std::uint32_t job = 0;  ///< number within its task
    ProcessorId processor = 0;
    Cycle matched = kNever;     ///< cycle in which its match was decided; kNever: matched against capable
    bool request_done = false;  ///< it was the request's last job, and the request has released its entry
  };

  /// Sets the observer of matches that take effect after the entry has joined.
  void watch(DispatchWitness* witness) { witness_ = witness; }
  [[nodiscard]] const Scheduling& operator[](std::uint32_t slot) const { return slots_[slot]; }

  /// Adds a request for `jobs` jobs of a task. `number`: host number of the task. `waits`: for predecessors or
  /// for the loader; it is lent an entry while one is left over, and nothing else happens before release().
  void request(std::uint32_t slot, TaskRef ref, std::uint64_t number, const Task& task, std::uint32_t jobs,
               bool waits = false);
  /// Whether a request of the task waits.
  [[nodiscard]] bool waits(TaskRef task) const { return find_waiting(task) != waiting_.end(); }
  /// The waiting request of the task is the youngest of those to be matched. Precondition: waits(task).
  void release(TaskRef task) {
    const auto at = find_waiting(task);
    queue_.push_back(*at);
    waiting_.erase(at);
  }
  /// Ends the oldest request whose timer has ended, at most one per cycle, and gives its slots up.
  void expire(Cycle now, Outcome& outcome);
  /// Runs one cycle of matching, and adds its events to `outcome`.
  void match(Cycle now, const PickerState& picker, Outcome& outcome);
  /// Stops all timers for `cycles` cycles from cycle `now` + 1 on, in which the picker computes weights.
  void weigh(Cycle now, Cycle cycles);

  /// Whether the slot's next job could be picked now. It is matched, its entry has joined, and a processor that may run
  /// it is free. With match_against reserve, one of its reserved processors is not locked.
  [[nodiscard]] bool can_pick(std::uint32_t slot) const {
    const Scheduling& s = slots_[slot];
    if (!s.pickable()) return false;
    return any_common(s.eligible, reserve() ? processors_.unlocked() : processors_.free());
  }
  /// Whether any processor has a free slot. If not, can_pick() is false for every slot.
  [[nodiscard]] bool any_place() const { return !is_empty(reserve() ? processors_.unlocked() : processors_.free()); }
  /// Chooses the processor for the slot's next job and takes one of its slots. Precondition: can_pick.
  Assignment pick(std::uint32_t slot, Cycle now);
  /// Counts a sent job. Returns whether it was the task's last one; the slot is then free for another task.
  bool job_sent(std::uint32_t slot);

  /// Cycle in which the next request fails if nothing changes, as of the last match(); kNever: none.
  [[nodiscard]] Cycle next_deadline() const { return next_deadline_; }
  /// Cycle in which the next decided match takes effect; kNever: none is under way.
  [[nodiscard]] Cycle next_effect() const { return under_way_.empty() ? kNever : under_way_.front().at; }
  /// Appends numbers that are equal for two states exactly if both develop alike. Times are relative to `now`.
  void append_state(Cycle now, std::vector<std::uint64_t>& state) const;
  /// Moves timers, and matches that are under way, `cycles` later, as well as decisions made in cycle `since` or later.
  void shift(Cycle since, Cycle cycles);
  /// Slots with an unmatched job or without an entry, the oldest request first.
  [[nodiscard]] const std::vector<std::uint32_t>& queue() const { return queue_; }
  /// Slots whose requests wait for predecessors or the loader, in order of arrival.
  [[nodiscard]] const std::vector<std::uint32_t>& waiting() const { return waiting_; }
  /// Number of requests with an unmatched job, after the last match().
  [[nodiscard]] std::uint32_t unmatched() const { return unmatched_; }
  /// Number of requests that wait for a picker entry, after the last match().
  [[nodiscard]] std::uint32_t waiting_for_entry() const { return waiting_for_entry_; }

 private:
  class Desk;
  [[nodiscard]] std::vector<std::uint32_t>::const_iterator find_waiting(TaskRef task) const {
    return std::find_if(waiting_.begin(), waiting_.end(),
                        [&](std::uint32_t slot) { return slots_[slot].task == task; });
  }
  /// Serves the requests of `queue_`.
  void serve(Cycle now, const PickerState& picker, Outcome& outcome);
  /// Lends entries that are free to waiting requests, older ones first.
  void lend_entries(Outcome& outcome) {
    for (const std::uint32_t slot : waiting_) {
      if (!entries_.has_free()) return;
      if (slots_[slot].entry != kNone) continue;
      slots_[slot].entry = entries_.take();
      outcome.entering.push_back(slot);
    }
  }
  /// Returns an entry to `entries_` that is lent, of the youngest request that has one. Returns whether there was one.
  bool recall_entry() {
    for (auto slot = waiting_.rbegin(); slot != waiting_.rend(); ++slot) {
      if (slots_[*slot].entry == kNone) continue;
      entries_.give(slots_[*slot].entry);
      slots_[*slot].entry = kNone;
      return true;
    }
    return false;
  }
  /// Decided matches of a slot, which take effect in cycle `at`.
  struct UnderWay {
    Cycle at = 0;
    std::uint32_t slot = 0;
    std::uint32_t jobs = 0;
  };

  /// Decides matches for some of the request's jobs.
  void match_jobs(Scheduling& s, Cycle now);
  /// Makes `jobs` more of the decided matches pickable.
  void take_effect(Scheduling& s, std::uint32_t jobs, Cycle now) const;
  /// Leaves the free processors of `allowed` with a slot that the request is not matched with, in candidates_.
  void find_candidates(const Scheduling& s);
  /// Lets the policy choose among candidates_ for job `job` of the request's task.
  [[nodiscard]] ProcessorId choose(const Scheduling& s, std::uint32_t job, Cycle now);
  void add_match(Scheduling& s, ProcessorId p, Cycle now);
  /// Ends match `i` of the request.
  void end_match(Scheduling& s, std::size_t i) const;
  void find_kinds(Scheduling& s, const Task& task) const;
  /// Finds the processors for the next job to match and the next one to pick: those that may run it, as far as the
  /// co-location rule allows.
  void restrict(Scheduling& s);
  /// Returns the processors that the rule allows for a job beside others of its task in these clusters.
  [[nodiscard]] ProcessorSet allowed_beside(const Scheduling& s, const std::vector<std::uint32_t>& clusters) const;
  /// Keeps younger requests away from processors that this request needs, for the rest of the cycle.
  void withhold(const Scheduling& s);
  void note_cluster(Scheduling& s, ProcessorId p);
  [[nodiscard]] bool reserve() const { return config_.match_against == MatchAgainst::reserve; }
  [[nodiscard]] bool capable() const { return config_.match_against == MatchAgainst::capable; }

  const DispatcherConfig config_;
  const std::unique_ptr<MatchStrategy> strategy_;
  IdPool& entries_;
  ProcessorTable& processors_;
  const ProcessorChoice& choice_;
  JobPlaces* const places_;
  DispatchWitness* witness_ = nullptr;
  std::vector<Scheduling> slots_;
  std::vector<std::uint32_t> queue_;    ///< slots with an unmatched job or without an entry, oldest first
  std::vector<std::uint32_t> waiting_;  ///< slots that wait for predecessors or the loader, in order of arrival
  const bool withholds_;                ///< gangs reserve
  const Cycle latency_;                 ///< cycles from the decision of a match to its effect
  Ring<UnderWay> under_way_;            ///< in order of `at`; at most one item per cycle
  Cycle next_deadline_ = kNever;
  std::uint32_t unmatched_ = 0;
  std::uint32_t waiting_for_entry_ = 0;
  ProcessorSet candidates_;                   ///< scratch
  ProcessorSet withheld_;                     ///< processors that younger requests may not use in this cycle
  std::vector<std::uint32_t> used_clusters_;  ///< scratch
};

}  // namespace scheduler
}  // namespace gantry
