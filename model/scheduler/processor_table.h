// SPDX-License-Identifier: Apache-2.0
// The dispatcher's state of the processors: their types, sizes and free slots. A processor has a free slot when its
// jobs that are picked or reserved and not completed are fewer than its queue depth, and it is not locked
// (docs/timing.md, "Matching").
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/base/speed.h"
#include "gantry/base/types.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {

/// A processor of the architecture, with the settings of its group.
struct ProcessorInfo {
  std::string name;        ///< name of the group, and number within it
  std::string group;       ///< name of the group
  ProcessorType type = 0;  ///< types of a list are numbered without gaps
  std::string type_name;   ///< kDmaType: jobs of kAnyType do not run on it
  Speed speed;
  std::uint32_t set_up_cycles = 0;  ///< of a job before it computes
  std::uint64_t max_job_bytes = 0;  ///< largest job that it takes, in bytes
  std::uint32_t word_bytes = 1;
  std::uint32_t queue_depth = 1;  ///< slots: most jobs that are picked or reserved and not completed
  std::uint32_t cluster = 0;      ///< for co-location; numbers may have gaps

  /// Returns how long it works on a job of so many cycles at speed 1.
  [[nodiscard]] Cycle time_for(std::uint64_t cycles) const { return speed.time_for(cycles) + set_up_cycles; }
  /// Returns how long it works on a job, with its set-up.
  [[nodiscard]] Cycle time_for(const JobCycles& job) const { return time_for(job.on(type)) + job.set_up; }
};

/// Returns the largest type plus 1; 0 for an empty list.
[[nodiscard]] std::uint32_t count_types(const std::vector<ProcessorInfo>& processors);

/// Index of a job's type and size, for ProcessorTable::capable().
using Requirement = std::uint32_t;

class ProcessorTable {
  template <class>
  friend struct gantry::Archived;

 public:
  /// All processors are free. `hops[p]`: ProcessorView::hops of processor p. Precondition: at least one processor, and
  /// one item of `hops` for each.
  ProcessorTable(std::vector<ProcessorInfo> processors, std::vector<std::uint32_t> hops);

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(info_.size()); }
  [[nodiscard]] const ProcessorInfo& info(ProcessorId p) const { return info_[p]; }
  /// Precondition: `type` is kAnyType or below count_types().
  [[nodiscard]] Requirement requirement(ProcessorType type, std::uint64_t job_bytes) const;
  /// Processors of the type that take a job of the size; empty if the job is too large for all of them. For kAnyType
  /// all types but dma count.
  [[nodiscard]] const ProcessorSet& capable(Requirement r) const { return capable_[r]; }
  /// Number of different clusters. Here they are numbered from 0 without gaps, in the order of ProcessorInfo::cluster.
  [[nodiscard]] std::uint32_t clusters() const { return static_cast<std::uint32_t>(cluster_members_.size()); }
  [[nodiscard]] std::uint32_t cluster_of(ProcessorId p) const { return cluster_of_[p]; }
  [[nodiscard]] const ProcessorSet& cluster_members(std::uint32_t cluster) const { return cluster_members_[cluster]; }
  /// Sum of the queue depths of all processors, or of a set.
  [[nodiscard]] std::uint64_t all_places() const;
  [[nodiscard]] std::uint64_t places(const ProcessorSet& set) const;

  /// Processors that are not locked, not in quarantine, not off and have a free slot.
  [[nodiscard]] const ProcessorSet& free() const { return free_; }
  /// Processors that are neither locked nor in quarantine nor off, with a free slot or without.
  [[nodiscard]] const ProcessorSet& unlocked() const { return unlocked_; }
  /// Bit p: processor p, of the first 64, is locked.
  [[nodiscard]] std::uint64_t first_locked() const { return locked_[0]; }
  /// Slots of a processor that no job has, locked or not.
  [[nodiscard]] std::uint32_t free_slots(ProcessorId p) const { return depth_[p] - pending_[p]; }
  /// Number of slots of all processors that a job has.
  [[nodiscard]] std::uint32_t places_taken() const { return places_taken_; }

  /// Takes a slot for a job that is not picked yet. Precondition: the processor has a free slot.
  void reserve(ProcessorId p, const JobCycles& job);
  /// Frees the slot again. Precondition: it is reserved for a job with the same cycles.
  void cancel_reservation(ProcessorId p, const JobCycles& job);
  /// Records a pick for a processor with a free slot, or with a reserved one (`reserved`). Does not lock the processor.
  void pick(ProcessorId p, bool reserved, const JobCycles& job, Cycle now);
  /// Frees the slot of a picked job.
  void complete(ProcessorId p) { give_place(p); }
  /// Keeps the processor out of free() and unlocked() until unlock(). The dispatcher locks it from a pick until the
  /// last flit of the job has been sent.
  void lock(ProcessorId p);
  void unlock(ProcessorId p);
  /// Puts the processor in quarantine, or takes it out. In quarantine it is as if it were locked.
  void set_silent(ProcessorId p, bool silent, Cycle now);
  /// Cycle in which the processor left quarantine last, if it had a free slot in it; else kNever.
  [[nodiscard]] Cycle released(ProcessorId p) const { return released_.empty() ? kNever : released_[p]; }
  /// Takes the processor out for the host, or in again: out it is as if it were locked, whatever it answers.
  void switch_off(ProcessorId p, bool off);
  [[nodiscard]] bool is_off(ProcessorId p) const { return test_bit(off_, p); }
  [[nodiscard]] bool is_silent(ProcessorId p) const { return test_bit(silent_, p); }
  /// Number of processors in quarantine.
  [[nodiscard]] std::uint32_t silent() const { return silent_count_; }

  [[nodiscard]] ProcessorView view(Cycle now, const JobCycles& job, const LocalBytes* local = nullptr) const {
    return {now,    job,         pending_,
            hops_,  busy_until_, reserved_cycles_,
            speed_, type_of_,    set_up_.empty() ? nullptr : set_up_.data(),
            local};
  }
  /// Throws std::logic_error when the free set and the counts disagree.
  void verify() const;

 private:
  [[nodiscard]] Cycle time_on(ProcessorId p, const JobCycles& job) const { return info_[p].time_for(job); }
  void take_place(ProcessorId p);
  void give_place(ProcessorId p);
  void update_free(ProcessorId p);
  void update_unlocked(ProcessorId p);

  std::vector<ProcessorInfo> info_;
  std::vector<std::uint32_t> hops_;
  std::vector<std::uint64_t> speed_;
  std::vector<ProcessorType> type_of_;
  std::vector<std::uint32_t> set_up_;  ///< empty: no processor has any
  std::vector<Cycle> busy_until_;
  std::vector<Cycle> reserved_cycles_;
  std::vector<Cycle> released_;  ///< empty: none was in quarantine
  std::vector<std::uint32_t> pending_;
  std::vector<std::uint32_t> depth_;
  ProcessorSet free_;
  ProcessorSet unlocked_;  ///< neither locked nor in quarantine
  ProcessorSet locked_;
  ProcessorSet silent_;  ///< in quarantine
  ProcessorSet off_;     ///< taken out by the host
  std::uint32_t silent_count_ = 0;
  std::uint32_t places_taken_ = 0;

  std::vector<std::uint64_t> sizes_;  ///< distinct max_job_bytes, ascending
  std::uint32_t types_ = 0;
  std::vector<ProcessorSet> capable_;      ///< (type or "any") x (sizes + too large)
  std::vector<std::uint32_t> cluster_of_;  ///< clusters, renumbered densely
  std::vector<ProcessorSet> cluster_members_;
};

}  // namespace scheduler
}  // namespace gantry
