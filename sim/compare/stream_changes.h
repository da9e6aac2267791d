// SPDX-License-Identifier: Apache-2.0
// Changes of the streams' response times: difference of the means with its confidence interval, and percentiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/compared_run.h"
#include "metric/change.h"

namespace gantry {

/// Mean of one run; unknown for an unstable stream and for too few tasks.
struct MeanResponse {
  std::optional<double> mean;
  std::optional<double> half_width;  ///< half width of its 95 % confidence interval
};

enum class Verdict : std::uint8_t { unknown, within, beyond };

struct StreamChange {
  std::string name;  ///< empty: the stream of independent tasks
  MeanResponse a;
  MeanResponse b;
  std::optional<Change> instances;  ///< that are done, of streams of graphs; percentiles likewise
  std::optional<Change> p50;
  std::optional<Change> p95;
  std::optional<Change> p99;

  /// Half width of the 95 % confidence interval of the difference of two independent runs: the root of the sum of the
  /// squared half widths.
  [[nodiscard]] std::optional<double> combined() const;
  /// Whether the difference of the means exceeds it.
  [[nodiscard]] Verdict verdict() const;
};

/// Returns the streams that both runs have, in A's order.
std::vector<StreamChange> stream_changes(const ComparedRun& a, const ComparedRun& b);

}  // namespace gantry
