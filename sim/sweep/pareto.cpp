// SPDX-License-Identifier: Apache-2.0
#include "sweep/pareto.h"

#include <algorithm>
#include <utility>

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

std::vector<std::size_t> study_front(const Study& study, const std::vector<PointRow>& rows) {
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
    std::vector<std::size_t> front = pareto_front(costs);
    std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
    for (const std::size_t i : front) numbers.push_back(of[i]);
  }
  return numbers;
}

}  // namespace gantry
