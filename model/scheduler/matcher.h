// SPDX-License-Identifier: Apache-2.0
// Matching: which jobs of which scheduling request have found their processor (system.md section 3, step 6; source 004
// [0058]-[0060], [0099]). Plain bookkeeping inside the dispatcher; time comes as an argument.
//
// In each cycle the oldest request that can match a job gets up to match_jobs_per_cycle jobs matched. `gang`: the task
// joins the pending set when its last job is matched. `per_job`: it takes a picker entry before its first match and
// joins with that match. A request with an unmatched job fails match_timeout cycles after it arrived (per_job: after it
// got its entry) and gives its reservations back.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/scheduler_config.h"
#include "gantry/workload/task.h"

namespace gantry {

/// The scheduling of one task, from its first request until its last job has been sent; indexed by decomposer slot.
struct Scheduling {
  // The whole task.
  TaskRef task = kNone;
  std::uint64_t number = 0;  ///< host task number
  TaskClass cls = TaskClass::block;
  std::uint32_t weight = 1;
  std::uint64_t job_cycles = 0;
  Colocation colocation = Colocation::none;
  std::uint32_t task_jobs = 0;
  std::uint32_t picked = 0;  ///< over all requests; also the number of the next job
  std::uint32_t sent = 0;
  std::vector<std::uint32_t> picked_clusters;  ///< all_clusters: where its jobs went; one_cluster: at most one
  // The current request.
  std::uint32_t jobs = 0;  ///< asked for
  std::uint32_t matched = 0;
  std::uint32_t issued = 0;  ///< of the matched, already picked
  Cycle deadline = kNever;
  std::uint32_t entry = kNone;        ///< picker entry held
  bool joined = false;                ///< the entry stands in its pending set (or its join is under way)
  std::vector<ProcessorId> reserved;  ///< in order of matching, not yet picked
  ProcessorSet reserved_set;
  ProcessorSet capable;  ///< processors that may take its jobs, by type, size and plan
  ProcessorSet allowed;  ///< of these, those that may take the next job, busy or not

  [[nodiscard]] bool pickable() const { return joined && issued < matched; }
};

class Matcher {
 public:
  /// `processors` and `choice` outlive the matcher.
  Matcher(const DispatcherConfig& config, std::uint32_t slots, ProcessorTable& processors,
          const ProcessorChoice& choice);

  /// What happened in a cycle; slots in order.
  struct Outcome {
    std::vector<std::uint32_t> failed;
    std::vector<std::uint32_t> joining;
    bool progress = false;
    void clear() {
      failed.clear();
      joining.clear();
      progress = false;
    }
  };

  [[nodiscard]] Scheduling& operator[](std::uint32_t slot) { return slots_[slot]; }
  [[nodiscard]] const Scheduling& operator[](std::uint32_t slot) const { return slots_[slot]; }

  /// A request reaches the dispatcher in cycle `now`.
  void request(std::uint32_t slot, TaskRef ref, std::uint64_t number, const Task& task, std::uint32_t jobs, Cycle now);
  /// Requests whose time is over: reservations are given back; the caller drops the entry if it holds one.
  void expire(Cycle now, Outcome& outcome);
  /// One cycle of matching. `free_entries`: picker entries that can be handed out, taken from the back.
  void match(Cycle now, std::vector<std::uint32_t>& free_entries, Outcome& outcome);

  /// Processors that could take a job of the slot's task now (idle: its reserved ones).
  [[nodiscard]] bool has_target(const Scheduling& s) const {
    return config_.match_against == MatchAgainst::idle ? any_common(s.reserved_set, processors_.unlocked())
                                                       : any_common(s.allowed, processors_.free());
  }
  /// Chooses the processor for the slot's next job and books it. Precondition: pickable and has_target.
  ProcessorId assign(std::uint32_t slot, Cycle now);
  /// All jobs sent: the slot is free for another task.
  void finish(std::uint32_t slot) { slots_[slot].task = kNone; }

  [[nodiscard]] Cycle next_deadline() const;
  /// Appends what distinguishes this state from others at the same distance from `now`.
  void append_signature(Cycle now, std::vector<std::uint64_t>& signature) const;
  /// Every running timer ends `cycles` later.
  void defer(Cycle cycles);
  [[nodiscard]] const std::vector<std::uint32_t>& queue() const { return queue_; }
  [[nodiscard]] std::uint32_t waiting_for_entry() const { return waiting_for_entry_; }

 private:
  void match_jobs(Scheduling& s, Cycle now);
  void find_capable(Scheduling& s, const Task& task) const;
  void restrict_to_clusters(Scheduling& s);
  void note_cluster(Scheduling& s, ProcessorId p);
  [[nodiscard]] bool gang() const { return config_.mode == MatchMode::gang; }
  [[nodiscard]] bool idle() const { return config_.match_against == MatchAgainst::idle; }

  const DispatcherConfig config_;
  ProcessorTable& processors_;
  const ProcessorChoice& choice_;
  std::vector<Scheduling> slots_;
  std::vector<std::uint32_t> queue_;  ///< requests not yet fully matched or without an entry, oldest first
  std::uint32_t waiting_for_entry_ = 0;
  ProcessorSet candidates_;                   ///< scratch
  std::vector<std::uint32_t> used_clusters_;  ///< scratch
};

}  // namespace gantry
