// SPDX-License-Identifier: Apache-2.0
// study.sqlite: the tables of a study for SQL. One file sees the library.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sweep/study_tables.h"

namespace gantry {

/// Tables `points` and `repeats` with the columns of the CSV files, `pareto` with the numbers of points on the front,
/// and `study` with the one text of study.json. Written under another name first. Throws Error of
/// kind `output`.
void write_study_database(const std::string& path, const std::string& study, const StudyTable& points,
                          const StudyTable& repeats, const std::vector<std::size_t>& front);

}  // namespace gantry
