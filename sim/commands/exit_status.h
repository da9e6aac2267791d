// SPDX-License-Identifier: Apache-2.0
// What the program ends with, whichever command it was.
#pragma once

namespace gantry {

inline constexpr int kDone = 0;
inline constexpr int kUnfinished = 1;  ///< it arose in the run: unfinished tasks, a finding of a check
inline constexpr int kWrongInput = 2;  ///< the command line or an input file, known before cycle 0

}  // namespace gantry
