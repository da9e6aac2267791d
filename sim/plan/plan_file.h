// SPDX-License-Identifier: Apache-2.0
// Plans as JSON files (docs/planners.md has the schema); tasks have the ids of their workload.
#pragma once

#include <optional>
#include <string>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"
#include "result/provenance.h"

namespace gantry {

inline constexpr const char* kPlanSchema = "gantry-plan-1";

/// Returns the file's text, one placement per line. A provenance without versions is left out.
std::string plan_json(const plan::Plan& plan, const Workload& workload, const Provenance& from = {});

/// Returns parameters and metrics, for `--json`.
std::string plan_metrics_json(const plan::Plan& plan, const Provenance& from);

/// Reads a plan of this workload. Reports errors of the file with their positions; the checker reports errors of the
/// plan.
std::optional<plan::Plan> read_plan(const std::string& text, const std::string& file, const Workload& workload,
                                    Diagnostics& diagnostics);

/// Reads method, parameters and metrics alone, for methods whose parameters define the tasks.
std::optional<plan::Plan> read_plan_head(const std::string& text, const std::string& file, Diagnostics& diagnostics);

}  // namespace gantry
