// SPDX-License-Identifier: Apache-2.0
// `--fail-if EXPR`: a condition on a metric that must not hold.
//
//   METRIC OP +N%   B against A in percent      cycles > +2%
//   METRIC OP +N    B - A                       processors.0.utilization < -0.01
//   METRIC OP N     the value in B              streams.list.chat.response_cycles.p99 > 1000
//
// OP is one of > >= < <= == !=. N has at most 18 digits, 9 of them behind the point, and is compared exactly with what
// is a whole number.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "metric/metric.h"

namespace gantry {

enum class Compared : std::uint8_t { value, change, percent };
enum class Relation : std::uint8_t { more, at_least, less, at_most, equal, other };

struct Condition {
  std::string text;
  MetricPath metric;
  std::string metric_text;
  Relation relation = Relation::more;
  Compared compared = Compared::value;
  bool negative = false;
  std::uint64_t digits = 0;  ///< N without its point
  unsigned decimals = 0;     ///< digits of it behind the point
};

/// A condition and the values that it was asked of.
struct Judged {
  Condition condition;
  nlohmann::json a;
  nlohmann::json b;
  bool holds = false;
};

/// Problems are placed as `--fail-if:NUMBER:COLUMN`, NUMBER being that of the expression among all.
std::optional<Condition> read_condition(const std::string& text, int number, Diagnostics& problems);

/// Nothing, and a problem, if a summary does not have the metric as a number.
std::optional<Judged> judge(const Condition& condition, int number, const nlohmann::json& a, const nlohmann::json& b,
                            Diagnostics& problems);

/// Whether it holds of these numbers.
bool holds(const Condition& condition, const nlohmann::json& a, const nlohmann::json& b);

/// How far a metric may be from a value: `20`, `0.01`, or `2%` of it. Whole numbers are compared exactly.
struct Tolerance {
  std::string text;
  Condition above;  ///< conditions that must not hold
  Condition below;
};

/// Nothing if the text is no tolerance: digits as of a condition, without a sign.
std::optional<Tolerance> read_tolerance(const std::string& text);
/// Both are numbers.
bool is_within(const Tolerance& tolerance, const nlohmann::json& value, const nlohmann::json& now);

/// "343,134 -> 350,000 (+6,866, +2.0 %)".
std::string values_text(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace gantry
