// SPDX-License-Identifier: Apache-2.0
// Engines of a picker: the model, RTL, or both in lockstep.
#pragma once

#include <functional>
#include <string>

#include "experiment/engine_names.h"
#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"
#include "picker/lockstep_engine.h"

namespace gantry {

/// Returns the factory of an engine with RTL for the policy `policy`. Throws Error if the RTL implements another
/// policy. The factory throws Error if the RTL is not built for its configuration. Waveforms are of the first picker
/// that it makes. LockstepOptions explains what happens at a difference.
std::function<PickerFactory> picker_engine(const BlockEngine& engine, const std::string& policy,
                                           const LockstepOptions& options);

/// Throws Error if that factory would.
void check_picker_engine(const BlockEngine& engine, const std::string& policy, const PickerConfig& config);

/// Returns the policy that a user's own RTL implements; for all other engines the source's.
std::string policy_of(const BlockEngine& engine);

/// Returns a note if the machine's picker has times that the RTL cannot have.
void note_times(const PickerConfig& picker, const BlockEngine& engine, Diagnostics& diagnostics);

}  // namespace gantry
