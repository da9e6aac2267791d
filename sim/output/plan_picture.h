// SPDX-License-Identifier: Apache-2.0
// A plan as a Gantt chart: a row per processor that has something to do, a bar per task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Why there is no picture of the plan; nothing if there is one.
std::optional<Diagnostic> why_no_picture(const plan::Plan& plan);

/// SVG text. `processors`: their names; those that have none are called by their numbers. Bars of less than a pixel are
/// drawn together, and labels only where they fit; every bar says on hovering what it is.
/// Precondition: why_no_picture() found nothing, and the placement is of this workload.
std::string plan_picture(const plan::Plan& plan, const Workload& workload, const std::vector<std::string>& processors);

}  // namespace gantry
