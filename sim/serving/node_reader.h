// SPDX-License-Identifier: Apache-2.0
// Reader of the list `serving.nodes`.
#pragma once

#include <vector>

#include "select/selection_reader.h"
#include "serving/serving_experiment.h"

namespace gantry {

/// Fills all three vectors, one entry per node. Reports all problems.
void read_inference_nodes(MapReader& serving, NodeBasics& basics, std::vector<InferenceNodeConfig>& nodes,
                          std::vector<NodeTimes>& times);

}  // namespace gantry
