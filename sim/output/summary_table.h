// SPDX-License-Identifier: Apache-2.0
// The summary that `gantry run` prints, with the most important numbers first, in at most 100 columns.
#pragma once

#include <string>

#include "gantry/platform/run_stats.h"
#include "output/run_info.h"

namespace gantry {

/// `unicode`: draw bars and rules with block characters; otherwise plain ASCII, apart from names.
std::string summary_table(const RunInfo& info, const RunStats& stats, bool unicode);

}  // namespace gantry
