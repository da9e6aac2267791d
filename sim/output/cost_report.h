// SPDX-License-Identifier: Apache-2.0
// What a machine and a run of it cost, for the summary, the terminal and `gantry show --cost` (docs/cost.md).
#pragma once

#include <string>

#include "gantry/cost/machine_cost.h"
#include "gantry/cost/run_energy.h"
#include "result/cost_results.h"

namespace gantry {

CostResults cost_results(const RunCost& cost);
/// Of a run that nothing is known of: it says why, and has no numbers.
CostResults no_cost(const std::string& reason);

/// What follows the word `cost`: a line for what is modelled, and one for what is not.
std::string cost_lines(const RunCost& cost);

/// Of a machine that does not run.
std::string cost_tables(const std::string& title, const MachineCost& machine);

}  // namespace gantry
