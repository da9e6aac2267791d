// SPDX-License-Identifier: Apache-2.0
// Effects of a study's axes on a metric, for single axes and pairs: means over the points that are done. If all
// combinations were run, these are the effects of an analysis of variance. For a search that tried some values more
// often, they also contain whatever else these points have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/quotient.h"
#include "result/study_files.h"

namespace gantry {

using PointList = std::vector<const WrittenPoint*>;

/// Mean over the points that are done and have the metric.
PointList points_with(const WrittenStudy& study, std::size_t workload, std::size_t metric);

struct ValueMean {
  std::size_t points = 0;  ///< 0: the other members are undefined
  Precise sum = 0;         ///< sum of the values
  double mean = 0.0;
  double least = 0.0;
  double most = 0.0;
};

struct AxisEffect {
  std::vector<ValueMean> values;  ///< by choice of the axis
  double range = 0.0;             ///< largest mean minus the smallest
  /// Share of the means of the values in the sum of squares about the mean of all points; nothing: all points are
  /// equal.
  std::optional<double> share;
};

AxisEffect axis_effect(const WrittenStudy& study, const PointList& points, std::size_t axis, std::size_t metric);

struct PairEffect {
  std::vector<std::vector<ValueMean>> cells;  ///< by choice of the first axis, then of the second
  /// Share of the cells' means that the best sum of one effect per axis (least squares) does not explain.
  std::optional<double> share;
};

PairEffect pair_effect(const WrittenStudy& study, const PointList& points, std::size_t a, std::size_t b,
                       std::size_t metric);

}  // namespace gantry
