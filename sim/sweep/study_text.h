// SPDX-License-Identifier: Apache-2.0
// Text output of `gantry sweep`.
#pragma once

#include <string>

#include "sweep/study.h"
#include "sweep/study_run.h"

namespace gantry {

/// Returns the states, the front, and the paths of the results.
std::string study_text(const Study& study, const StudyResult& result, const std::string& directory);
/// Returns the progress of a study whose runs a cluster makes.
std::string away_text(const Study& study, const StudyResult& result, const std::string& directory);
/// Returns the result of a dry run.
std::string dry_text(const Study& study, const DryStudy& dry, unsigned jobs);

}  // namespace gantry
