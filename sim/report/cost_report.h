// SPDX-License-Identifier: Apache-2.0
// What a machine and a run of it cost, for the summary, the terminal and `gantry show --cost` (docs/cost.md).
#pragma once

#include <string>

#include "gantry/cost/machine_cost.h"
#include "gantry/cost/run_energy.h"
#include "report/summary_parts.h"

namespace gantry {

Json cost_json(const RunCost& cost);
/// Of a run that nothing is known of: it says why, and has no numbers.
Json no_cost_json(const std::string& why);

/// What follows the word `cost`: a line for what is modelled, and one for what is not.
std::string cost_lines(const RunCost& cost);

/// Of a machine that does not run.
std::string cost_tables(const std::string& title, const MachineCost& machine);

}  // namespace gantry
