// SPDX-License-Identifier: Apache-2.0
// A workload as a list of descriptors in the order of submission, as a driver writes them
// (gantry/device/task_list_file.h).
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the file's bytes for a scheduler of this architecture; nothing if a task does not fit into a descriptor.
/// Precondition: check_feasible() found nothing. `architecture_file`: for messages.
std::optional<std::string> descriptor_list(const Workload& workload, const Architecture& architecture,
                                           const std::string& architecture_file, Diagnostics& diagnostics);

}  // namespace gantry
