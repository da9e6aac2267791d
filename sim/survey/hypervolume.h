// SPDX-License-Identifier: Apache-2.0
// Hypervolume: the volume of costs that at least one point dominates, up to a reference point.
#pragma once

#include <vector>

namespace gantry {

/// Returns the hypervolume. Costs at or beyond the reference in any objective add nothing. Without objectives it is 1
/// if there are points.
double hypervolume(std::vector<std::vector<double>> costs, const std::vector<double>& reference);

/// Returns the growth of the hypervolume with `added`.
double added_hypervolume(const std::vector<std::vector<double>>& costs, const std::vector<double>& added,
                         const std::vector<double>& reference);

}  // namespace gantry
