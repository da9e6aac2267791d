// SPDX-License-Identifier: Apache-2.0
// Where a run writes.
#pragma once

#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// An empty directory entry for every file of this program, so that a run that is cut short leaves nothing that looks
/// like its result. False when the directory cannot be made.
bool prepare_directory(const std::string& directory, Diagnostics& diagnostics);

/// Every file of this program that may be written or taken away there, for check_outputs().
std::vector<std::string> output_paths(const std::string& directory);

}  // namespace gantry
