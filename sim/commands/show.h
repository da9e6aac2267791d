// SPDX-License-Identifier: Apache-2.0
// Text of `gantry show`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/experiment_text.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// Returns an experiment of any kind with every key that a run would use, as YAML. Paths start in the current
/// directory. Returns nothing after a problem.
std::optional<std::string> resolved_text(const ExperimentText& from, const std::vector<std::string>& sets,
                                         Diagnostics& diagnostics);

}  // namespace gantry
