// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/best_plan.h"

#include <algorithm>
#include <utility>

#include "gantry/plan/pipeline/search_steps.h"

namespace gantry::plan {

bool BestPlan::ended() {
  if (limits.stop != nullptr && limits.stop->load()) {
    result.stopped = "interrupted";
    return true;
  }
  if (limits.seconds_left && limits.seconds_left() <= 0) {
    result.stopped = "seconds";
    return true;
  }
  return false;
}

void BestPlan::keep(PipelinePoint found, const char* solver) {
  if (!point.choice.resource.empty() && !better(found.excess, found.value, point.excess, point.value)) return;
  point = std::move(found);
  result.solver = solver;
  // A solver's tolerances may show in its bound.
  if (has_plan()) result.bound = std::min(result.bound, point.value);
}

void BestPlan::raise_bound(Time bound, const std::string& proof) {
  if (has_plan()) bound = std::min(bound, point.value);
  if (bound <= result.bound) return;
  result.bound = bound;
  result.proof = proof;
}

void BestPlan::tell(const char* phase, const PipelinePoint& best) const {
  if (!limits.progress) return;
  PipelineProgress progress;
  progress.phase = phase;
  if (!best.choice.resource.empty() && best.excess == 0) progress.value = best.value;
  progress.bound = result.bound;
  limits.progress(progress);
}

}  // namespace gantry::plan
