// SPDX-License-Identifier: Apache-2.0
// Idle processor cycles, and the blocks that held jobs meanwhile, computed from a run's records as they come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/bits.h"
#include "gantry/base/ring.h"
#include "gantry/base/types.h"
#include "gantry/explain/event_calendar.h"
#include "gantry/explain/overhead_table.h"
#include "gantry/explain/processor_sets.h"
#include "gantry/scheduler/records.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace explain {

/// State of all processors and of the jobs that wait for one, in one cycle.
class IdleBoard {
 public:
  explicit IdleBoard(const ProcessorSets& sets);

  /// Adds `jobs` (or removes, if negative) of a set that wait in a block before the pick.
  void wait(std::uint32_t set, Holder holder, std::int64_t jobs);
  /// Moves waiting jobs from one block to another.
  void move(std::uint32_t set, Holder from, Holder to, std::int64_t jobs);
  // A job of a processor is picked, moves on after the pick, or ends.
  void pick(std::uint32_t set, ProcessorId p);
  void advance(ProcessorId p, Holder from, Holder to);
  void start(ProcessorId p);
  void finish(ProcessorId p);

  /// Advances time by `cycles` with the current state.
  void pass(Cycle cycles);
  /// Returns the sums over all cycles so far.
  [[nodiscard]] Overhead sums() const;

 private:
  static constexpr std::size_t kUnpicked = static_cast<std::size_t>(Holder::send);
  /// States of a processor after the holders behind the pick.
  static constexpr std::size_t kFree = kHolderCount;
  static constexpr std::size_t kBusy = kHolderCount + 1;

  struct Processor {
    std::uint32_t computing = 0;  ///< jobs; 2 within a cycle in which one job ends and the next begins
    std::array<std::uint32_t, kHolderCount - kUnpicked> jobs{};
    std::size_t state = kFree;
  };
  struct Waiting {
    std::array<std::int64_t, kUnpicked> jobs{};
    std::int64_t all = 0;
  };

  [[nodiscard]] static std::size_t behind_pick(Holder holder) { return static_cast<std::size_t>(holder) - kUnpicked; }
  void update(ProcessorId p);
  void share_out();
  [[nodiscard]] std::uint64_t take_free(std::uint32_t set, std::uint64_t most);
  [[nodiscard]] std::uint64_t count_free(const ProcessorSet& left, std::uint32_t set) const;
  void order_sets();

  const ProcessorSets& sets_;
  std::vector<Processor> processors_;
  std::array<std::uint64_t, kHolderCount + 2> states_{};  ///< processors by state
  /// Processor cycles by state up to `passed_`. Stored as a difference, so that only a change of state touches it.
  std::array<std::uint64_t, kHolderCount + 2> spent_{};
  Cycle passed_ = 0;
  ProcessorSet free_;
  std::vector<Waiting> waiting_;      ///< by set
  std::vector<std::uint32_t> order_;  ///< sets, fewest processors first
  std::uint32_t waiting_sets_ = 0;    ///< sets with waiting jobs
  bool changed_ = false;
  ProcessorSet left_;                             ///< scratch: free processors without a job so far
  std::array<std::uint64_t, kUnpicked> found_{};  ///< free processors by the block that holds their jobs
  std::uint64_t nothing_ = 0;                     ///< free processors without a job
  Overhead sums_;                                 ///< sums over the free processors
};

class OverheadMeter final : public RecordSink {
 public:
  /// `tasks`: those of the run, a second time, to be read ahead of the host: tasks that have arrived wait before the
  /// host has come to them. Of a closed loop they are those that the host has submitted; next() then returns false as
  /// long as there is no further one, and the arrivals never decrease. Both arguments must outlive the meter.
  OverheadMeter(ProcessorSets& sets, TaskSource& tasks);

  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// Returns the overhead of a complete run.
  [[nodiscard]] Overhead overhead(Cycle cycles);

