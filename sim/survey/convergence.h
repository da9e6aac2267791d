// SPDX-License-Identifier: Apache-2.0
// How good the points of a study were after how many of them.
#pragma once

#include <cstddef>
#include <vector>

#include "result/study_files.h"

namespace gantry {

struct ConvergenceStep {
  std::size_t points = 0;    ///< of the workload that were tried, this one included
  std::size_t front = 0;     ///< points that no other one betters
  double volume = 0.0;       ///< of the box between best and worst
  std::vector<double> best;  ///< by objective
};

struct Convergence {
  std::size_t points = 0;              ///< of the workload
  std::vector<double> best;            ///< by objective, of all admitted points
  std::vector<double> worst;           ///< likewise: volumes are those of the box between the two
  bool has_volume = false;             ///< false: of more than kMostVolumeObjectives it is not worked out
  std::vector<ConvergenceStep> steps;  ///< where the front changes; of very many some, and the last
};

inline constexpr std::size_t kMostVolumeObjectives = 3;
inline constexpr std::size_t kMostConvergenceSteps = 300;

Convergence convergence(const WrittenStudy& study, std::size_t workload);

}  // namespace gantry
