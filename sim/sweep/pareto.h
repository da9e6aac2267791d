// SPDX-License-Identifier: Apache-2.0
// Which points no other one betters.
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/point_row.h"
#include "sweep/study.h"

namespace gantry {

/// What is minimised, one for each objective; of an admitted row that has them all.
std::vector<double> costs_of(const Study& study, const PointRow& row);

/// Numbers of the rows on the front of their workload: by workload, the best in the first objective first.
std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows);

}  // namespace gantry
