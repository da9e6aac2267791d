// SPDX-License-Identifier: Apache-2.0
// Where two versions of a file first differ.
#pragma once

#include <string>

namespace gantry {

/// "row 3 (line 4), column completed: 120 -> 125" of tables, "line 3, word 2: a -> b" of other texts, or which of them
/// goes on. Precondition: both files are there and differ.
std::string first_differing_row(const std::string& golden, const std::string& now);

}  // namespace gantry
