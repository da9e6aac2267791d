// SPDX-License-Identifier: Apache-2.0
// A table as a file: the header at its opening, then rows, from the description of its columns (result/tables.h).
#pragma once

#include <utility>

#include "gantry/base/diagnostics.h"
#include "output/output_file.h"
#include "output/output_place.h"
#include "text/table_rows.h"

namespace gantry {

template <class Cells>
class TableFile {
 public:
  /// `more`: groups of columns that only some runs write, and its rows have.
  explicit TableFile(OutputPlace place, std::uint32_t more = 0) : file_(std::move(place)), more_(more) {
    if (file_.on()) append_header<Cells>(file_.text(), more_);
  }

  [[nodiscard]] bool on() const { return file_.on(); }
  [[nodiscard]] bool ok() const { return file_.ok(); }
  /// Whether the file is on.
  void add(Cells& row) {
    set_more_columns(row, more_);
    append_row(file_.text(), row);
    file_.written();
  }
  void finish(Diagnostics& problems) { file_.finish(problems); }

 private:
  OutputFile file_;
  std::uint32_t more_;
};

}  // namespace gantry
