// SPDX-License-Identifier: Apache-2.0
// The experiment as it is run: every key of the machine and of the run with its value, files by path and content.
#pragma once

#include <string>

#include "experiment/experiment.h"

namespace gantry {

/// YAML that `gantry run` reads as the same experiment, to stand in a file of `directory`: paths start there. Nodes
/// without a value are filled in. `workload`, `plan` and `background` are as they were given, with overrides
/// applied; a workload's file also with its format and SHA-256. The experiment is as before when it returns.
std::string resolved_experiment(Experiment& experiment, const std::string& directory);

}  // namespace gantry
