// SPDX-License-Identifier: Apache-2.0
#include "survey/convergence.h"

#include <algorithm>
#include <utility>

namespace gantry {
namespace {

using Costs = std::vector<double>;

bool covers(const Costs& a, const Costs& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

/// Of the first `dimensions` numbers of each.
double volume_of(std::vector<Costs> points, std::size_t dimensions) {
  if (points.empty()) return 0.0;
  if (dimensions == 0) return 1.0;
  const std::size_t last = dimensions - 1;
  std::sort(points.begin(), points.end(), [last](const Costs& a, const Costs& b) { return a[last] < b[last]; });
  if (dimensions == 1) return 1.0 - points[0][0];
  // Slices along the last number: in each, what the points before it cover of the others.
  double volume = 0.0;
  std::vector<Costs> before;
  double least = 1.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double end = i + 1 < points.size() ? points[i + 1][last] : 1.0;
    if (dimensions == 2) {
      least = std::min(least, points[i][0]);
      volume += (1.0 - least) * (end - points[i][last]);
      continue;
    }
    before.push_back(points[i]);
    if (end > points[i][last]) volume += volume_of(before, last) * (end - points[i][last]);
  }
  return volume;
}

/// What no other one betters, as points come.
class GrowingFront {
 public:
  /// Whether it joins. Equal ones stay.
  bool add(const Costs& costs) {
    const auto betters = [](const Costs& a, const Costs& b) { return covers(a, b) && a != b; };
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

/// What is minimised; nothing of a point that may not be on the front.
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

/// A front within the box, from 0 to 1; without the objectives in which all points are equal.
std::vector<Costs> within_box(const std::vector<Costs>& front, const Costs& best, const Costs& worst) {
  std::vector<Costs> all;
  for (const Costs& costs : front) {
    Costs& scaled = all.emplace_back();
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (worst[i] > best[i]) scaled.push_back((costs[i] - best[i]) / (worst[i] - best[i]));
    }
  }
  return all;
}

/// A volume of three objectives takes the square of the front's length.
std::size_t most_steps(std::size_t objectives, std::size_t front) {
  if (objectives < 3) return kMostConvergenceSteps;
  return std::clamp<std::size_t>(30'000'000 / (front * front + 1), 4, kMostConvergenceSteps);
}

}  // namespace

double hypervolume(std::vector<std::vector<double>> points) {
  const std::size_t dimensions = points.empty() ? 0 : points.front().size();
  for (Costs& point : points) {
    for (double& number : point) number = std::min(number, 1.0);
  }
  return volume_of(std::move(points), dimensions);
}

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
    if (result.has_volume) step.volume = hypervolume(within_box(growing.front(), best, worst));
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
