// SPDX-License-Identifier: Apache-2.0
// A number of a summary by its dotted path: `critical_path.compute`, `processors.0.utilization`,
// `streams.list."my chat".response_cycles.p99`.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gantry {

struct MetricStep {
  std::string text;
  bool quoted = false;  ///< a name, even if it is all digits
  int column = 1;
};
using MetricPath = std::vector<MetricStep>;

/// What is wrong, and in which column of the text.
struct MetricFault {
  int column = 1;
  std::string what;
};

/// Reads a path at `at`, which then is behind it. Between points stand words, or anything in double quotes (in which a
/// backslash stands before a quote or a backslash).
MetricPath read_metric(const std::string& text, std::size_t& at, std::optional<MetricFault>& fault);

/// The number; else what keeps the path from one. `whose` names the summary in messages. Items of lists go by their
/// number from 0, or by their `name`, `class` or `block`.
const nlohmann::json* find_metric(const nlohmann::json& summary, const MetricPath& path, const std::string& whose,
                                  std::optional<MetricFault>& fault);

/// The metrics in which the two differ, those included that only one has; items of lists by number.
std::vector<std::string> differing_numbers(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace gantry
