// SPDX-License-Identifier: Apache-2.0
// Runs another program with a list of words, without a shell, and keeps its output.
#pragma once

#include <string>
#include <vector>

namespace gantry {

struct CalledProgram {
  int status = 0;   ///< exit status; 0: success
  std::string out;  ///< the complete standard output
  std::string err;  ///< the complete standard error

  /// First line of the standard error, as the reason of a failure.
  [[nodiscard]] std::string complaint() const;
};

/// Looks the first word up in PATH, runs the program with an empty standard input, and waits for its end. Throws Error
/// if it cannot be started.
CalledProgram call_program(const std::vector<std::string>& words);

}  // namespace gantry
