// SPDX-License-Identifier: Apache-2.0
// Versions of the program and of its libraries.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gantry {

/// Returns the versions of gantry, systemc and verilator; "none" for a library that was left out of the build.
std::vector<std::pair<std::string, std::string>> versions();

}  // namespace gantry
