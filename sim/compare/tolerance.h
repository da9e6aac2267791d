// SPDX-License-Identifier: Apache-2.0
// How far a metric may be from a value: `20`, `0.01`, or `2%` of it. Whole numbers are compared exactly.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "compare/condition.h"

namespace gantry {

struct Tolerance {
  std::string text;
  Condition above;  ///< conditions that must not hold
  Condition below;
};

/// Nothing if the text is none: digits as of a condition, without a sign.
std::optional<Tolerance> read_tolerance(const std::string& text);

/// Both are numbers.
bool is_within(const Tolerance& tolerance, const nlohmann::json& value, const nlohmann::json& now);

}  // namespace gantry
