// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/standing.h"

#include <algorithm>
#include <map>
#include <utility>

#include "survey/domination.h"
#include "sweep/pareto.h"
#include "sweep/point_row.h"

namespace gantry {
namespace {

/// Gives the points `of` their standing by these costs; returns the first rank behind them.
std::size_t rank_by_domination(const std::vector<std::vector<double>>& costs, const std::vector<std::size_t>& of,
                               std::vector<Standing>& standings) {
  const std::vector<std::size_t> ranks = pareto_ranks(costs);
  std::map<std::size_t, std::vector<std::size_t>> by_rank;
  for (std::size_t i = 0; i < ranks.size(); ++i) by_rank[ranks[i]].push_back(i);
  for (const auto& [rank, members] : by_rank) {
    std::vector<std::vector<double>> of_rank;
    for (const std::size_t i : members) of_rank.push_back(costs[i]);
    const std::vector<double> room = crowding(of_rank);
    for (std::size_t i = 0; i < members.size(); ++i) standings[of[members[i]]] = {rank, room[i]};
  }
  return by_rank.size();
}

std::vector<Standing> with_workload(const Study& study, const std::vector<Tried>& tried,
                                    const std::vector<std::size_t>& which, std::size_t workload) {
  std::vector<Standing> all(which.size());
  std::vector<std::vector<double>> costs;
  std::vector<std::size_t> admitted;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < which.size(); ++i) {
    const PointRow& row = *tried[which[i]].rows[workload];
    std::vector<double> cost = row.sound() ? costs_of(study, row) : std::vector<double>();
    if (cost.empty()) {
      others.push_back(i);
    } else {
      costs.push_back(std::move(cost));
      admitted.push_back(i);
    }
  }
  const std::size_t behind = rank_by_domination(costs, admitted, all);
  for (const std::size_t i : others) {
    const PointRow& row = *tried[which[i]].rows[workload];
    const bool has_results = row.state == PointState::done && row.broken;
    all[i].rank = behind + (has_results ? *row.broken : study.constraints.size() + 1);
  }
  return all;
}

}  // namespace

std::vector<Standing> standings(const Study& study, const std::vector<Tried>& tried,
                                const std::vector<std::size_t>& which) {
  std::vector<Standing> best = with_workload(study, tried, which, 0);
  for (std::size_t workload = 1; workload < study.rows_per_configuration(); ++workload) {
    const std::vector<Standing> other = with_workload(study, tried, which, workload);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (other[i].betters(best[i])) best[i] = other[i];
    }
  }
  return best;
}

}  // namespace gantry
