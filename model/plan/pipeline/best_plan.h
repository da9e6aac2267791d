// SPDX-License-Identifier: Apache-2.0
// The best plan and the bound so far, shared by the parts of the planner.
#pragma once

#include "gantry/plan/pipeline/planner.h"

namespace gantry::plan {

class BestPlan {
 public:
  BestPlan(const PipelineModel& model, const PipelineLimits& asked) : items(model), limits(asked) {}

  [[nodiscard]] bool has_plan() const { return !point.choice.resource.empty() && point.excess == 0; }
  /// Whether the plan is within a millionth of the bound.
  [[nodiscard]] bool proven() const { return has_plan() && point.value - result.bound <= point.value / 1000000; }
  /// Whether the search was interrupted or is out of time; result.stopped then has the reason.
  [[nodiscard]] bool ended();
  /// Keeps a point if it is better than the best one, or the first. `solver`: name of the method that found it.
  void keep(PipelinePoint found, const char* solver);
  /// Raises the bound, at most to the value of the best plan.
  void raise_bound(Time bound, const std::string& proof);
  /// Reports progress to the caller's function, if there is one.
  void tell(const char* phase, const PipelinePoint& best) const;

  const PipelineItems items;
  const PipelineLimits& limits;
  PipelineResult result;
  PipelinePoint point;  ///< the best point; with its excess memory if none fits yet
};

}  // namespace gantry::plan
