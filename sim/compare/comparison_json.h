// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gantry {

struct Comparison;

inline constexpr const char* kCompareSchema = "gantry-compare-1";

/// Returns the document of `gantry schema compare`. Bytes that are not UTF-8 become U+FFFD.
std::string comparison_json(const Comparison& comparison);

}  // namespace gantry
