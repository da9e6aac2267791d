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

/// The file, one placement per line. A provenance without versions is left out.
std::string plan_json(const plan::Plan& plan, const Workload& workload, const Provenance& from = {});

/// Parameters and metrics alone, for `--json`.
std::string plan_metrics_json(const plan::Plan& plan, const Provenance& from);

/// Reads a plan of this workload. What is wrong with the file is reported with its position; what is wrong with the
/// plan is the checker's.
std::optional<plan::Plan> read_plan(const std::string& text, const std::string& file, const Workload& workload,
                                    Diagnostics& diagnostics);
std::optional<plan::Plan> load_plan(const std::string& path, const Workload& workload, Diagnostics& diagnostics);

/// Method, parameters and metrics alone, for methods whose parameters say what the tasks are.
std::optional<plan::Plan> read_plan_head(const std::string& text, const std::string& file, Diagnostics& diagnostics);

}  // namespace gantry
