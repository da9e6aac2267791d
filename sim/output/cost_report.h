// SPDX-License-Identifier: Apache-2.0
// Cost of a machine and of a run, for the summary, the terminal and `gantry show --cost` (docs/cost.md).
#pragma once

#include <string>

#include "gantry/cost/machine_cost.h"
#include "gantry/cost/run_energy.h"
#include "result/cost_results.h"

namespace gantry {

CostResults cost_results(const RunCost& cost);
/// The cost of a run without known counts: the reason, and no numbers.
CostResults no_cost(const std::string& reason);

/// Returns the text after the word `cost`: a line for modelled parts, and one for others.
std::string cost_lines(const RunCost& cost);

/// Returns the cost of a machine that does not run.
std::string cost_tables(const std::string& title, const MachineCost& machine);

}  // namespace gantry
