// SPDX-License-Identifier: Apache-2.0
#include "survey/domination.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace gantry {

bool covers(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

bool betters(const std::vector<double>& a, const std::vector<double>& b) { return covers(a, b) && a != b; }

std::vector<std::size_t> pareto_front(const std::vector<std::vector<double>>& costs) {
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
  // In this order a point's dominator comes before it, or is itself dominated by an earlier point.
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    const bool bettered =
        std::any_of(front.begin(), front.end(), [&](std::size_t other) { return betters(costs[other], costs[i]); });
    if (!bettered) front.push_back(i);
  }
  std::sort(front.begin(), front.end());
  return front;
}

std::vector<std::size_t> pareto_ranks(const std::vector<std::vector<double>>& costs) {
  std::vector<std::size_t> ranks(costs.size(), 0);
  std::vector<std::size_t> left(costs.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::size_t rank = 0; !left.empty(); ++rank) {
    std::vector<std::vector<double>> of_left;
    of_left.reserve(left.size());
    for (const std::size_t i : left) of_left.push_back(costs[i]);
    std::vector<std::size_t> behind;
    const std::vector<std::size_t> front = pareto_front(of_left);
    for (std::size_t i = 0, next = 0; i < left.size(); ++i) {
      const bool on_front = next < front.size() && front[next] == i;
      if (on_front) {
        ranks[left[i]] = rank;
        ++next;
      } else {
        behind.push_back(left[i]);
      }
    }
    left = std::move(behind);
  }
  return ranks;
}

std::vector<double> crowding(const std::vector<std::vector<double>>& costs) {
  std::vector<double> room(costs.size(), 0.0);
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = 0; !costs.empty() && k < costs.front().size(); ++k) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return costs[a][k] < costs[b][k]; });
    const double range = costs[order.back()][k] - costs[order.front()][k];
    room[order.front()] = room[order.back()] = std::numeric_limits<double>::infinity();
    if (range <= 0.0) continue;
    for (std::size_t i = 1; i + 1 < order.size(); ++i)
      room[order[i]] += (costs[order[i + 1]][k] - costs[order[i - 1]][k]) / range;
  }
  return room;
}

}  // namespace gantry
