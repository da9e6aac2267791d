// SPDX-License-Identifier: Apache-2.0
#include "text/columns.h"

namespace gantry {

void ColumnTable::add(const Column& column, const std::string& holds) {
  rows_.push_back("| `" + std::string(column.name) + "` | " + holds + (column.may_be_empty ? ", or empty" : "") +
                  " | " + std::string(column.meaning) + " |");
}

}  // namespace gantry
