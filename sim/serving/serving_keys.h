// SPDX-License-Identifier: Apache-2.0
// The keys of an experiment with the key `serving`, and of a file of `gantry select` (gantry/base/keys.h).
#pragma once

#include "gantry/base/keys.h"
#include "gantry/serving/selection.h"
#include "serving/selection_reader.h"
#include "serving/serving_experiment.h"

namespace gantry {

void describe(KeyVisitor& keys, PriorityRule& rule);
void describe(KeyVisitor& keys, BatchSchedulerConfig& scheduler);
void describe(KeyVisitor& keys, InferenceNodeConfig& node);
void describe(KeyVisitor& keys, SessionKind& kind);
void describe(KeyVisitor& keys, ServingConfig& serving);
void describe(KeyVisitor& keys, ServingExperiment& experiment);

void describe(KeyVisitor& keys, NodeState& node);
void describe(KeyVisitor& keys, SelectionRequest& request);

}  // namespace gantry
