// SPDX-License-Identifier: Apache-2.0
// One case: its command, then what must hold of what it left.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "regress/case_list.h"
#include "regress/case_verdict.h"

namespace gantry {

/// `gantry WORDS...` in this process; its exit status.
using RunCommand = std::function<int(const std::vector<std::string>& words)>;

/// In a process of its own, of which the outputs are gone afterwards. Files of the run go into `folder`, which is
/// emptied; what the command said as an error into FOLDER.log, the experiment of a point into FOLDER.yaml.
/// `stored`: nullptr, there are no values.
CaseVerdict run_case(const RegressCase& one, const std::string& folder, const StoredCase* stored,
                     const RunCommand& command);

}  // namespace gantry
