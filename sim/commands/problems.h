// SPDX-License-Identifier: Apache-2.0
// Output of diagnostics, for all commands.
#pragma once

#include <iostream>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Prints each diagnostic as one line on the error output.
inline void print_problems(const Diagnostics& diagnostics) {
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
}

/// Prints the notes and removes them.
inline void print_notes(Diagnostics& diagnostics) {
  for (const std::string& line : diagnostics.take_notes()) std::cerr << line << '\n';
}

}  // namespace gantry
