// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compare/comparison.h"

namespace gantry {

inline constexpr const char* kCompareSchema = "gantry-compare-1";

/// What `gantry schema compare` describes. Texts that are not UTF-8 have U+FFFD where they are not.
std::string comparison_json(const Comparison& comparison);

}  // namespace gantry
