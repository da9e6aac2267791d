// SPDX-License-Identifier: Apache-2.0
// Lists of the names that a configuration can use, by kind.
#pragma once

#include <string>
#include <vector>

namespace gantry {

struct Listed {
  std::string name;
  std::string summary;
};

struct ListedKind {
  std::string kind;
  std::vector<Listed> entries;
};

const std::vector<ListedKind>& listed_kinds();

}  // namespace gantry
