// SPDX-License-Identifier: Apache-2.0
// How every command says what is wrong.
#pragma once

#include <iostream>
#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// One line each on the error output; nothing if there are none.
inline void print_problems(const Diagnostics& diagnostics) {
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
}

/// The notes alone, once.
inline void print_notes(Diagnostics& diagnostics) {
  for (const std::string& line : diagnostics.take_notes()) std::cerr << line << '\n';
}

}  // namespace gantry
