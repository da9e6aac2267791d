// SPDX-License-Identifier: Apache-2.0
// Orders between the stations of a task or job (gantry/scheduler/stations.h): as text, as a check, as the order of a
// life.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/scheduler/stations.h"

namespace gantry {

/// Returns the orders of a line for its row in docs/: "; ≥ `ready`, > `slot_taken`"; empty: none.
template <class Record>
std::string orders_text(const StationLine<Record>& line) {
  std::string text;
  for (std::size_t i = 0; i < line.orders; ++i) {
    const NotBefore<Record>& order = line.not_before[i];
    text += text.empty() ? "; " : ", ";
    text += order.strict ? "> `" : "≥ `";
    text += std::string(station_line(order.earlier)->name) + (order.at_end ? "` once completed" : "`");
    if (order.not_early) text += " unless registered early";
  }
  return text;
}

template <class Record>
void append_life(const StationLine<Record>& line, std::vector<const StationLine<Record>*>& life) {
  if (std::find(life.begin(), life.end(), &line) != life.end()) return;
  for (std::size_t i = 0; i < line.orders; ++i) append_life(*station_line(line.not_before[i].earlier), life);
  life.push_back(&line);
}

/// Returns the stations in the order of a life: each behind those that it is not before.
template <class Record>
const std::vector<const StationLine<Record>*>& life_of() {
  static const std::vector<const StationLine<Record>*> kLife = [] {
    std::vector<const StationLine<Record>*> life;
    for (const StationLine<Record>& line : stations_of<Record>()) append_life(line, life);
    return life;
  }();
  return kLife;
}

/// Calls `violated(text)` for every order that the record breaks, of the lines with `selected(line)` at both ends.
/// `lenient`: no order is strict. `early`: of a run with early registration.
template <class Record, class Selected, class Violated>
void check_orders(const Record& record, bool lenient, bool early, Selected&& selected, Violated&& violated) {
  for (const StationLine<Record>* line : life_of<Record>()) {
    const Cycle cycle = record.*(line->cycle);
    if (cycle == kNever || !selected(*line)) continue;
    for (std::size_t i = 0; i < line->orders; ++i) {
      const NotBefore<Record>& order = line->not_before[i];
      const Cycle earlier = record.*(order.earlier);
      const bool strict = order.strict && !lenient;
      if (earlier == kNever || (strict ? earlier < cycle : earlier <= cycle)) continue;
      if (order.at_end && record.completed == kNever) continue;
      if (order.not_early && early) continue;
      const StationLine<Record>& before = *station_line(order.earlier);
      if (!selected(before)) continue;
      violated(std::string(before.name) + " in cycle " + std::to_string(earlier) + " is not " +
               (strict ? "before " : "at or before ") + std::string(line->name) + " in cycle " + std::to_string(cycle));
    }
  }
}

}  // namespace gantry
