// SPDX-License-Identifier: Apache-2.0
// Means of a few runs that differ only in their seeds.
#pragma once

#include <vector>

namespace gantry {

struct MeanOfRuns {
  double mean = 0.0;
  double half_width = 0.0;  ///< half width of the 95 % confidence interval by Student's t; 0 for one run
};

MeanOfRuns mean_of_runs(const std::vector<double>& values);

}  // namespace gantry
