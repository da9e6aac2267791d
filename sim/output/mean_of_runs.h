// SPDX-License-Identifier: Apache-2.0
// Means of a few runs that differ only in their seeds.
#pragma once

#include <vector>

#include "gantry/base/quotient.h"

namespace gantry {

struct MeanOfRuns {
  double mean = 0.0;
  double half_width = 0.0;  ///< half width of the 95 % confidence interval by Student's t; 0 for one run
};

/// Of b - a, where each pair of runs has one seed: what the seeds do to both alike cancels. Precondition: as many
/// values.
MeanOfRuns paired_difference(const std::vector<double>& a, const std::vector<double>& b);

MeanOfRuns mean_of_runs(const std::vector<double>& values);
/// The same of values that are quotients, before they are rounded.
MeanOfRuns mean_of_quotients(const std::vector<Precise>& values);

}  // namespace gantry
