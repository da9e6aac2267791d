// SPDX-License-Identifier: Apache-2.0
// The summary that `gantry run` prints: what a person wants to know first, in at most 100 columns.
#pragma once

#include <string>

#include "gantry/platform/run_stats.h"
#include "output/run_info.h"

namespace gantry {

/// `unicode` draws bars and rules with block characters; otherwise the text is plain ASCII (names apart).
std::string summary_table(const RunInfo& info, const RunStats& stats, bool unicode);

}  // namespace gantry
