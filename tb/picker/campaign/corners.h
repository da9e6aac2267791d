// SPDX-License-Identifier: Apache-2.0
// Directed stimuli for situations that random ones seldom reach.
#pragma once

#include "picker/campaign/bench.h"

namespace gantry::campaign {

void run_corners(Bench& bench);

}  // namespace gantry::campaign
