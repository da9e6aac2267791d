// SPDX-License-Identifier: Apache-2.0
// `gantry check` of a directory that `gantry network --out` wrote.
#pragma once

#include <string>

#include "check/check_run.h"

namespace gantry {

[[nodiscard]] bool is_network_run(const std::string& directory);
CheckReport check_network_run(const std::string& directory);

}  // namespace gantry
