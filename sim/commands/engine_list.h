// SPDX-License-Identifier: Apache-2.0
// List of the built-in engines, for `gantry list engines`.
#pragma once

#include <string>
#include <vector>

namespace gantry {

struct EngineRow {
  std::string name;  ///< BLOCK=ENGINE
  std::string summary;
};
std::vector<EngineRow> engine_rows();

}  // namespace gantry
