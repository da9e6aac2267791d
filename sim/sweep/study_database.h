// SPDX-License-Identifier: Apache-2.0
// study.sqlite: the tables of a study for SQL. Only this module uses the library.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sweep/study_tables.h"

namespace gantry {

/// Writes tables `points` and `repeats` with the columns of the CSV files, `pareto` with the numbers of the points on
/// the front, and `study` with the text of study.json. Writes under a temporary name first. Throws Error of kind
/// `output`.
void write_study_database(const std::string& path, const std::string& study, const StudyTable& points,
                          const StudyTable& repeats, const std::vector<std::size_t>& front);

}  // namespace gantry
