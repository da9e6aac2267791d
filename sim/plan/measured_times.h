// SPDX-License-Identifier: Apache-2.0
// Measured times of tasks in a finished run, for planning the next one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/graph.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns for each task the sum over its jobs of the time that each added to its processor: from its pick, or from the
/// previous completion there if that is later, to its completion. Transfers of the job, its input, output and
/// completion message count as far as they do not overlap other jobs. Event tasks take no time. Reports an incomplete
/// run, a task without jobs, and missing data in the files.
std::optional<std::vector<plan::Time>> measured_times(const std::string& directory, const Workload& workload,
                                                      Diagnostics& diagnostics);

}  // namespace gantry
