// SPDX-License-Identifier: Apache-2.0
// Model of a machine for planners: the time of every task on every processor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/plan.h"
#include "gantry/plan/schedule.h"
#include "gantry/platform/architecture.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns the times on the processors of an architecture: jobs x (set-up + ceil(cycles / speed)) where type and size
/// allow the task. Reports a task that no processor can run.
std::optional<plan::TaskTimes> task_times(const Workload& workload, const Architecture& architecture,
                                          Diagnostics& diagnostics);

/// Names of the architecture's processors, by number.
std::vector<std::string> processor_names(const Architecture& architecture);

/// Reads a decimal number with up to nine fraction digits, in billionths. Reports an invalid number, or one above
/// `most`, with the name of its option.
std::optional<std::uint64_t> read_billionths(const std::string& text, const std::string& option, std::uint64_t most,
                                             Diagnostics& diagnostics);

/// Returns the cost of transfers that a plan counts, from its parameters.
plan::TransferCost transfer_cost_of(const plan::Values& parameters);

}  // namespace gantry
