// SPDX-License-Identifier: Apache-2.0
// The JSON Schemas of what is written, and their tables in docs/: of files whose results are described
// (result/result_visitor.h), and those of sim/schemas, which are written by hand.
#pragma once

#include <string>
#include <vector>

#include "result/result_table.h"

namespace gantry {

struct WrittenSchema {
  std::string name;
  std::string text;
};
std::vector<WrittenSchema> written_schemas();

/// The tables that docs/ shows of a file.
struct ResultTables {
  std::string file;
  std::vector<ResultRows> tables;
};
std::vector<ResultTables> result_tables();

}  // namespace gantry
