// SPDX-License-Identifier: Apache-2.0
// Exit statuses of the program, for all commands.
#pragma once

namespace gantry {

inline constexpr int kDone = 0;
inline constexpr int kUnfinished = 1;  ///< a result of the run: unfinished tasks, or a finding of a check
inline constexpr int kWrongInput = 2;  ///< an error in the command line or an input file, reported before cycle 0

}  // namespace gantry
