// SPDX-License-Identifier: Apache-2.0
#include "survey/convergence.h"

#include <algorithm>
#include <utility>

#include "survey/domination.h"
#include "survey/hypervolume.h"

namespace gantry {
namespace {

using Costs = std::vector<double>;

/// The non-dominated points so far.
class GrowingFront {
 public:
  /// Whether it joins. Equal ones stay.
  bool add(const Costs& costs) {
    if (std::any_of(front_.begin(), front_.end(), [&](const Costs& one) { return betters(one, costs); })) return false;
    front_.erase(std::remove_if(front_.begin(), front_.end(), [&](const Costs& one) { return betters(costs, one); }),
                 front_.end());
    front_.push_back(costs);
    return true;
  }
  [[nodiscard]] const std::vector<Costs>& front() const { return front_; }

 private:
  std::vector<Costs> front_;
};

/// Returns the costs to minimise; empty: the point cannot be on the front.
Costs costs_of_point(const WrittenStudy& study, const WrittenPoint& point) {
  Costs costs;
  if (!point.admitted()) return costs;
  for (const WrittenObjective& one : study.objectives) {
    const auto& value = point.metrics[one.metric];
    if (!value) return {};
    costs.push_back(one.maximise ? -value->number : value->number);
  }
  return costs;
}

/// Returns the share of the unit box that a front dominates, without objectives in which all points are equal.
double share_of_box(const std::vector<Costs>& front, const Costs& best, const Costs& worst) {
  std::vector<Costs> all;
  for (const Costs& costs : front) {
    Costs& scaled = all.emplace_back();
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (worst[i] > best[i]) scaled.push_back((costs[i] - best[i]) / (worst[i] - best[i]));
    }
  }
  return hypervolume(all, Costs(all.front().size(), 1.0));
}

/// A volume of three objectives takes the square of the front's length.
std::size_t most_steps(std::size_t objectives, std::size_t front) {
  if (objectives < 3) return kMostConvergenceSteps;
  return std::clamp<std::size_t>(30'000'000 / (front * front + 1), 4, kMostConvergenceSteps);
}

}  // namespace

Convergence convergence(const WrittenStudy& study, std::size_t workload) {
  Convergence result;
  const std::size_t objectives = study.objectives.size();
  result.has_volume = objectives <= kMostVolumeObjectives;
  GrowingFront front;
  Costs best;
  Costs worst;
  std::vector<std::pair<std::size_t, Costs>> joined;  // points that were on the front when they came
  for (const WrittenPoint& point : study.points) {
    if (point.workload != workload) continue;
    ++result.points;
    const Costs costs = costs_of_point(study, point);
    if (costs.empty()) continue;
    for (std::size_t i = 0; i < objectives; ++i) {
      if (best.size() <= i) {
        best.push_back(costs[i]);
        worst.push_back(costs[i]);
      }
      best[i] = std::min(best[i], costs[i]);
      worst[i] = std::max(worst[i], costs[i]);
    }
    if (front.add(costs)) joined.emplace_back(result.points, costs);
  }
  // Again, now that the box is known.
  GrowingFront growing;
  Costs so_far;
  const std::size_t every = joined.size() / most_steps(objectives, front.front().size()) + 1;
  for (std::size_t k = 0; k < joined.size(); ++k) {
    const Costs& costs = joined[k].second;
    growing.add(costs);
    if (so_far.empty()) so_far = costs;
    for (std::size_t i = 0; i < objectives; ++i) so_far[i] = std::min(so_far[i], costs[i]);
    if (k % every != 0 && k + 1 != joined.size()) continue;
    ConvergenceStep& step = result.steps.emplace_back();
    step.points = joined[k].first;
    step.front = growing.front().size();
    if (result.has_volume) step.volume = share_of_box(growing.front(), best, worst);
    step.best = so_far;
  }
  for (std::size_t i = 0; i < objectives; ++i) {
    if (!study.objectives[i].maximise) continue;
    for (Costs* costs : {&best, &worst}) {
      if (i < costs->size()) (*costs)[i] = -(*costs)[i];
    }
    for (ConvergenceStep& step : result.steps) step.best[i] = -step.best[i];
  }
  result.best = std::move(best);
  result.worst = std::move(worst);
  return result;
}

}  // namespace gantry
