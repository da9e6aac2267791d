// SPDX-License-Identifier: Apache-2.0
// What an axis of a study does to a metric, alone and together with another one: means over the points that are done.
// Where all combinations were run these are the effects of an analysis of variance; of a search that tried some
// values more often than others they also hold what these points have in common otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "result/study_files.h"

namespace gantry {

using PointList = std::vector<const WrittenPoint*>;

/// Of all that are done and have the metric.
PointList points_with(const WrittenStudy& study, std::size_t workload, std::size_t metric);

struct ValueMean {
  std::size_t points = 0;  ///< 0: the others say nothing
  double mean = 0.0;
  double least = 0.0;
  double most = 0.0;
};

struct AxisEffect {
  std::vector<ValueMean> values;  ///< by choice
  double range = 0.0;             ///< largest mean less the smallest
  /// Of the sum of squares about the mean of all points, the share that the means of the values hold; nothing if all
  /// points are equal.
  std::optional<double> share;
};

AxisEffect axis_effect(const WrittenStudy& study, const PointList& points, std::size_t axis, std::size_t metric);

struct PairEffect {
  std::vector<std::vector<ValueMean>> cells;  ///< by choice of the first axis, then of the second
  /// The share of what the means of the cells hold beyond the best sum of an effect of each axis (least squares).
  std::optional<double> share;
};

PairEffect pair_effect(const WrittenStudy& study, const PointList& points, std::size_t a, std::size_t b,
                       std::size_t metric);

}  // namespace gantry
