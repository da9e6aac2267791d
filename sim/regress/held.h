// SPDX-License-Identifier: Apache-2.0
// What can be held of a run of each kind: metrics of its summary, and files that it writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"
#include "regress/case_list.h"

namespace gantry {

/// Name of the file that a run's metrics are in.
const char* metrics_file(CaseKind kind);

/// What keeps every run of this kind from having the metric, or writing the file.
std::optional<Diagnostic> not_held(CaseKind kind, const HeldMetric& metric);
std::optional<Diagnostic> not_held(CaseKind kind, const HeldTable& table);

/// Overrides that switch on the reports that the case needs and all others off, but with `invariants` tables as they
/// are.
std::vector<std::string> report_sets(const RegressCase& one);

}  // namespace gantry
