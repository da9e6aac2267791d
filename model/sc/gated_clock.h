// SPDX-License-Identifier: Apache-2.0
// The clock of the machine: it ticks in the cycles in which some unit is due, and stands still in between. One process
// and one timed event serve all units, so a cycle costs SystemC the same however many units run in it; and edges before
// the next thing that anybody else in the simulation waits for are run at once, since nobody could tell.
#pragma once

#include <systemc>

#include <algorithm>
#include <array>
#include <vector>

#include "gantry/kernel/unit.h"
#include "gantry/sc/clock_period.h"

namespace gantry::sc {

class UnitModule;

class GatedClock : public sc_core::sc_module {
 public:
#if SC_VERSION_MAJOR < 3  // later versions need no declaration, and call this one deprecated
  SC_HAS_PROCESS(GatedClock);
#endif
  /// When the work of a cycle is done. Between its edge and the next one everything that is said to be seen in that
  /// cycle has been said, whoever calls, and nothing that is said then is seen before the next: for modules that talk
  /// to others through sockets.
  enum class Works : std::uint8_t { at_edges, between_edges };
  GatedClock(const sc_core::sc_module_name& name, const ClockPeriod& period, Works works = Works::at_edges);

  /// Whether a unit's work needs simulation time to be that of its cycle: it calls into other modules.
  enum class Time { of_no_concern, must_be_exact };
  /// `module` ticks when it asks for it; answers its number. Before the simulation starts.
  std::size_t drive(UnitModule& module, Time time);
  /// Module `number` is to tick in cycle `at` and not before.
  void schedule(std::size_t number, Cycle at) {
    due_[number] = at;
    note(number, at);
    if (at_edge_ || at >= next_) return;  // an edge looks for the next one in the end
    announce(at);
  }

  /// Module `number` is not to tick until it is scheduled again.
  void cancel(std::size_t number) { due_[number] = kNever; }

  [[nodiscard]] const ClockPeriod& period() const { return period_; }
  [[nodiscard]] bool works_between_edges() const { return offset_ != sc_core::SC_ZERO_TIME; }
  /// Edges up to and including cycle `last` may be run ahead of simulation time; without this call none is.
  void run_ahead_until(Cycle last) { last_ahead_ = last; }
  /// Ends the simulation with this edge.
  void stop();
  /// Cycles in which it has ticked.
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  /// Whether it paused the simulation since the last call; it does so now and then, however little time passes.
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
    near_[at % kNear] |= std::uint64_t{1} << number;
    near_cycles_ |= std::uint64_t{1} << (at % kNear);
  }
  [[nodiscard]] sc_core::sc_time until(Cycle at) const { return period_.at(at) + offset_ - sc_core::sc_time_stamp(); }
  void announce(Cycle at);
  [[nodiscard]] bool needs_time(Cycle at) const;
  [[nodiscard]] Cycle next_due(Cycle now);

  static constexpr std::uint32_t kEdgesBetweenPauses = 1 << 16;
  static constexpr std::uint32_t kNear = 64;
  const ClockPeriod period_;
  const sc_core::sc_time offset_;  ///< of the work behind the edge
  std::vector<UnitModule*> modules_;
  std::vector<Cycle> due_;  ///< per module; kNever: asleep
  /// Modules that may be due in each of the 63 cycles after the last edge, a bit each; due_ has the last word.
  std::array<std::uint64_t, kNear> near_{};
  std::uint64_t near_cycles_ = 0;  ///< bit c % 64: near_ has somebody for cycle c
  Cycle far_ = kNever;             ///< nobody beyond those cycles is due earlier
  Cycle last_edge_ = 0;
  std::uint64_t exact_ = 0;  ///< modules that need exact time, a bit each
  sc_core::sc_event next_edge_;
  Cycle next_ = kNever;  ///< cycle of the next edge
  Cycle last_ahead_ = 0;
  bool at_edge_ = false;
  bool stopped_ = false;
  bool paused_ = false;
  std::uint32_t edges_left_ = kEdgesBetweenPauses;
  std::uint64_t edges_ = 0;
};

}  // namespace gantry::sc
