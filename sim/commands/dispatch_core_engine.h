// SPDX-License-Identifier: Apache-2.0
// The dispatch core in Verilog, in lockstep with the model's.
#pragma once

#include <functional>
#include <memory>

#include "dispatch_core/dispatch_core_lockstep.h"
#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"

namespace gantry {

/// Reports at `where` every reason why the Verilog cannot run beside this machine, each with what is expected.
void check_dispatch_core(const Experiment& experiment, const SourcePosition& where, Diagnostics& diagnostics);

/// Makes the engine of one run. Precondition: check_dispatch_core() found nothing. CoreLockstepOptions explains what
/// happens at a difference.
std::function<DispatchWitnessFactory> dispatch_core_engine(const Experiment& experiment,
                                                           const CoreLockstepOptions& options);

}  // namespace gantry
