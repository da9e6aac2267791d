// SPDX-License-Identifier: Apache-2.0
// Where a run writes.
#pragma once

#include <string>

#include "gantry/base/diagnostics.h"

namespace gantry {

/// An empty directory entry for every file of this program, so that a run that is cut short leaves nothing that looks
/// like its result. False when the directory cannot be made.
bool prepare_directory(const std::string& directory, Diagnostics& diagnostics);

}  // namespace gantry
