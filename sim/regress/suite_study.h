// SPDX-License-Identifier: Apache-2.0
// A study among the cases of a suite.
#pragma once

#include <string>
#include <utility>

#include "gantry/base/diagnostics.h"
#include "sweep/study_plan.h"

namespace gantry {

/// A study of which every run is a case.
struct SuiteStudy {
  SuiteStudy(Study read, const std::string& version) : study(std::move(read)), plan(study, version, problems) {}
  Study study;
  Diagnostics problems;
  StudyPlan plan;
};

}  // namespace gantry
