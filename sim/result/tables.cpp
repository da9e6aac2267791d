// SPDX-License-Identifier: Apache-2.0
#include "result/tables.h"

namespace gantry {

std::vector<TableColumns> column_tables() {
  std::vector<TableColumns> tables;
  for_each_table([&](auto cells) {
    cells = widest_row<decltype(cells)>();
    ColumnTable table;
    describe(table, cells);
    tables.push_back({cells.kFile, table.rows()});
  });
  return tables;
}

}  // namespace gantry
