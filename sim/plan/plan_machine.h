// SPDX-License-Identifier: Apache-2.0
// What the planners need to know of a machine: how long every task takes on every processor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/list/list_scheduler.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// The processors of an architecture: a task takes jobs x ceil(cycles / speed) where its type and size allow it to
/// run. A task that no processor can run is reported.
std::optional<plan::TaskTimes> task_times(const Workload& workload, const Architecture& architecture,
                                          Diagnostics& diagnostics);

/// Of the processors of an architecture, by number.
std::vector<std::string> processor_names(const Architecture& architecture);

/// A decimal number with up to nine fraction digits as billionths; reported with the name of its option if it is none
/// or above `most`.
std::optional<std::uint64_t> read_billionths(const std::string& text, const std::string& option, std::uint64_t most,
                                             Diagnostics& diagnostics);

}  // namespace gantry
