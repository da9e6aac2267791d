// SPDX-License-Identifier: Apache-2.0
// Plans of one workload by several methods, side by side: a table, JSON and a picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/plan/plan.h"
#include "result/provenance.h"

namespace gantry {

inline constexpr const char* kPlanComparisonSchema = "gantry-plan-comparison-1";

struct ComparedPlan {
  std::string method;
  plan::Values metrics;       ///< makespan, gap, speedup, ... of the plan
  double plan_seconds = 0.0;  ///< wall time of the planner
  Cycle ideal = 0;            ///< cycles of the replay with ideal timing
  std::optional<Cycle> machine;

  [[nodiscard]] plan::Time makespan() const { return plan::whole(metrics, "makespan").value_or(0); }
  /// Returns a metric that is a ratio; nothing: the plan does not have it.
  [[nodiscard]] std::optional<double> ratio(const std::string& name) const;
};

struct PlanComparison {
  std::string workload;
  std::uint64_t tasks = 0;
  std::string machine;  ///< "16 processors", or the architecture's name
  plan::Values parameters;
  plan::Time bound = 0;
  bool improved = false;
  std::vector<ComparedPlan> plans;  ///< by makespan, then by name
  Provenance provenance;

  [[nodiscard]] bool on_machine() const { return !plans.empty() && plans.front().machine.has_value(); }
};

std::string plan_comparison_text(const PlanComparison& comparison);
std::string plan_comparison_json(const PlanComparison& comparison);
/// Returns SVG text: a row per method with its makespan, planned and on the machine, and the lower bound. No wall
/// times.
std::string plan_comparison_picture(const PlanComparison& comparison);

}  // namespace gantry
