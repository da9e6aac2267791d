// SPDX-License-Identifier: Apache-2.0
// The only file that knows METIS.
#include <metis.h>

#include <algorithm>
#include <limits>

#include "gantry/plan/partition/start.h"

namespace gantry::plan {
namespace {

/// METIS counts in 32 bits and computes balance in single precision.
constexpr Time kMostLoad = Time{1} << 30;
constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 30;

/// Loads that METIS can add up: scaled down and rounded up where the total is too large.
std::vector<idx_t> metis_loads(const Balance& balance) {
  const Time unit = balance.total / kMostLoad + 1;
  std::vector<idx_t> loads;
  for (const Time load : balance.loads) loads.push_back(static_cast<idx_t>((load + unit - 1) / unit));
  return loads;
}

/// The weight of a critical edge.
idx_t critical_weight(const PartitionProblem& problem, MetisWeights weights) {
  const std::uint64_t critical = problem.critical_edges();
  const std::uint64_t others = problem.graph().edges().size() - critical;
  if (weights == MetisWeights::plain || critical == 0) return 1;
  return static_cast<idx_t>(std::max<std::uint64_t>(1, std::min(others + 1, kMostWeight / critical)));
}

}  // namespace

std::vector<std::uint32_t> metis_parts(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed) {
  // METIS divides by zero where there is nothing to divide.
  if (problem.parts() == 1) return std::vector<std::uint32_t>(problem.tasks(), 0);
  const Balance& balance = problem.balance();
  idx_t tasks = static_cast<idx_t>(problem.tasks());
  idx_t constraints = 1;
  idx_t parts = static_cast<idx_t>(problem.parts());
  std::vector<idx_t> loads = metis_loads(balance);
  const idx_t critical = critical_weight(problem, weights);
  std::vector<idx_t> begin = {0};
  std::vector<idx_t> neighbours;
  std::vector<idx_t> edge_weights;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    for (const auto& neighbour : problem.neighbours(t)) {
      neighbours.push_back(static_cast<idx_t>(neighbour.task));
      edge_weights.push_back(neighbour.critical ? critical : 1);
    }
    begin.push_back(static_cast<idx_t>(neighbours.size()));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed % std::numeric_limits<idx_t>::max());
  // METIS allows (1 + ufactor / 1000) times the mean; as much of that as the limit allows.
  const double excess = static_cast<double>(balance.limit) * problem.parts() / static_cast<double>(balance.total) - 1.0;
  options[METIS_OPTION_UFACTOR] = static_cast<idx_t>(std::clamp(excess * 1000.0, 1.0, 1e6));
  idx_t cut = 0;
  std::vector<idx_t> part(problem.tasks());
  const int status = METIS_PartGraphKway(&tasks, &constraints, begin.data(), neighbours.data(), loads.data(), nullptr,
                                         edge_weights.data(), &parts, nullptr, nullptr, options, &cut, part.data());
  const auto is_part = [&](idx_t p) { return p >= 0 && p < parts; };
  if (status != METIS_OK || !std::all_of(part.begin(), part.end(), is_part)) return {};
  return {part.begin(), part.end()};
}

}  // namespace gantry::plan
