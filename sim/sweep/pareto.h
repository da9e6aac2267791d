// SPDX-License-Identifier: Apache-2.0
// The Pareto front of a study's points.
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/point_row.h"
#include "sweep/study.h"

namespace gantry {

/// Returns the costs to minimise, one per objective. Precondition: the row is admitted and has all objectives.
std::vector<double> costs_of(const Study& study, const PointRow& row);

/// Returns the numbers of the rows on the front of their workload: by workload, then by the first objective.
std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows);

}  // namespace gantry
