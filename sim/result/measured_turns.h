// SPDX-License-Identifier: Apache-2.0
// What `gantry whatif` measured of a run, if it wrote its answer into the run's directory.
#pragma once

#include <string>

namespace gantry {

struct RunSummary;

/// Returns the best doublings as a sentence for the verdict. Empty: there is no answer, it is of another run, or no
/// doubling helps.
std::string measured_turns(const std::string& directory, const RunSummary& run);

}  // namespace gantry
