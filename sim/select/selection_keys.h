// SPDX-License-Identifier: Apache-2.0
// The keys of a file of `gantry select` (gantry/base/keys.h). An experiment with the key `serving` has some of them,
// too.
#pragma once

#include "gantry/base/keys.h"
#include "gantry/serving/selection.h"
#include "select/selection_reader.h"

namespace gantry {

/// Key `rated`.
void describe_rated(KeyVisitor& keys);
/// Keys `weight` and `compute` of a node.
void describe_claims(KeyVisitor& keys);

void describe(KeyVisitor& keys, PriorityRule& rule);
void describe(KeyVisitor& keys, NodeState& node);
void describe(KeyVisitor& keys, SelectionRequest& request);

}  // namespace gantry
