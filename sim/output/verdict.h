// SPDX-License-Identifier: Apache-2.0
// The summary's explanation: a few sentences about what bounds a run, where its time went, and what to change first.
#pragma once

#include <string>
#include <vector>

#include "gantry/platform/architecture.h"
#include "gantry/platform/run_stats.h"
#include "output/run_info.h"

namespace gantry {

/// Returns at most six sentences, each from numbers of the summary. Empty for a run that is not complete.
std::vector<std::string> verdict(const RunInfo& info, const RunStats& stats, const Architecture& architecture);

}  // namespace gantry
