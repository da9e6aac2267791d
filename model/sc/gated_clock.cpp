// SPDX-License-Identifier: Apache-2.0
#include "sc/gated_clock.h"

#include <algorithm>

#include "sc/unit_module.h"

namespace gantry::sc {

GatedClock::GatedClock(const sc_core::sc_module_name& name, const ClockPeriod& period)
    : sc_core::sc_module(name), period_(period) {
  SC_METHOD(edge);
  dont_initialize();
  sensitive << next_edge_;
}

std::size_t GatedClock::drive(UnitModule& module, Time time) {
  modules_.push_back(&module);
  due_.push_back(kNever);
  if (time == Time::must_be_exact) exact_.push_back(due_.size() - 1);
  return due_.size() - 1;
}

void GatedClock::schedule(std::size_t number, Cycle at) {
  due_[number] = at;
  if (at_edge_ || at >= next_) return;  // an edge asks everybody in the end
  next_ = at;
  next_edge_.notify(period_.at(at) - sc_core::sc_time_stamp());
}

void GatedClock::tick(Cycle now) {
  for (std::size_t i = 0; i < due_.size(); ++i) {
    if (due_[i] != now) continue;
    due_[i] = kNever;
    modules_[i]->tick(now);
  }
  next_ = kNever;
  for (const Cycle due : due_) next_ = std::min(next_, due);
  --edges_left_;
}

/// The last cycle before any process but this one runs.
Cycle GatedClock::last_unobserved() const {
  if (last_ahead_ == 0) return 0;
  const sc_core::sc_time pending = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
  return std::min(last_ahead_, ceil_div(pending.value(), period_.period().value()) - 1);
}

void GatedClock::edge() {
  at_edge_ = true;
  tick(next_);
  for (const Cycle last = last_unobserved(); next_ <= last && edges_left_ > 0 && !stopped_;) {
    const bool needs_time = std::any_of(exact_.begin(), exact_.end(), [&](std::size_t i) { return due_[i] == next_; });
    if (needs_time) break;
    tick(next_);
  }
  at_edge_ = false;
  if (next_ != kNever) next_edge_.notify(period_.at(next_) - sc_core::sc_time_stamp());
  if (edges_left_ > 0) return;
  edges_left_ = kEdgesBetweenPauses;
  paused_ = true;
  sc_core::sc_pause();
}

void GatedClock::stop() {
  stopped_ = true;
  sc_core::sc_stop();
}

bool GatedClock::take_pause() {
  const bool paused = paused_;
  paused_ = false;
  return paused;
}

}  // namespace gantry::sc
