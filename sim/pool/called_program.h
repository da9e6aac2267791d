// SPDX-License-Identifier: Apache-2.0
// A program of others that is called with its words, no shell between, and what it printed.
#pragma once

#include <string>
#include <vector>

namespace gantry {

struct CalledProgram {
  int status = 0;   ///< 0: it says that it did what it was asked for
  std::string out;  ///< all of the standard output
  std::string err;  ///< likewise

  /// What it says is wrong: its first line on the standard error.
  [[nodiscard]] std::string complaint() const;
};

/// Finds the first word in PATH, and waits for its end; its standard input is empty. Throws Error if it cannot be
/// started.
CalledProgram call_program(const std::vector<std::string>& words);

}  // namespace gantry
