// SPDX-License-Identifier: Apache-2.0
// Idle processor cycles and who held what they could have computed, from the records of a run while it goes on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

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

/// Processors and the jobs that wait for one, as they are in a cycle.
class IdleBoard {
 public:
  explicit IdleBoard(const ProcessorSets& sets);

  /// `jobs` more (or fewer) jobs of a set wait in a block; only in those before the pick.
  void wait(std::uint32_t set, Holder holder, std::int64_t jobs);
  /// They go on to another of these.
  void move(std::uint32_t set, Holder from, Holder to, std::int64_t jobs);
  // A job of a processor is picked, goes on behind the pick, or ends.
  void pick(std::uint32_t set, ProcessorId p);
  void advance(ProcessorId p, Holder from, Holder to);
  void start(ProcessorId p);
  void finish(ProcessorId p);

  /// So many cycles pass with everything as it is.
  void pass(Cycle cycles);
  /// Of all cycles that have passed.
  [[nodiscard]] Overhead sums() const;

 private:
  static constexpr std::size_t kUnpicked = static_cast<std::size_t>(Holder::send);
  /// What a processor is charged to: a holder behind the pick, or one of these.
  static constexpr std::size_t kFree = kHolderCount;
  static constexpr std::size_t kBusy = kHolderCount + 1;

  struct Processor {
    std::uint32_t computing = 0;  ///< in the middle of a cycle also 2: one job ends and one begins
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
  std::array<std::uint64_t, kHolderCount + 2> states_{};  ///< processors in each
  /// By state, the cycles up to `passed_` that those who have left it were in it, less those before somebody of
  /// `states_` came to it: a sum that only who changes has to touch.
  std::array<std::uint64_t, kHolderCount + 2> spent_{};
  Cycle passed_ = 0;
  ProcessorSet free_;
  std::vector<Waiting> waiting_;      ///< by set
  std::vector<std::uint32_t> order_;  ///< of the sets: fewest processors first
  std::uint32_t waiting_sets_ = 0;    ///< of which jobs wait
  bool changed_ = false;
  ProcessorSet left_;                             ///< scratch: free ones that nothing has been found for
  std::array<std::uint64_t, kUnpicked> found_{};  ///< free ones by the block that holds what they wait for
  std::uint64_t nothing_ = 0;                     ///< free ones without
  Overhead sums_;                                 ///< of the free ones
};

class OverheadMeter final : public RecordSink {
 public:
  /// `sets` outlives it. `is_list`: any task may come after any before it, not only after those of its instance.
  OverheadMeter(const ProcessorSets& sets, bool is_list) : is_list_(is_list), board_(sets) {}

  /// Of every task in the order of submission, before it is submitted. `set`: kNone of an event task.
  void add(const Task& task, std::uint32_t set);
  void task_done(const TaskRecord& task) override;
  void job_done(const JobRecord& job) override;

  /// Of a complete run.
  [[nodiscard]] Overhead overhead(Cycle cycles);

 private:
  /// A task that was added and is not forgotten: it, or one before it, is not done.
  struct Known {
    std::uint32_t set = kNone;
    std::uint32_t jobs = 0;
    std::uint32_t place = 0;      ///< in its instance
    std::uint32_t after = kNone;  ///< which of the lists has its predecessors
    Cycle arrival = 0;
    Cycle first_pick = kNever;
    Cycle submitted = kNever;  ///< known once it is done
    Cycle ready = 0;           ///< the last of its predecessors is done

    [[nodiscard]] bool done() const { return submitted != kNever; }
  };
  enum class Kind : std::uint8_t { enters, moves, left_host, picked, issued, arrived, started, finished };
  // An event as a number: its kind, from where and to where, jobs (up to 2^16) or the processor, and the set.
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
  [[nodiscard]] Known& known(std::uint64_t number) { return known_[static_cast<std::size_t>(number - first_)]; }
  void tell_way(const Known& task, const TaskRecord& record);
  void tell_host(const Known& task, Cycle before);
  void forget();
  void happen(Cycle at, std::uint64_t what);

  bool is_list_;
  IdleBoard board_;
  EventCalendar calendar_;
  Cycle now_ = 0;  ///< up to which cycles have been shared out
  Ring<Known> known_;
  std::uint64_t first_ = 0;      ///< host number of the first of them
  Cycle submitted_before_ = 0;   ///< submission of the task before that one
  std::deque<Cycle> completed_;  ///< of tasks that others may come after
  std::uint64_t first_completed_ = 0;
  std::vector<std::vector<std::uint64_t>> lists_;  ///< of predecessors
  std::vector<std::uint32_t> free_lists_;
};

}  // namespace explain
}  // namespace gantry
