// SPDX-License-Identifier: Apache-2.0
// Quality of a study's points over the number of points tried.
#pragma once

#include <cstddef>
#include <vector>

#include "result/study_files.h"

namespace gantry {

struct ConvergenceStep {
  std::size_t points = 0;    ///< points of the workload that were tried, this one included
  std::size_t front = 0;     ///< points that no other one dominates
  double volume = 0.0;       ///< hypervolume between the best and the worst costs
  std::vector<double> best;  ///< best cost of each objective
};

struct Convergence {
  std::size_t points = 0;     ///< number of points of the workload
  std::vector<double> best;   ///< best cost of each objective, over all admitted points
  std::vector<double> worst;  ///< worst costs likewise; hypervolumes are those of the box between both
  bool has_volume = false;    ///< false: with more than kMostVolumeObjectives objectives it is not computed
  std::vector<ConvergenceStep>
      steps;  ///< steps in which the front changes; of very many a selection, and always the last one
};

inline constexpr std::size_t kMostVolumeObjectives = 3;
inline constexpr std::size_t kMostConvergenceSteps = 300;

Convergence convergence(const WrittenStudy& study, std::size_t workload);

}  // namespace gantry
