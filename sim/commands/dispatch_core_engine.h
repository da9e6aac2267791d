// SPDX-License-Identifier: Apache-2.0
// The dispatch core in Verilog beside the model's, in lockstep.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dispatch_core/dispatch_core_lockstep.h"
#include "experiment/experiment.h"

namespace gantry {

/// Every reason why the Verilog cannot run beside this machine, each with what would be right; none: it can.
std::vector<std::string> dispatch_core_refusals(const Experiment& experiment);

/// Makes the engine of one run. Precondition: it is not refused. See CoreLockstepOptions for what happens at a
/// difference.
std::function<DispatchWitnessFactory> dispatch_core_engine(const Experiment& experiment,
                                                           const CoreLockstepOptions& options);

}  // namespace gantry
