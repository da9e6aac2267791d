// SPDX-License-Identifier: Apache-2.0
// What `gantry sweep` prints.
#pragma once

#include <string>

#include "sweep/study.h"
#include "sweep/study_run.h"

namespace gantry {

/// States, the front, and where the results are.
std::string study_text(const Study& study, const StudyResult& result, const std::string& directory);
/// Of a study whose runs are made by a cluster, while they are.
std::string away_text(const Study& study, const StudyResult& result, const std::string& directory);
/// Of a dry run.
std::string dry_text(const Study& study, const DryStudy& dry, unsigned jobs);

}  // namespace gantry
