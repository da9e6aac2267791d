// SPDX-License-Identifier: Apache-2.0
// A file that is complete or absent, whenever the program or the machine stops.
#pragma once

#include <string>

namespace gantry {

/// Writes a file under a temporary name and renames it, so that it is complete or absent. Throws Error of kind
/// `output`.
void write_whole_file(const std::string& path, const std::string& text);

}  // namespace gantry
