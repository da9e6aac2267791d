// SPDX-License-Identifier: Apache-2.0
// Where something that a user wrote stands.
#pragma once

#include <string>

namespace gantry {
inline namespace base {

/// Where something stands in an input file; lines and columns count from 1, 0 = unknown.
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;
};

}  // namespace base
}  // namespace gantry
