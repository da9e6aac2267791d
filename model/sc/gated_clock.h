// SPDX-License-Identifier: Apache-2.0
// The clock of the machine. It ticks only in cycles in which a unit is due. One process and one timed event serve all
// units, so the SystemC cost of a cycle does not depend on the number of units. Edges before the next event of any
// other process run at once, because nobody can observe the difference.
#pragma once

#include <systemc>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "gantry/base/bits.h"
#include "gantry/kernel/cycle_watcher.h"
#include "gantry/sc/clock_period.h"

namespace gantry::sc {

class UnitModule;

class GatedClock : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3  // later versions need no declaration, and call this one deprecated
  SC_HAS_PROCESS(GatedClock);
#endif
  /// When the work of a cycle is done. between_edges: after all messages that are seen in the cycle were sent, in any
  /// order of processes, and before the next edge. For modules that communicate through sockets.
  enum class Works : std::uint8_t { at_edges, between_edges };
  GatedClock(const sc_core::sc_module_name& name, const ClockPeriod& period, Works works = Works::at_edges);

  /// Whether a unit must run at the simulation time of its cycle, because it calls other modules.
  enum class Time { of_no_concern, must_be_exact };
  /// Registers a module, which must outlive the last edge, and returns its number. Before the simulation starts.
  std::size_t drive(UnitModule& module, Time time);
  /// Makes module `number` tick in cycle `at`, and not before. Precondition: `at` is later than the last edge, if there
  /// was one.
  void schedule(std::size_t number, Cycle at) {
    due_[number] = at;
    note(number, at);
    if (at_edge_ || at >= next_) return;  // the edge looks for the next due cycle itself
    announce(at);
  }

  /// Before the first edge: forgets all that was scheduled. The next edge is later than cycle `now`.
  void restart(Cycle now);

  /// Puts module `number` to sleep until it is scheduled again.
  void cancel(std::size_t number) { due_[number] = kNever; }

  [[nodiscard]] const ClockPeriod& period() const { return period_; }
  [[nodiscard]] bool works_between_edges() const { return offset_ != sc_core::SC_ZERO_TIME; }
  /// `watcher` looks at the units before each edge and outlives the last edge; nullptr: none.
  void watch(CycleWatcher* watcher) { watcher_ = watcher; }
  /// For simulate_to_end(): edges up to cycle `last` may run ahead of simulation time, and the clock pauses the
  /// simulation when it ends, when it is quiet, and now and then. Without this call it does none of that.
  void run_ahead_until(Cycle last) { last_ahead_ = last; }
  /// `waits`: whether something outside of the units, such as a memory behind a socket, is going to wake one.
  void wait_for(std::function<bool()> waits) { waits_ = std::move(waits); }
  /// Ends the clock with the current edge: no other follows. The simulation goes on for all others.
  void stop();
  /// Notified in the cycle in which the clock ends.
  [[nodiscard]] const sc_core::sc_event& ended() const { return ended_; }
  /// Whether no unit is due, and nothing outside is going to wake one.
  [[nodiscard]] bool is_quiet() const { return next_ == kNever && !(waits_ && waits_()); }
  /// Number of cycles in which the clock has ticked.
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  /// Returns whether it paused the simulation since the last call. It pauses now and then, even if little time passes.
  bool take_pause();

 private:
  void edge();
  void tick(Cycle now);
  [[nodiscard]] Cycle last_unobserved() const;
  void note(std::size_t number, Cycle at) {
    if (at - last_edge_ >= kNear) {
      far_ = std::min(far_, at);
      return;
    }
    groups_[number / kGroup].near[at % kNear] |= std::uint64_t{1} << (number % kGroup);
    near_cycles_ |= std::uint64_t{1} << (at % kNear);
  }
  [[nodiscard]] sc_core::sc_time until(Cycle at) const { return period_.at(at) + offset_ - sc_core::sc_time_stamp(); }
  void announce(Cycle at);
  [[nodiscard]] bool needs_time(Cycle at) const;
  [[nodiscard]] Cycle next_due(Cycle now);

  static constexpr std::uint32_t kEdgesBetweenPauses = 1 << 16;
  static constexpr std::uint32_t kNear = 64;
  static constexpr std::uint32_t kGroup = 64;
  /// 64 modules, one bit each.
  struct Group {
    /// By cycle, for the 63 cycles after the last edge: modules that may be due. due_ decides.
    std::array<std::uint64_t, kNear> near{};
    std::uint64_t exact = 0;  ///< modules that need exact time
  };
  /// Calls visit(module) for each module of a group whose bit is set.
  template <class Visit>
  static void for_each(std::uint64_t who, std::size_t group, Visit visit) {
    for (; who != 0; who &= who - 1) visit(group * kGroup + lowest_bit(who));
  }
  const ClockPeriod period_;
  const sc_core::sc_time offset_;  ///< delay of the work within a cycle, after the clock edge
  CycleWatcher* watcher_ = nullptr;
  std::vector<UnitModule*> modules_;
  std::vector<Cycle> due_;  ///< by module; kNever: asleep
  std::vector<Group> groups_;
  std::uint64_t near_cycles_ = 0;  ///< bit c % 64: some group has modules for cycle c
  Cycle far_ = kNever;             ///< no module beyond those cycles is due earlier
  Cycle last_edge_ = 0;
  sc_core::sc_event next_edge_;
  Cycle next_ = kNever;  ///< cycle of the next edge
  Cycle last_ahead_ = 0;
  bool at_edge_ = false;
  bool stopped_ = false;
  sc_core::sc_event ended_;
  std::function<bool()> waits_;
  bool paused_ = false;
  std::uint32_t edges_left_ = kEdgesBetweenPauses;
  std::uint64_t edges_ = 0;
};

}  // namespace gantry::sc
