// SPDX-License-Identifier: Apache-2.0
// Which of many costs (a number to be minimised for each objective) are the better ones.
#pragma once

#include <cstddef>
#include <vector>

namespace gantry {

/// Whether `a` is at least as good in each.
bool covers(const std::vector<double>& a, const std::vector<double>& b);
/// ... and better in one.
bool betters(const std::vector<double>& a, const std::vector<double>& b);

/// Indices, ascending, of those costs for which no other is at most as much in each and less in one. Equal ones stay.
std::vector<std::size_t> pareto_front(const std::vector<std::vector<double>>& costs);

/// 0 for those on the front, 1 for those on the front of what is left without it, and so on.
std::vector<std::size_t> pareto_ranks(const std::vector<std::vector<double>>& costs);

/// How much room each has among the others (crowding distance of NSGA-II): the sum over the objectives of how far its
/// neighbours are apart, by the range of all; infinite at the ends.
std::vector<double> crowding(const std::vector<std::vector<double>>& costs);

}  // namespace gantry
