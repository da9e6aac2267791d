// SPDX-License-Identifier: Apache-2.0
// Checks of machines and tasks that are made in C++. Readers of files make the same ones with positions.
#pragma once

#include <cstdint>

#include "gantry/platform/architecture.h"
#include "gantry/platform/machine_catalogue.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace platform {

/// Throws Error, with a diagnostic for every problem, unless the architecture can be built: every number is in the
/// range of its key, every key of a plug-in is one that it has, the sections fit together, and the endpoints have room
/// in the interconnect. A diagnostic names the key by its path in a file.
void validate(const Architecture& architecture, const MachineCatalogue& catalogue = builtin_catalogue());

/// Throws Error, with a diagnostic for every problem, unless the tasks of a source are in their ranges, wait for
/// earlier tasks alone, and can be matched on the machine. Takes all tasks of the source: hand it one of its own.
/// Precondition: validate(architecture) does not throw.
void validate(const Architecture& architecture, TaskSource& tasks);

}  // namespace platform
}  // namespace gantry
