// SPDX-License-Identifier: Apache-2.0
// The directory of a run's outputs.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// Makes the directory and removes all files of this program from it, so that an interrupted run leaves nothing that
/// looks like its result. Returns false if the directory cannot be made.
bool prepare_directory(const std::string& directory, Diagnostics& diagnostics);

/// Returns all files of this program that may be written or removed there, for check_outputs().
std::vector<std::string> output_paths(const std::string& directory);

}  // namespace gantry
