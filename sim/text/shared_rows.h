// SPDX-License-Identifier: Apache-2.0
// Rows of a table that are parts of one whole.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/text_table.h"

namespace gantry {

/// Parts of less than 0.1 % become one row, "3 others", if there are several.
class SharedRows {
 public:
  using Cells = std::vector<std::string>;

  static constexpr double kLeastShare = 0.001;

  /// `figures`: makes the cells of a part.
  SharedRows(double whole, std::function<Cells(double part)> figures);

  /// `names`: the cells before the figures. A first cell that is as in the row before is not repeated.
  void add(Cells names, double part);
  void add_to(TextTable& table) const;

 private:
  struct Row {
    Cells names;
    double part = 0.0;
  };

  void add_to(TextTable& table, Cells names, double part) const;

  double whole_;
  std::function<Cells(double part)> figures_;
  std::vector<Row> rows_;
};

}  // namespace gantry
