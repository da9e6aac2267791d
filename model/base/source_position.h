// SPDX-License-Identifier: Apache-2.0
// Positions in input files.
#pragma once

#include <string>

namespace gantry {
inline namespace base {

/// A position in an input file. Lines and columns count from 1; 0: unknown. `file`: name of the file; empty: unknown.
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;
};

}  // namespace base
}  // namespace gantry
