// SPDX-License-Identifier: Apache-2.0
// The keys of an experiment with the key `serving` (gantry/base/keys.h).
#pragma once

#include "gantry/base/keys.h"
#include "select/selection_keys.h"
#include "serving/serving_experiment.h"

namespace gantry {

/// Most cycles between two data of a session.
inline constexpr Cycle kMaxPushInterval = Cycle{1} << 40;

void describe(KeyVisitor& keys, BatchSchedulerConfig& scheduler);
void describe(KeyVisitor& keys, InferenceNodeConfig& node);
void describe(KeyVisitor& keys, SessionKind& kind);
void describe(KeyVisitor& keys, ServingConfig& serving);
void describe(KeyVisitor& keys, ServingExperiment& experiment);

}  // namespace gantry
