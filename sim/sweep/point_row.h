// SPDX-License-Identifier: Apache-2.0
// A row of points.csv: a configuration with one workload, and its results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/workload_part.h"
#include "metric/metric.h"
#include "point/point_state.h"

namespace gantry {

struct MetricValue {
  double number = 0.0;
  std::string text;                                 ///< the exact value as text
  std::optional<MetricPercentile> percentile = {};  ///< what it rests on, all seeds together; nothing: no percentile
};

struct PointRow {
  std::size_t number = 0;
  std::string id;  ///< id of its run, the first of repeats; empty: it cannot be built
  PointState state = PointState::interrupted;
  std::string workload;
  std::uint64_t part = kWholeWorkload;              ///< part of the workload, in millionths
  std::vector<std::string> cells;                   ///< cells of the axes' columns, then of the derived keys
  std::vector<std::optional<MetricValue>> metrics;  ///< values of Study::metrics; means of repeats
  std::vector<std::optional<double>>
      half_widths;                    ///< half widths of their 95 % confidence intervals; empty without repeats
  std::optional<std::size_t> broken;  ///< number of violated constraints; nothing: unknown
  std::vector<std::size_t> held;      ///< of each constraint, in how many of the seeds it holds; empty: unknown
  std::string message;

  /// Whether it may be compared with others of the same part of the workload.
  [[nodiscard]] bool sound() const { return state == PointState::done && broken && *broken == 0; }
  /// Whether it may be on the front.
  [[nodiscard]] bool admitted() const { return sound() && part == kWholeWorkload; }
};

/// One run of a row with repeats.
struct RepeatRow {
  std::size_t number = 0;  ///< number of the row
  std::uint64_t seed = 0;
  std::string id;
  PointState state = PointState::interrupted;
  std::vector<std::optional<MetricValue>> metrics;
  std::string message;
};

}  // namespace gantry
