// SPDX-License-Identifier: Apache-2.0
// How long tasks took in a finished run, for planning the next one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/graph.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Per task of the workload the sum over its jobs of what each added to its processor's time: from its pick, or from
/// the completion of the job before it there if that is later, to its completion. So the way of the job to the
/// processor, its input, output and completion message count as far as they do not overlap other jobs; waiting behind
/// them does not. Event tasks take no time. Reports a run that is not complete, a task without its jobs, and what the
/// files lack.
std::optional<std::vector<plan::Time>> measured_times(const std::string& directory, const Workload& workload,
                                                      Diagnostics& diagnostics);

}  // namespace gantry
