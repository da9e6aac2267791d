// SPDX-License-Identifier: Apache-2.0
// summary.json: everything a run counted.
#pragma once

#include <string>

#include "gantry/platform/run_stats.h"
#include "output/run_info.h"
#include "result/run_summary.h"

namespace gantry {

RunSummary run_summary(const RunInfo& info, const RunStats& stats);

/// Returns the file's text with a final newline. Bytes of names that are not UTF-8 become U+FFFD.
std::string summary_json(const RunInfo& info, const RunStats& stats);

}  // namespace gantry
