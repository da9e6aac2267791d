// SPDX-License-Identifier: Apache-2.0
// A plan as a Gantt chart: a row per processor with tasks, a bar per task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"

namespace gantry {

/// Returns why the plan cannot be drawn; nothing: it can.
std::optional<Diagnostic> why_no_picture(const plan::Plan& plan);

/// Returns SVG text. `processors`: their names; processors without one are numbered. Bars of less than a pixel are
/// merged. Labels are drawn where they fit, and every bar has a tooltip. Precondition: why_no_picture() found nothing,
/// and the placement is of this workload.
std::string plan_picture(const plan::Plan& plan, const Workload& workload, const std::vector<std::string>& processors);

}  // namespace gantry
