// SPDX-License-Identifier: Apache-2.0
// Which axes of a study change nothing. Compared are points of one workload that differ in one axis and in no other:
// what is equal there is so because of it, whatever else the study varies.
#pragma once

#include <cstddef>
#include <vector>

#include "result/study_files.h"

namespace gantry {

struct MetricChange {
  std::size_t changed = 0;  ///< comparisons in which the points that are done do not all have the same number
  double largest = 0.0;     ///< of (most - least) / the larger of their magnitudes
};

struct AxisChange {
  /// Sets of two or more points that ran, are equal in all other axes, and have different values of this one.
  std::size_t comparisons = 0;
  std::size_t ended_otherwise = 0;    ///< comparisons in which only some points came to their end
  std::vector<MetricChange> metrics;  ///< by metric

  /// Whether it changes none of the objectives in any comparison, and there is one.
  [[nodiscard]] bool flat(const WrittenStudy& study) const;
};

/// By axis. Infeasible and interrupted points have not run and are passed over.
std::vector<AxisChange> axis_changes(const WrittenStudy& study, std::size_t workload);

}  // namespace gantry
