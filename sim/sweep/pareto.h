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

/// Costs of a point for each objective: a value per seed, in the order of the seeds.
using SeedCosts = std::vector<std::vector<double>>;

/// Whether `a` is at least as good as `b` in every objective, and better in one, beyond the 95 % intervals of the means
/// of the paired differences. Precondition: as many seeds of both.
bool surely_betters(const SeedCosts& a, const SeedCosts& b);

/// Returns the numbers of the rows on the front of their workload: by workload, then by the first objective. With
/// repeats a point is dominated only by one that surely betters it. `repeats`: the runs of all rows.
std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows,
                                     const std::vector<RepeatRow>& repeats);

}  // namespace gantry
