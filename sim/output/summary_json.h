// SPDX-License-Identifier: Apache-2.0
// summary.json: everything a run counted.
#pragma once

#include <string>

#include "gantry/platform/run_stats.h"
#include "output/run_info.h"
#include "result/run_summary.h"

namespace gantry {

RunSummary run_summary(const RunInfo& info, const RunStats& stats);

/// The file's text, with the final newline. Names that are not UTF-8 get replacement characters.
std::string summary_json(const RunInfo& info, const RunStats& stats);

}  // namespace gantry
