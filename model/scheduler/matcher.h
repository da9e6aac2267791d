// SPDX-License-Identifier: Apache-2.0
// Matching: which jobs of which scheduling request have found their processor (docs/timing.md,
// "Matching"; source 004 [0058]-[0060], [0099]). Plain bookkeeping inside the dispatcher; time comes as an argument.
//
// In each cycle the oldest request that can match a job gets up to match_jobs_per_cycle jobs matched. When a request
// takes a picker entry and joins its pending set is the MatchStrategy's. A request with an unmatched job at the end of
// its time fails and gives its reservations back. Its time is made of the cycles in which a job of its own is looked
// for: it stands still while the matcher works for an older request, and while the picker starts no rounds since it
// computes weights (docs/timing.md, "No livelock").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/dispatch_witness.h"
#include "gantry/scheduler/id_pool.h"
#include "gantry/scheduler/match_strategy.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/scheduler/scheduling.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

class Matcher {
 public:
  /// `entries`, `processors` and `choice` outlive the matcher.
  Matcher(const DispatcherConfig& config, std::uint32_t slots, IdPool& entries, ProcessorTable& processors,
          const ProcessorChoice& choice);

  /// A request whose time is over.
  struct Failure {
    std::uint32_t slot = 0;
    std::uint32_t jobs_left = 0;  ///< not picked
    std::uint32_t entry = kNone;  ///< that it held; whoever hears of the failure gives it back
    bool joined = false;          ///< the entry stands in its pending set
  };
  /// What the picker's clock says in a cycle.
  struct PickerState {
    bool joins_take_effect = false;  ///< at the end of this cycle
    Cycle weighs_until = 0;          ///< no round starts up to this cycle
  };
  /// What happened in a cycle, in order of request.
  struct Outcome {
    std::optional<Failure> failed;
    std::vector<std::uint32_t> entering;  ///< slots that got their entry
    std::vector<std::uint32_t> joining;   ///< slots
    bool progress = false;
    void clear() {
      failed.reset();
      entering.clear();
      joining.clear();
      progress = false;
    }
  };
  /// Where a picked job goes.
  struct Assignment {
    std::uint32_t job = 0;  ///< number within its task
    ProcessorId processor = 0;
    Cycle matched = kNever;     ///< its match was decided; kNever if no processor was reserved
    bool request_done = false;  ///< it was the request's last job: the entry is no longer the request's
  };

  /// Is told of matches that take effect of an entry that has joined.
  void watch(DispatchWitness* witness) { witness_ = witness; }
  [[nodiscard]] const Scheduling& operator[](std::uint32_t slot) const { return slots_[slot]; }

  /// A request reaches the dispatcher.
  void request(std::uint32_t slot, TaskRef ref, std::uint64_t number, const Task& task, std::uint32_t jobs);
  /// Ends the oldest request whose time is over, one a cycle, and gives its reservations back.
  void expire(Cycle now, Outcome& outcome);
  /// One cycle of matching.
  void match(Cycle now, const PickerState& picker, Outcome& outcome);
  /// The picker computes weights from cycle `now` + 1 on, for so long: no timer runs meanwhile.
  void weigh(Cycle now, Cycle cycles);

  /// Whether the slot's next job could be picked now: it is matched, its entry has joined, and a processor that could
  /// take it (idle: one of its reserved ones) is free.
  [[nodiscard]] bool can_pick(std::uint32_t slot) const {
    const Scheduling& s = slots_[slot];
    if (!s.pickable()) return false;
    return idle() ? any_common(s.reserved_set, processors_.unlocked()) : any_common(s.allowed, processors_.free());
  }
  /// Whether can_pick() may hold of any slot: a processor has place.
  [[nodiscard]] bool any_place() const { return !is_empty(idle() ? processors_.unlocked() : processors_.free()); }
  /// Chooses the processor for the slot's next job and books it. Precondition: can_pick.
  Assignment pick(std::uint32_t slot, Cycle now);
  /// A job of the slot has been sent. True: it was the task's last, and the slot is free for another task.
  bool job_sent(std::uint32_t slot);

  /// When the next request fails if nothing changes; as of the last match().
  [[nodiscard]] Cycle next_deadline() const { return next_deadline_; }
  /// When the next match that is decided takes effect; kNever: none is under way.
  [[nodiscard]] Cycle next_effect() const { return under_way_.empty() ? kNever : under_way_.front().at; }
  /// Appends what distinguishes this state from others at the same distance from `now`.
  void append_state(Cycle now, std::vector<std::uint64_t>& state) const;
  /// Every running timer ends `cycles` later, what is under way takes effect that much later, and what was decided from
  /// `since` on was so that much later.
  void shift(Cycle since, Cycle cycles);
  [[nodiscard]] const std::vector<std::uint32_t>& queue() const { return queue_; }
  /// Requests with an unmatched job, and those that wait for an entry, after the last match().
  [[nodiscard]] std::uint32_t unmatched() const { return unmatched_; }
  [[nodiscard]] std::uint32_t waiting_for_entry() const { return waiting_for_entry_; }

 private:
  class Desk;
  /// Matches that are decided and take effect in cycle `at`.
  struct UnderWay {
    Cycle at = 0;
    std::uint32_t slot = 0;
    std::uint32_t jobs = 0;
  };

  /// Decides matches for some of the request's jobs.
  void match_jobs(Scheduling& s, Cycle now);
  /// `jobs` more of the decided matches can be used.
  void take_effect(Scheduling& s, std::uint32_t jobs, Cycle now) const;
  void find_capable(Scheduling& s, const Task& task) const;
  void restrict_to_clusters(Scheduling& s);
  void withhold(const Scheduling& s);
  void note_cluster(Scheduling& s, ProcessorId p);
  [[nodiscard]] bool idle() const { return config_.match_against == MatchAgainst::idle; }

  const DispatcherConfig config_;
  const std::unique_ptr<MatchStrategy> strategy_;
  IdPool& entries_;
  ProcessorTable& processors_;
  const ProcessorChoice& choice_;
  DispatchWitness* witness_ = nullptr;
  std::vector<Scheduling> slots_;
  std::vector<std::uint32_t> queue_;  ///< requests not yet fully matched or without an entry, oldest first
  const bool withholds_;              ///< some class wants its jobs on all clusters, matched at once
  const Cycle latency_;               ///< from the decision of a match to its effect
  Ring<UnderWay> under_way_;          ///< in order of `at`; at most an item a cycle
  Cycle next_deadline_ = kNever;
  std::uint32_t unmatched_ = 0;
  std::uint32_t waiting_for_entry_ = 0;
  ProcessorSet candidates_;                   ///< scratch
  ProcessorSet withheld_;                     ///< from younger requests, in this cycle
  std::vector<std::uint32_t> used_clusters_;  ///< scratch
};

}  // namespace scheduler
}  // namespace gantry
