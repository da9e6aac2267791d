// SPDX-License-Identifier: Apache-2.0
// The cases of a suite, one for each run: those of studies and of directories of stimuli among them. All that can be
// known of them before the first one runs is checked here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "gantry/base/diagnostics.h"
#include "gantry/scheduler/picker.h"
#include "regress/suite.h"
#include "sweep/study_plan.h"

namespace gantry {

enum class CaseKind : std::uint8_t { machine, serving, network, picker };

/// A study of which every run is a case.
struct SuiteStudy {
  SuiteStudy(Study read, const std::string& version) : study(std::move(read)), plan(study, version, problems) {}
  Study study;
  Diagnostics problems;
  StudyPlan plan;
};

struct RegressCase {
  std::string name;
  CaseKind kind = CaseKind::machine;
  std::string path;               ///< of what the command reads; empty: of a point
  std::vector<std::string> sets;  ///< overrides
  std::string engine;             ///< BLOCK=ENGINE
  std::string policy;
  std::optional<std::uint32_t> exit;  ///< nothing: as stored
  std::vector<HeldMetric> metrics;
  std::vector<HeldTable> tables;
  bool invariants = true;
  CaseLimits limits;
  // Of a point:
  std::shared_ptr<SuiteStudy> study;
  std::size_t run = 0;  ///< of its plan
  std::string message;  ///< why it cannot be built, if it cannot
};

struct CaseList {
  std::vector<RegressCase> cases;
  std::vector<std::string> inputs;  ///< files that were read
};

/// What the cases need to know of the program.
struct CaseChecks {
  std::string version;
  /// What keeps BLOCK=ENGINE from computing what this picker does (`config`: nullptr, it is not known). `experiment`:
  /// the machine around it; nullptr: there is none, but rounds alone.
  std::function<std::optional<Diagnostic>(const std::string& engine, const std::string& policy,
                                          const PickerConfig* config, const Experiment* experiment)>
      refuses_engine;
};

/// Every problem is reported.
CaseList list_cases(const Suite& suite, const CaseChecks& checks, Diagnostics& diagnostics);

}  // namespace gantry
