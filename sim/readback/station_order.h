// SPDX-License-Identifier: Apache-2.0
// Orders between the stations of a row, as tables that checks walk through.
#pragma once

#include <string>

#include "gantry/base/types.h"

namespace gantry {

/// `earlier` <= `later`, or < if strict, wherever both have been.
template <class Record>
struct StationOrder {
  const char* earlier_name;
  Cycle Record::*earlier;
  const char* later_name;
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
    violated(std::string(order.earlier_name) + " in cycle " + std::to_string(earlier) + " is not " +
             (strict ? "before " : "at or before ") + order.later_name + " in cycle " + std::to_string(later));
  }
}

}  // namespace gantry
