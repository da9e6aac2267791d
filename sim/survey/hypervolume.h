// SPDX-License-Identifier: Apache-2.0
// How much of the space of costs points leave behind them: the volume of what one of them is no worse than, up to a
// reference point.
#pragma once

#include <vector>

namespace gantry {

/// Costs at or beyond the reference in any objective add nothing. Of no objectives it is 1 where there are points.
double hypervolume(std::vector<std::vector<double>> costs, const std::vector<double>& reference);

/// By how much it grows with `added`.
double added_hypervolume(const std::vector<std::vector<double>>& costs, const std::vector<double>& added,
                         const std::vector<double>& reference);

}  // namespace gantry
