// SPDX-License-Identifier: Apache-2.0
// `gantry compare`: two finished runs of one workload, from their files alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/causes.h"
#include "compare/compared_run.h"
#include "compare/divergence.h"
#include "compare/inputs.h"
#include "compare/machine_changes.h"
#include "compare/stages.h"
#include "compare/stream_changes.h"
#include "compare/task_changes.h"
#include "gantry/base/diagnostics.h"
#include "metric/condition.h"

namespace gantry {

/// B against A; its names live in the runs.
struct Comparison {
  std::unique_ptr<ComparedRun> a;
  std::unique_ptr<ComparedRun> b;
  Inputs inputs;
  Change cycles;
  bool has_records = false;  ///< both have tasks.csv or both have jobs.csv
  std::optional<Divergence> divergence;
  std::vector<std::string> differing_numbers;  ///< of the summaries, provenance apart
  std::optional<std::vector<CauseChange>> causes;
  std::optional<StageChanges> stages;  ///< if both have tasks.csv, as `tasks`
  std::optional<TaskChanges> tasks;
  std::optional<LinkChanges> links;  ///< if both have links.csv
  std::vector<GroupChange> groups;
  std::vector<StreamChange> streams;
  std::vector<Judged> judged;  ///< --fail-if, in order

  /// Nothing that they wrote differs but where it came from.
  [[nodiscard]] bool equal() const { return !divergence && differing_numbers.empty(); }
  [[nodiscard]] bool failed() const;
};

/// `fail_if`: as condition.h has it. Problems: expressions at fault; files that are missing or malformed; runs of
/// different workloads. Then there is nothing.
std::optional<Comparison> compare_runs(const std::string& a, const std::string& b,
                                       const std::vector<std::string>& fail_if, Diagnostics& problems);

}  // namespace gantry
