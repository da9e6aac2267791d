// SPDX-License-Identifier: Apache-2.0
// What `gantry show` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/experiment_text.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// An experiment of any kind with every key that a run would use, as YAML; paths start in the current directory.
/// Nothing after a problem.
std::optional<std::string> resolved_text(const ExperimentText& from, const std::vector<std::string>& sets,
                                         Diagnostics& diagnostics);

}  // namespace gantry
