// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/gated_clock.h"

#include <algorithm>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/kernel/near_cycles.h"

#include "gantry/sc/unit_module.h"

namespace gantry::sc {

GatedClock::GatedClock(const sc_core::sc_module_name& name, const ClockPeriod& period, Works works)
    : sc_core::sc_module(name),
      period_(period),
      offset_(sc_core::sc_time::from_value(works == Works::at_edges ? 0 : period.period().value() / 2)) {
  SC_METHOD(edge);
  dont_initialize();
  sensitive << next_edge_;
}

std::size_t GatedClock::drive(UnitModule& module, Time time) {
  modules_.push_back(&module);
  due_.push_back(kNever);
  const std::size_t number = due_.size() - 1;
  if (number / kGroup == groups_.size()) groups_.emplace_back();
  if (time == Time::must_be_exact) groups_.back().exact |= std::uint64_t{1} << (number % kGroup);
  return number;
}

void GatedClock::restart(Cycle now) {
  std::fill(due_.begin(), due_.end(), kNever);
  for (Group& group : groups_) group.near.fill(0);
  near_cycles_ = 0;
  far_ = next_ = kNever;
  last_edge_ = now;
  next_edge_.cancel();
}

void GatedClock::announce(Cycle at) {
  if (stopped_) return;
  next_ = at;
  next_edge_.notify(until(at));
}

/// Returns the first cycle after `now` in which a unit is due; kNever: none.
Cycle GatedClock::next_due(Cycle now) {
  while (near_cycles_ != 0) {
    const Cycle cycle = first_cycle_after(now, near_cycles_);
    if (cycle >= far_) break;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      bool due = false;
      for_each(groups_[g].near[cycle % kNear], g, [&](std::size_t number) { due = due || due_[number] == cycle; });
      if (due) return cycle;
    }
    // They have been put off since.
    for (Group& group : groups_) group.near[cycle % kNear] = 0;
    near_cycles_ &= ~(std::uint64_t{1} << (cycle % kNear));
  }
  if (far_ == kNever) return kNever;
  far_ = kNever;
  Cycle next = kNever;
  for (std::size_t i = 0; i < due_.size(); ++i) {
    if (due_[i] == kNever) continue;
    note(i, due_[i]);
    next = std::min(next, due_[i]);
  }
  return next;
}

void GatedClock::tick(Cycle now) {
  last_edge_ = now;
  if (watcher_ != nullptr) watcher_->before(now);
  near_cycles_ &= ~(std::uint64_t{1} << (now % kNear));
  const bool all = far_ <= now;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::uint64_t who = std::exchange(groups_[g].near[now % kNear], 0);
    for_each(all ? ~std::uint64_t{0} : who, g, [&](std::size_t number) {
      if (number >= due_.size() || due_[number] != now) return;
      due_[number] = kNever;
      modules_[number]->tick(now);
    });
  }
  next_ = next_due(now);
  --edges_left_;
  ++edges_;
}

/// The last cycle before any process but this one runs.
Cycle GatedClock::last_unobserved() const {
  if (last_ahead_ == 0) return 0;
  const sc_core::sc_time pending = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
  return std::min(last_ahead_, ceil_div(pending.value(), period_.period().value()) - 1);
}

bool GatedClock::needs_time(Cycle at) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (far_ > at && (group.near[at % kNear] & group.exact) == 0) continue;
    bool due = false;
    for_each(group.exact, g, [&](std::size_t number) { due = due || due_[number] == at; });
    if (due) return true;
  }
  return false;
}

void GatedClock::edge() {
  at_edge_ = true;
  tick(next_);
  for (const Cycle last = last_unobserved(); next_ <= last && edges_left_ > 0 && !stopped_;) {
    if (needs_time(next_)) break;
    tick(next_);
  }
  at_edge_ = false;
  if (stopped_) next_ = kNever;
  if (next_ != kNever) next_edge_.notify(until(next_));
  const bool pauses = edges_left_ == 0 || stopped_ || is_quiet();
  if (edges_left_ == 0) edges_left_ = kEdgesBetweenPauses;
  // Only simulate_to_end() resumes a paused simulation.
  if (!pauses || last_ahead_ == 0) return;
  paused_ = true;
  sc_core::sc_pause();
}

void GatedClock::stop() {
  if (stopped_) return;  // several units may see the end in one cycle
  stopped_ = true;
  ended_.notify();
}

bool GatedClock::take_pause() {
  const bool paused = paused_;
  paused_ = false;
  return paused;
}

}  // namespace gantry::sc
