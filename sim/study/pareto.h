// SPDX-License-Identifier: Apache-2.0
// Which points no other one betters.
#pragma once

#include <cstddef>
#include <vector>

#include "study/point_row.h"
#include "study/study.h"

namespace gantry {

/// Indices, ascending, of those costs for which no other is at most as much in each and less in one. Equal ones stay.
std::vector<std::size_t> pareto_front(const std::vector<std::vector<double>>& costs);

/// 0 for those on the front, 1 for those on the front of what is left without it, and so on.
std::vector<std::size_t> pareto_ranks(const std::vector<std::vector<double>>& costs);

/// How much room each has among the others (crowding distance of NSGA-II): the sum over the objectives of how far its
/// neighbours are apart, by the range of all; infinite at the ends.
std::vector<double> crowding(const std::vector<std::vector<double>>& costs);

/// What is minimised, one for each objective; of an admitted row that has them all.
std::vector<double> costs_of(const Study& study, const PointRow& row);

/// Numbers of the rows on the front of their workload: by workload, the best in the first objective first.
std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows);

}  // namespace gantry
