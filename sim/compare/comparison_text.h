// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gantry {

struct Comparison;

/// The comparison for a terminal.
std::string comparison_text(const Comparison& comparison);

}  // namespace gantry
