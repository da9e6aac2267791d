// SPDX-License-Identifier: Apache-2.0
// State of units, links, gauges, calendars and random streams (gantry/base/archive.h).
#pragma once

#include "gantry/base/archive.h"
#include "gantry/base/random.h"
#include "gantry/kernel/calendar.h"
#include "gantry/kernel/gauge.h"
#include "gantry/kernel/link.h"
#include "gantry/kernel/unit.h"

namespace gantry {
inline namespace base {

template <>
struct Archived<RandomBits> {
  static void members(Archive& state, RandomBits& bits) { state(bits.state_); }
};

template <>
struct Archived<Calendar> {
  static void members(Archive& state, Calendar& calendar) { state(calendar.rows_, calendar.due_, calendar.later_); }
};

template <>
struct Archived<Gauge> {
  static void members(Archive& state, Gauge& gauge) { state(gauge.value_, gauge.max_, gauge.integral_, gauge.since_); }
};

/// Times and statistics; what a derived class adds is its own.
template <>
struct Archived<Unit> {
  static void members(Archive& state, Unit& unit) {
    state.section(unit.name_);
    state(unit.due_, unit.last_run_, unit.last_busy_, unit.busy_cycles_);
    const auto each = [&state](auto& items, auto visit) {
      state.expect(items.size());  // references to them are held
      for (auto& item : items) visit(item);
    };
    each(unit.gauges_, [&](Gauge& gauge) { state(gauge); });
    each(unit.signals_, [&](Gauge& gauge) { state(gauge); });
    each(unit.counters_, [&](auto& counter) { state(counter.second); });
    each(unit.totals_, [&](std::uint64_t& total) { state(total); });
  }
};

template <class T>
struct Archived<Link<T>> {
  static void members(Archive& state, Link<T>& link) { state(link.items_, link.carried_, link.last_visible_); }
};

}  // namespace base
}  // namespace gantry
