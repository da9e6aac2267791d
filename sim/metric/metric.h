// SPDX-License-Identifier: Apache-2.0
// A number of a summary by its dotted path: `critical_path.compute`, `processors.0.utilization`,
// `streams.list."my chat".response_cycles.p99`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/error.h"

namespace gantry {

struct MetricStep {
  std::string text;
  bool quoted = false;  ///< a name, even if it is all digits
  int column = 1;
};
using MetricPath = std::vector<MetricStep>;

/// Reads a path at `at`, which then is behind it. Between points stand words, or anything in double quotes (in which a
/// backslash stands before a quote or a backslash). Of a diagnostic's position only the column of the text is known.
Result<MetricPath> read_metric(const std::string& text, std::size_t& at);
/// The same where words end at characters for which `ends` is true.
Result<MetricPath> read_metric(const std::string& text, std::size_t& at, bool (*ends)(char));

/// The number in the summary, or what keeps the path from one, with the column of the step. `whose` names the summary
/// in messages. Items of lists go by their number from 0, or by their `name`, `class` or `block`.
Result<const nlohmann::json*> find_metric(const nlohmann::json& summary, const MetricPath& path,
                                          const std::string& whose);

/// A percentile of a summary, and how many instances, tasks, sessions or packets it is of.
struct MetricPercentile {
  std::uint64_t percent = 0;
  std::uint64_t instances = 0;
};
/// Nothing: the path leads to no percentile, or the summary does not say of how many.
std::optional<MetricPercentile> percentile_of(const nlohmann::json& summary, const MetricPath& path);

/// Returns a hint at the name of a metric: one of `names` that is similar, or where a word stands that tables and users
/// have for it; empty: none.
std::string meant_metric(const std::string& text, const std::vector<std::string_view>& names);

/// Whether only a run that reports its critical path has the metric.
bool needs_critical_path(const MetricPath& path);

}  // namespace gantry
