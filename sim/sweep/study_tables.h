// SPDX-License-Identifier: Apache-2.0
// What a study leaves: points.csv, pareto.csv, repeats.csv, study.sqlite, study.json. Equal studies leave equal bytes.
#pragma once

#include <string>
#include <vector>

#include "sweep/point_row.h"
#include "sweep/study.h"

namespace gantry {

struct StudyResult;

struct StudyColumn {
  std::string name;
  bool is_text = false;  ///< of a database: never a number
};
struct StudyTable {
  std::vector<StudyColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

StudyTable points_table(const Study& study, const std::vector<PointRow>& rows);
StudyTable repeats_table(const Study& study, const std::vector<RepeatRow>& rows);
std::string csv_text(const StudyTable& table);
/// What is asked and how its columns are called, for who reads the tables.
std::string study_json(const Study& study);

/// The points as far as they are known, and no results of an earlier call. Throws Error of kind `output`.
void begin_study_tables(const Study& study, const std::string& directory, const StudyResult& result);
/// All of them. Throws Error of kind `output`.
void write_study_tables(const Study& study, const std::string& directory, const StudyResult& result);
/// Where they are, for who must not write over an input.
std::vector<std::string> study_outputs(const std::string& directory);

}  // namespace gantry
