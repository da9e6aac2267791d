// SPDX-License-Identifier: Apache-2.0
// Text output of `gantry regress`: a line for each case, the totals, and the same for a farm's pages.
#pragma once

#include <string>

#include "compare/junit.h"
#include "regress/regress_run.h"

namespace gantry {

/// Returns "FAIL  NAME: reason, reason" with a line end.
std::string case_line(const CaseResult& one);
/// Returns the totals of all cases.
std::string regress_text(const Suite& suite, const CaseList& list, const RegressResult& result,
                         const RegressOptions& options);
JunitSuite regress_junit(const Suite& suite, const RegressResult& result, const Shard& shard);

}  // namespace gantry
