// SPDX-License-Identifier: Apache-2.0
#include "metric/change.h"

#include <fmt/format.h>

#include "text/text_table.h"

namespace gantry {

std::string signed_text(const Change& change) {
  const char* sign = change.b > change.a ? "+" : change.b < change.a ? "-" : "";
  return sign + grouped(change.size());
}

std::string percent_text(double a, double b) { return a > 0.0 ? fmt::format("{:+.1f} %", 100.0 * (b - a) / a) : "-"; }

}  // namespace gantry
