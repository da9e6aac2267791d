// SPDX-License-Identifier: Apache-2.0
// Which implementation answers for the source's picker: the model, the RTL, or both in lockstep.
#pragma once

#include <functional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"
#include "picker/lockstep_engine.h"

namespace gantry {

/// The factory for engine `rtl` or `lockstep` in place of the discipline `policy`. Throws EngineRefusal when this is
/// not the source's; the factory throws it when the RTL is not built for its configuration. See LockstepOptions for
/// what happens at a difference.
std::function<PickerFactory> picker_engine(const std::string& engine, const std::string& policy,
                                           const LockstepOptions& options);

/// A note if the machine's picker has times that the RTL which picks cannot have. `asked`: where the engine was named.
void note_times(const PickerConfig& picker, const std::string& asked, Diagnostics& diagnostics);

}  // namespace gantry
