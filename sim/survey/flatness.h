// SPDX-License-Identifier: Apache-2.0
// Axes of a study without effect. Points of one workload are compared if they differ in one axis only. What is equal
// then does not depend on this axis, whatever else the study varies.
#pragma once

#include <cstddef>
#include <vector>

#include "result/study_files.h"

namespace gantry {

struct MetricChange {
  std::size_t changed = 0;  ///< comparisons in which the points that are done have different values
  double largest = 0.0;     ///< largest value of (maximum - minimum) / the larger magnitude of the two
};

struct AxisChange {
  /// Number of comparisons: sets of two or more points that ran, with equal values of all other axes and different
  /// values of this one.
  std::size_t comparisons = 0;
  std::size_t ended_otherwise = 0;    ///< comparisons in which only some points ran to their end
  std::vector<MetricChange> metrics;  ///< by metric

  /// Whether there is a comparison, and none changes an objective.
  [[nodiscard]] bool flat(const WrittenStudy& study) const;
};

/// Computes the flatness of each axis. Infeasible and interrupted points have not run and are skipped.
std::vector<AxisChange> axis_changes(const WrittenStudy& study, std::size_t workload);

}  // namespace gantry
