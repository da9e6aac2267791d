// SPDX-License-Identifier: Apache-2.0
// Random machines with everything that a checkpoint has to save: data, background traffic, faults of all kinds.
#pragma once

#include <cstdint>

#include "experiment/experiment.h"

namespace gantry::saved_runs {

Experiment machine_of(std::uint64_t seed);

/// A machine whose dispatcher is one that the dispatch core in Verilog can be, if its other keys are right.
Experiment core_machine_of(std::uint64_t seed);

/// Whether the machine can run its workload.
bool runs(const Experiment& experiment);

}  // namespace gantry::saved_runs
