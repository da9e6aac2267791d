// SPDX-License-Identifier: Apache-2.0
// The cases of a suite, one for each run, including those of studies and directories of stimuli. All errors that do not
// need a run are reported here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "regress/suite.h"

namespace gantry {
inline namespace scheduler {
struct PickerConfig;
}  // namespace scheduler

struct Experiment;
struct SuiteStudy;

enum class CaseKind : std::uint8_t { machine, serving, network, picker };

struct RegressCase {
  std::string name;
  CaseKind kind = CaseKind::machine;
  std::string path;               ///< the command's input file; empty: a point of a study
  std::vector<std::string> sets;  ///< overrides `a.b=value`
  std::string engine;             ///< BLOCK=ENGINE
  std::string policy;
  std::optional<std::uint32_t> exit;  ///< expected exit status; nothing: the stored one
  std::vector<HeldMetric> metrics;
  std::vector<HeldTable> tables;
  bool invariants = true;
  CaseLimits limits;
  // For a point of a study:
  std::shared_ptr<SuiteStudy> study;
  std::size_t run = 0;  ///< number of the run in the study's plan
  std::string message;  ///< reason why the point cannot be built; empty: it can
};

struct CaseList {
  std::vector<RegressCase> cases;
  std::vector<std::string> inputs;  ///< files that were read
};

/// Functions of the program that the cases need.
struct CaseChecks {
  std::string version;
  /// Returns why the engine BLOCK=ENGINE cannot compute this picker; nothing: it can. `config`: nullptr if unknown.
  /// `experiment`: the machine; nullptr for a picker alone.
  std::function<std::optional<Diagnostic>(const std::string& engine, const std::string& policy,
                                          const PickerConfig* config, const Experiment* experiment)>
      refuses_engine;
};

/// Makes the list of cases. Reports all problems.
CaseList list_cases(const Suite& suite, const CaseChecks& checks, Diagnostics& diagnostics);

}  // namespace gantry
