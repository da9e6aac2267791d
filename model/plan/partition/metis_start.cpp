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

/// The objective as integer edge weights for METIS. Edges of the first criterion (such as critical edges) outweigh all
/// others together, as far as numbers allow; larger numbers are scaled down. An edge weighs at least 1.
class EdgeWeights {
 public:
  EdgeWeights(const PartitionProblem& problem, MetisWeights weights) {
    if (weights == MetisWeights::plain) return;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    for (std::uint32_t e = 0; e < problem.graph().edges().size(); ++e) {
      const Cut weight = weight_of(problem.objective(), problem.graph().edge(e), problem.critical()[e]);
      first += weight.first;
      if (weight.first == 0) second += weight.second;
    }
    first_unit_ = first / kMostWeight + 1;
    second_unit_ = second / (kMostWeight / 4) + 1;
    if (first > 0) times_ = std::max<std::uint64_t>(1, std::min(second + 1, kMostWeight / first));
    plain_ = false;
  }

  [[nodiscard]] idx_t operator()(const Cut& weight) const {
    if (plain_) return 1;
    const std::uint64_t counted = weight.first > 0 ? weight.first / first_unit_ * times_ : weight.second / second_unit_;
    return static_cast<idx_t>(std::max<std::uint64_t>(1, counted));
  }

 private:
  bool plain_ = true;
  std::uint64_t first_unit_ = 1;
  std::uint64_t second_unit_ = 1;
  std::uint64_t times_ = 1;
};

/// Returns METIS' shares of the parts; empty: all are equal.
std::vector<real_t> part_shares(const Balance& balance) {
  std::vector<real_t> shares;
  if (balance.alike()) return shares;
  double all = 0;
  for (const Time limit : balance.limits) all += static_cast<double>(limit);
  for (const Time limit : balance.limits) shares.push_back(static_cast<real_t>(static_cast<double>(limit) / all));
  return shares;
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
  const EdgeWeights weight(problem, weights);
  std::vector<idx_t> begin = {0};
  std::vector<idx_t> neighbours;
  std::vector<idx_t> edge_weights;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    for (const auto& neighbour : problem.neighbours(t)) {
      neighbours.push_back(static_cast<idx_t>(neighbour.task));
      edge_weights.push_back(weight(neighbour.weight));
    }
    begin.push_back(static_cast<idx_t>(neighbours.size()));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed % std::numeric_limits<idx_t>::max());
  // METIS allows (1 + ufactor / 1000) times the mean; as much of that as the limits allow.
  double limits = 0;
  for (const Time limit : balance.limits) limits += static_cast<double>(limit);
  const double excess = limits / static_cast<double>(balance.total) - 1.0;
  std::vector<real_t> shares = part_shares(balance);
  options[METIS_OPTION_UFACTOR] = static_cast<idx_t>(std::clamp(excess * 1000.0, 1.0, 1e6));
  idx_t cut = 0;
  std::vector<idx_t> part(problem.tasks());
  const int status = METIS_PartGraphKway(&tasks, &constraints, begin.data(), neighbours.data(), loads.data(), nullptr,
                                         edge_weights.data(), &parts, shares.empty() ? nullptr : shares.data(), nullptr,
                                         options, &cut, part.data());
  const auto is_part = [&](idx_t p) { return p >= 0 && p < parts; };
  if (status != METIS_OK || !std::all_of(part.begin(), part.end(), is_part)) return {};
  return {part.begin(), part.end()};
}

}  // namespace gantry::plan
