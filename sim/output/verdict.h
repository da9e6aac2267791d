// SPDX-License-Identifier: Apache-2.0
// What a run's numbers say in a few sentences: what bounds it, what it lost to what, and what to turn first.
#pragma once

#include <string>
#include <vector>

#include "gantry/platform/run_stats.h"
#include "output/run_info.h"

namespace gantry {

/// Three to six sentences, each from numbers of the summary. Empty for a run that is not complete, and for one whose
/// critical path is not known.
std::vector<std::string> verdict(const RunInfo& info, const RunStats& stats);

}  // namespace gantry
