// SPDX-License-Identifier: Apache-2.0
// Versions of the program and of what it was built with.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gantry {

/// gantry, systemc, verilator; "none" for what was left out of the build.
std::vector<std::pair<std::string, std::string>> versions();

}  // namespace gantry
