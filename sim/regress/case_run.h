// SPDX-License-Identifier: Apache-2.0
// One case: its command, then the checks of its results.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "regress/case_list.h"
#include "regress/case_verdict.h"

namespace gantry {

/// Runs `gantry WORDS...` in this process. Returns the exit status.
using RunCommand = std::function<int(const std::vector<std::string>& words)>;

/// Runs a case in the calling process, which is a fork and loses its outputs. Files of the run go into `folder`, which
/// is emptied first, errors of the command into FOLDER.log, and the experiment of a point into FOLDER.yaml. `stored`:
/// the stored values; nullptr: none.
CaseVerdict run_case(const RegressCase& one, const std::string& folder, const StoredCase* stored,
                     const RunCommand& command);

}  // namespace gantry
