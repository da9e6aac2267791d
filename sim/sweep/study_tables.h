// SPDX-License-Identifier: Apache-2.0
// Result files of a study: points.csv, pareto.csv, repeats.csv, study.sqlite, study.json. Equal studies write equal
// bytes.
#pragma once

#include <string>
#include <vector>

#include "sweep/point_row.h"
#include "sweep/study.h"

namespace gantry {

struct StudyResult;

struct StudyColumn {
  std::string name;
  bool is_text = false;  ///< of a database: always text, never a number
};
struct StudyTable {
  std::vector<StudyColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

StudyTable points_table(const Study& study, const std::vector<PointRow>& rows);
StudyTable repeats_table(const Study& study, const std::vector<RepeatRow>& rows);
std::string csv_text(const StudyTable& table);
/// Returns the study's question and the names of its columns, for readers of the tables. `costless`: varied keys that
/// are known to change no cost.
std::string study_json(const Study& study, const std::vector<std::string>& costless = {});

/// Writes the points known so far, and removes results of an earlier call. Throws Error of kind `output`.
void begin_study_tables(const Study& study, const std::string& directory, const StudyResult& result);
/// Writes all files. Throws Error of kind `output`.
void write_study_tables(const Study& study, const std::string& directory, const StudyResult& result);
/// Returns the paths of the files, to check that none is an input.
std::vector<std::string> study_outputs(const std::string& directory);

}  // namespace gantry
