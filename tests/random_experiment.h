// SPDX-License-Identifier: Apache-2.0
// Random machines and workloads for tests: small, odd ones included, and nearly always feasible. The same seed gives
// the same experiment on every platform.
#pragma once

#include <cstdint>

#include "experiment/experiment.h"

namespace gantry {

Experiment random_experiment(std::uint64_t seed);

/// Whether its tasks do not wait for each other in a circle, and the machine can run them.
bool can_run(const Experiment& experiment);

}  // namespace gantry
