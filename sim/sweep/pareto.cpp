// SPDX-License-Identifier: Apache-2.0
#include "sweep/pareto.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "output/mean_of_runs.h"
#include "survey/domination.h"

namespace gantry {
std::vector<double> costs_of(const Study& study, const PointRow& row) {
  std::vector<double> costs;
  for (const StudyObjective& objective : study.objectives) {
    const auto& value = row.metrics[objective.metric];
    if (!value) return {};
    costs.push_back(objective.maximise ? -value->number : value->number);
  }
  return costs;
}

bool surely_betters(const SeedCosts& a, const SeedCosts& b) {
  bool better = false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const MeanOfRuns gain = paired_difference(a[k], b[k]);
    const double least = gain.mean - gain.half_width;
    if (least < 0.0) return false;
    better = better || least > 0.0;
  }
  return better;
}

namespace {

/// Costs of the rows by seed, by the rows' numbers. A row that was run once has the same costs with every seed.
std::vector<SeedCosts> seed_costs(const Study& study, std::size_t rows, const std::vector<RepeatRow>& repeats) {
  std::vector<SeedCosts> all(rows, SeedCosts(study.objectives.size()));
  for (const RepeatRow& run : repeats) {
    for (std::size_t k = 0; k < study.objectives.size(); ++k) {
      const auto& value = run.metrics[study.objectives[k].metric];
      if (value) all[run.number][k].push_back(study.objectives[k].maximise ? -value->number : value->number);
    }
  }
  for (SeedCosts& costs : all) {
    for (std::vector<double>& values : costs) {
      if (values.size() == 1) values.resize(study.repeats, values.front());
    }
  }
  return all;
}

/// Indices of `of` that no other one surely betters. Such domination is transitive: half widths of a sum of differences
/// are at most the sum of theirs. So a point's dominator comes before it in the order of mean costs, as in
/// pareto_front().
std::vector<std::size_t> sure_front(const std::vector<std::vector<double>>& costs, const std::vector<std::size_t>& of,
                                    const std::vector<SeedCosts>& seeds) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    const bool bettered = std::any_of(
        front.begin(), front.end(), [&](std::size_t other) { return surely_betters(seeds[of[other]], seeds[of[i]]); });
    if (!bettered) front.push_back(i);
  }
  return front;
}

}  // namespace

std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows,
                                     const std::vector<RepeatRow>& repeats) {
  const std::vector<SeedCosts> seeds =
      study.repeats > 1 ? seed_costs(study, rows.size(), repeats) : std::vector<SeedCosts>();
  std::vector<std::size_t> numbers;
  for (std::size_t workload = 0; workload < study.rows_per_configuration(); ++workload) {
    std::vector<std::vector<double>> costs;
    std::vector<std::size_t> of;
    for (std::size_t i = workload; i < rows.size(); i += study.rows_per_configuration()) {
      if (!rows[i].admitted()) continue;
      auto cost = costs_of(study, rows[i]);
      if (cost.empty()) continue;
      costs.push_back(std::move(cost));
      of.push_back(i);
    }
    std::vector<std::size_t> front = study.repeats > 1 ? sure_front(costs, of, seeds) : pareto_front(costs);
    std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
    for (const std::size_t i : front) numbers.push_back(of[i]);
  }
  return numbers;
}

}  // namespace gantry
