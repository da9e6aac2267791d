// SPDX-License-Identifier: Apache-2.0
#include "compare/tolerance.h"

#include "text/digits.h"

namespace gantry {

std::optional<Tolerance> read_tolerance(const std::string& text) {
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  Diagnostics problems;
  auto above = read_condition("value > +" + text, 1, problems);
  auto below = read_condition("value < -" + text, 1, problems);
  if (!above || !below) return std::nullopt;
  return Tolerance{text, *above, *below};
}

bool is_within(const Tolerance& tolerance, const nlohmann::json& value, const nlohmann::json& now) {
  return !holds(tolerance.above, value, now) && !holds(tolerance.below, value, now);
}

}  // namespace gantry
