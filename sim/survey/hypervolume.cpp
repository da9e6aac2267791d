// SPDX-License-Identifier: Apache-2.0
#include "survey/hypervolume.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gantry {
namespace {

using Points = std::vector<std::vector<double>>;

/// In the first `objectives`, of costs below the reference: slices between the values of the last of them.
double volume_below(Points costs, const std::vector<double>& reference, std::size_t objectives) {
  const std::size_t last = objectives - 1;
  std::sort(costs.begin(), costs.end(), [last](const auto& a, const auto& b) { return a[last] < b[last]; });
  if (last == 0) return costs.empty() ? 0.0 : reference[0] - costs.front()[0];
  double volume = 0.0;
  double least = reference[0];
  Points seen;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const double height = (i + 1 < costs.size() ? costs[i + 1][last] : reference[last]) - costs[i][last];
    if (last > 1) seen.push_back(costs[i]);
    least = std::min(least, costs[i][0]);
    if (height > 0.0) volume += height * (last == 1 ? reference[0] - least : volume_below(seen, reference, last));
  }
  return volume;
}

}  // namespace

double hypervolume(Points costs, const std::vector<double>& reference) {
  if (reference.empty()) return costs.empty() ? 0.0 : 1.0;
  const auto is_out = [&](const std::vector<double>& cost) {
    for (std::size_t k = 0; k < reference.size(); ++k) {
      if (cost[k] >= reference[k]) return true;
    }
    return false;
  };
  costs.erase(std::remove_if(costs.begin(), costs.end(), is_out), costs.end());
  return volume_below(std::move(costs), reference, reference.size());
}

double added_hypervolume(const Points& costs, const std::vector<double>& added, const std::vector<double>& reference) {
  double box = 1.0;
  for (std::size_t k = 0; k < reference.size(); ++k) {
    if (added[k] >= reference[k]) return 0.0;
    box *= reference[k] - added[k];
  }
  Points within;  // parts of the box that the others dominate
  for (const std::vector<double>& cost : costs) {
    std::vector<double> part(cost.size());
    for (std::size_t k = 0; k < cost.size(); ++k) part[k] = std::max(cost[k], added[k]);
    within.push_back(std::move(part));
  }
  return box - hypervolume(std::move(within), reference);
}

}  // namespace gantry
