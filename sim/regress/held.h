// SPDX-License-Identifier: Apache-2.0
// What a case can assert about each kind of run: metrics of its summary, and files that it writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment.h"
#include "regress/case_list.h"

namespace gantry {

/// Name of the file with a run's metrics.
const char* metrics_file(CaseKind kind);

/// Returns why no run of this kind has the metric, or writes the file; nothing: it may.
std::optional<Diagnostic> not_held(CaseKind kind, const HeldMetric& metric);
std::optional<Diagnostic> not_held(CaseKind kind, const HeldTable& table);

/// Returns overrides that switch on the reports that the case needs, and off all others. With `invariants`, tables stay
/// as they are.
std::vector<std::string> report_sets(const RegressCase& one);

}  // namespace gantry
