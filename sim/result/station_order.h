// SPDX-License-Identifier: Apache-2.0
// Orders between the stations of a row, as tables that checks walk through.
#pragma once

#include <string>

#include "gantry/base/types.h"
#include "result/tables.h"

namespace gantry {

/// `earlier` <= `later`, or < if strict, wherever both have been.
template <class Record>
struct StationOrder {
  Cycle Record::*earlier;
  Cycle Record::*later;
  bool strict = false;
};

/// Calls `violated(text)` for every order that the record breaks.
/// `lenient`: nothing is strict.
template <class Record, class Orders, class Violated>
void check_order(const Record& record, const Orders& orders, bool lenient, Violated&& violated) {
  for (const StationOrder<Record>& order : orders) {
    const Cycle earlier = record.*(order.earlier);
    const Cycle later = record.*(order.later);
    if (earlier == kNever || later == kNever) continue;
    const bool strict = order.strict && !lenient;
    if (strict ? earlier < later : earlier <= later) continue;
    violated(std::string(station_name(order.earlier)) + " in cycle " + std::to_string(earlier) + " is not " +
             (strict ? "before " : "at or before ") + std::string(station_name(order.later)) + " in cycle " +
             std::to_string(later));
  }
}

}  // namespace gantry
