// SPDX-License-Identifier: Apache-2.0
// The first difference between two versions of a file.
#pragma once

#include <string>

namespace gantry {

/// Returns "row 3 (line 4), column completed: 120 -> 125" for tables, "line 3, word 2: a -> b" for other texts, or
/// which file has further lines. Precondition: both files exist and differ.
std::string first_differing_row(const std::string& golden, const std::string& now);

}  // namespace gantry
