// SPDX-License-Identifier: Apache-2.0
// Pareto domination among costs: a number to minimise for each objective.
#pragma once

#include <cstddef>
#include <vector>

namespace gantry {

/// Whether `a` is at least as good in every objective.
bool covers(const std::vector<double>& a, const std::vector<double>& b);
/// Whether `a` is in addition better in one.
bool betters(const std::vector<double>& a, const std::vector<double>& b);

/// Returns the indices of non-dominated costs, ascending. Equal costs all stay.
std::vector<std::size_t> pareto_front(const std::vector<std::vector<double>>& costs);

/// Returns each cost's rank of non-dominated sorting: 0 on the front, 1 on the front of the rest, and so on.
std::vector<std::size_t> pareto_ranks(const std::vector<std::vector<double>>& costs);

/// Returns the crowding distances (NSGA-II): for each cost the sum over the objectives of the distance between its
/// neighbours, relative to the range; infinite at the ends.
std::vector<double> crowding(const std::vector<std::vector<double>>& costs);

}  // namespace gantry
