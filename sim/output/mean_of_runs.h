// SPDX-License-Identifier: Apache-2.0
// Means of a few runs that differ in their seeds alone.
#pragma once

#include <vector>

namespace gantry {

struct MeanOfRuns {
  double mean = 0.0;
  double half_width = 0.0;  ///< of the 95 % interval by Student's t; 0 of one run
};

MeanOfRuns mean_of_runs(const std::vector<double>& values);

}  // namespace gantry