 private:
  /// Jobs of a task that are alike.
  struct OtherJobs {
    std::uint32_t set = kNone;
    std::uint32_t jobs = 0;
  };
  /// A task that is not forgotten: it, or an earlier one, is unfinished.
  struct Known {
    std::uint32_t set = kNone;  ///< number of the processors of its first jobs; kNone: an event task
    std::uint32_t jobs = 0;     ///< its first jobs that are alike
    std::unique_ptr<std::vector<OtherJobs>> others;  ///< behind those
    std::uint64_t behind = 0;                        ///< Task::behind
    std::uint32_t unfinished = 0;                    ///< predecessors
    std::uint32_t dependents = kNone;                ///< first of those that wait for it
    Cycle arrival = 0;
    Cycle first_pick = kNever;
    Cycle submitted = kNever;  ///< known when it has completed
    Cycle ready = 0;           ///< completion of the last predecessor so far

    [[nodiscard]] bool done() const { return submitted != kNever; }
    [[nodiscard]] std::uint32_t set_of(std::uint32_t job) const {
      std::uint32_t of = set;
      for (std::size_t i = 0, end = jobs; others != nullptr && i < others->size() && job >= end; ++i) {
        of = (*others)[i].set;
        end += (*others)[i].jobs;
      }
      return of;
    }
  };
  enum class Kind : std::uint8_t { enters, moves, left_host, picked, issued, arrived, started, finished };
  // An event as a number: its kind, both holders, number of jobs (up to 2^16) or processor, and the set.
  static constexpr unsigned kFromAt = 3;
  static constexpr unsigned kToAt = 7;
  static constexpr unsigned kJobsAt = 11;
  static constexpr unsigned kSetAt = 28;
  static constexpr std::uint64_t kHolderMask = 15;
  static constexpr std::uint64_t kJobsMask = (1U << 17U) - 1;
  void tell(Cycle at, Kind kind, std::uint32_t set, std::uint64_t jobs, Holder from = Holder::host,
            Holder to = Holder::host) {
    calendar_.add(at, static_cast<std::uint64_t>(kind) | static_cast<std::uint64_t>(from) << kFromAt |
                          static_cast<std::uint64_t>(to) << kToAt | jobs << kJobsAt | std::uint64_t{set} << kSetAt);
  }
  /// The same for all jobs of a task.
  void tell_all(Cycle at, Kind kind, const Known& task, Holder from = Holder::host, Holder to = Holder::host) {
    tell(at, kind, task.set, task.jobs, from, to);
    if (task.others == nullptr) return;
    for (const OtherJobs& other : *task.others) tell(at, kind, other.set, other.jobs, from, to);
  }
  /// One of the dependents of a task.
  struct Dependent {
    std::uint64_t task = 0;
    std::uint32_t next = kNone;
  };
  [[nodiscard]] Known& known(std::uint64_t number);
  [[nodiscard]] Cycle& completed(std::uint64_t number) { return completed_[as_index(number - first_completed_)]; }
  /// Whether there is a task to be read now.
  [[nodiscard]] bool find_next() {
    if (!has_next_ && is_closed_loop_) has_next_ = tasks_.next(next_);
    return has_next_;
  }
  void read();
  void add(const Task& task);
  void wait_for(Known& before, std::uint64_t task);
  void release_dependents(Known& task, Cycle completed);
  void enter_host(const Known& task);
  void tell_way(const Known& task, const TaskRecord& record);
  void forget();
  void happen(Cycle at, std::uint64_t what);

  ProcessorSets& sets_;
  TaskSource& tasks_;
  Task next_;  ///< read and not added
  bool has_next_ = false;
  bool is_closed_loop_;
  Cycle last_arrival_ = 0;          ///< of the tasks that were added
  std::uint64_t behind_after_ = 0;  ///< most that Task::behind of the next task to be added can be
  IdleBoard board_;
  EventCalendar calendar_;
  Cycle now_ = 0;  ///< cycles up to here are accounted
  Ring<Known> known_;
  std::uint64_t first_ = 0;      ///< host number of the first known task
  Cycle submitted_before_ = 0;   ///< submission of the task before the first known one
  std::deque<Cycle> completed_;  ///< completion cycles of past tasks, from host number first_completed_ on
  std::uint64_t first_completed_ = 0;
  std::vector<TaskPart> parts_;  ///< scratch
  std::vector<Dependent> dependents_;
  std::uint32_t free_dependent_ = kNone;
};

}  // namespace explain
}  // namespace gantry
