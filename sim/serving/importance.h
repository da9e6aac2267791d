// SPDX-License-Identifier: Apache-2.0
// Importance of inference nodes (source 003 [0062]) from figures of their own.
#pragma once

#include <optional>
#include <string>

#include "serving/serving_experiment.h"

namespace gantry {

/// Multiplies the weight of every node by its figure as a share of the largest one. Returns what is wrong; nothing:
/// it is done. docs/serving.md has the figures.
std::optional<std::string> apply_importance(ServingExperiment& experiment);

}  // namespace gantry
