// SPDX-License-Identifier: Apache-2.0
// What `gantry regress` says: a line for each case, how many there were, and the same for a farm's pages.
#pragma once

#include <string>

#include "compare/junit.h"
#include "regress/regress_run.h"

namespace gantry {

/// "FAIL  NAME: what, what" with a line end.
std::string case_line(const CaseResult& one);
/// Of all of them.
std::string regress_text(const Suite& suite, const CaseList& list, const RegressResult& result,
                         const RegressOptions& options);
JunitSuite regress_junit(const Suite& suite, const RegressResult& result, const Shard& shard);

}  // namespace gantry
