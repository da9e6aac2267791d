// SPDX-License-Identifier: Apache-2.0
// Response times of streams: the difference of two means against what it is known to, and percentiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/compared_run.h"
#include "gantry/base/diagnostics.h"
#include "metric/change.h"

namespace gantry {

/// A mean in one run; both may be unknown: of a stream that is not stable, of too few tasks.
struct MeanResponse {
  std::optional<double> mean;
  std::optional<double> half_width;  ///< of its 95 % interval
};

enum class Verdict : std::uint8_t { unknown, within, beyond };

struct StreamChange {
  std::string name;  ///< empty: the stream of independent tasks
  MeanResponse a;
  MeanResponse b;
  std::optional<Change> p50;  ///< of streams of graphs
  std::optional<Change> p95;
  std::optional<Change> p99;

  /// Half width of the 95 % interval of the difference, the two runs being independent: the root of the sum of both
  /// half widths' squares.
  [[nodiscard]] std::optional<double> combined() const;
  /// Whether the difference of the means is beyond that.
  [[nodiscard]] Verdict verdict() const;
};

/// Those that both runs have, in A's order. Problems: keys of them that are missing or of the wrong kind.
std::vector<StreamChange> stream_changes(const ComparedRun& a, const ComparedRun& b, Diagnostics& problems);

}  // namespace gantry
