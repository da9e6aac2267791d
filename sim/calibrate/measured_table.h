// SPDX-License-Identifier: Apache-2.0
// A table of measurements for `gantry calibrate`: CSV with a header. A row says which keys of an experiment it was
// measured with, and what was measured.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

struct MeasuredColumn {
  std::string name;
  std::string key;  ///< path of the key that its cells set; empty: none, cells are labels
};

struct MeasuredRow {
  std::vector<std::string> cells;
  std::vector<SourcePosition> where;  ///< of each cell
  double measured = 0.0;
  bool fitted = false;  ///< whether it is one of those that values are fitted on

  /// The overrides that its cells make. An empty cell makes none.
  [[nodiscard]] std::vector<std::string> sets(const std::vector<MeasuredColumn>& columns) const;
};

struct MeasuredTable {
  std::string path;  ///< name in messages
  std::vector<MeasuredColumn> columns;
  std::size_t measured = 0;  ///< number of the column with what was measured
  std::vector<MeasuredRow> rows;

  [[nodiscard]] std::optional<std::size_t> column(const std::string& name) const;
};

/// How a table is to be read.
struct MeasuredChoice {
  std::string measured;           ///< name of a column; empty: the last
  std::vector<std::string> maps;  ///< `COLUMN=KEY`, beside columns whose names contain a dot and so are keys
  std::vector<std::string> on;    ///< rows to fit on: `2,5-7` (from 1), or `COLUMN=CELL`
};

/// Reads a table from its text. Reports all mistakes.
std::optional<MeasuredTable> read_measured_table(const std::string& text, const std::string& path,
                                                 const MeasuredChoice& choice, Diagnostics& diagnostics);

}  // namespace gantry
