// SPDX-License-Identifier: Apache-2.0
// `gantry check`: all invariants of a finished run, from its files alone.
#pragma once

#include <string>
#include <vector>

namespace gantry {

struct CheckReport {
  int status = 0;                   ///< exit status: 0 all hold, 1 some are violated, 2 files missing or malformed
  std::vector<std::string> result;  ///< for standard output: what was checked, what had to be skipped
  std::vector<std::string> errors;  ///< for standard error
};

CheckReport check_run(const std::string& directory);

}  // namespace gantry
