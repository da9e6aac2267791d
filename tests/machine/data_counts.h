// SPDX-License-Identifier: Apache-2.0
// What a run has counted of its data, against its jobs and the stays of parts.
#pragma once

#include <string>
#include <vector>

#include "machine/data_rules.h"

namespace gantry {

/// Returns the numbers that are not those of the stays; empty: all are. Precondition: the run is complete, and
/// check_data_rules() finds nothing else.
[[nodiscard]] std::vector<std::string> check_data_counts(const DataRun& run, const DataCounts& counts);

}  // namespace gantry
