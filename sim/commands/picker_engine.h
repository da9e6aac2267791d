// SPDX-License-Identifier: Apache-2.0
// Which implementation answers for a picker: the model, RTL, or both in lockstep.
#pragma once

#include <functional>
#include <string>

#include "experiment/engine_names.h"
#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"
#include "picker/lockstep_engine.h"

namespace gantry {

/// The factory for an engine with RTL in the place of the discipline `policy`. Throws Error when the RTL stands
/// for another one; the factory throws it when the RTL is not built for its configuration. Waveforms are those of the
/// first picker that it makes. See LockstepOptions for what happens at a difference.
std::function<PickerFactory> picker_engine(const BlockEngine& engine, const std::string& policy,
                                           const LockstepOptions& options);

/// Throws Error when that factory would.
void check_picker_engine(const BlockEngine& engine, const std::string& policy, const PickerConfig& config);

/// The policy that somebody's own RTL stands for; of all other engines the source's.
std::string policy_of(const BlockEngine& engine);

/// A note if the machine's picker has times that the RTL which picks cannot have.
void note_times(const PickerConfig& picker, const BlockEngine& engine, Diagnostics& diagnostics);

}  // namespace gantry
