// SPDX-License-Identifier: Apache-2.0
// `gantry compare`: compares two finished runs of one workload, from their files alone.
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

/// Changes from run A to run B. Its names refer to the runs, which must outlive it.
struct Comparison {
  std::unique_ptr<ComparedRun> a;
  std::unique_ptr<ComparedRun> b;
  Inputs inputs;
  Change cycles;
  bool has_records = false;  ///< both have tasks.csv or both have jobs.csv
  std::optional<Divergence> divergence;
  std::vector<std::string> differing_numbers;  ///< numbers of the summaries that differ, without provenance
  std::optional<CauseChanges> causes;
  std::optional<CauseChanges> held;
  std::optional<CauseChanges> overhead;
  std::optional<StageChanges> stages;  ///< present if both have tasks.csv, as is `tasks`
  std::optional<TaskChanges> tasks;
  std::optional<LinkChanges> links;  ///< present if both have links.csv
  std::vector<GroupChange> groups;
  std::vector<StreamChange> streams;
  std::vector<Judged> judged;  ///< results of --fail-if, in order

  /// Whether all results are equal; provenance may differ.
  [[nodiscard]] bool equal() const { return !divergence && differing_numbers.empty(); }
  [[nodiscard]] bool failed() const;
};

/// Compares two runs. `fail_if`: expressions of condition.h. Returns nothing after a problem: a wrong expression,
/// missing or malformed files, runs of different workloads.
std::optional<Comparison> compare_runs(const std::string& a, const std::string& b,
                                       const std::vector<std::string>& fail_if, Diagnostics& problems);

}  // namespace gantry
