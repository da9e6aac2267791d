// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/refinement.h"

#include <utility>

#include "gantry/base/random.h"
#include "gantry/plan/partition/anneal.h"
#include "gantry/plan/partition/cycles.h"
#include "gantry/plan/partition/passes.h"
#include "gantry/plan/partition/rounds.h"
#include "gantry/plan/partition/together.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kRankStream = 3;

/// Order among equals: flow order, or with mode random a random order.
std::vector<std::uint32_t> ranks(const PartitionProblem& problem, const RefineOptions& options) {
  std::vector<std::uint32_t> rank(problem.tasks());
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) rank[t] = problem.flow_position(t);
  if (options.mode != RoundMode::random) return rank;
  RandomBits bits(options.seed, kRankStream);
  for (std::size_t i = rank.size(); i > 1; --i) std::swap(rank[i - 1], rank[random_below(bits, i)]);
  return rank;
}

}  // namespace

Refined refine(const PartitionProblem& problem, std::vector<std::uint32_t> start, const RefineOptions& options,
               const RefineControl& control) {
  Refined result;
  Partition partition(problem, std::move(start));
  // Every step keeps the better result, so the last partition is the best one.
  if (options.until != RefineUntil::start && options.mode == RoundMode::together) {
    const TogetherRounds done = run_together(partition, options, control);
    result.rounds = done.rounds;
    result.round_moves = done.moves;
  } else if (options.until != RefineUntil::start) {
    result.rounds = result.round_moves = run_rounds(partition, options, control);
  }
  if (options.until == RefineUntil::stable) {
    const std::vector<std::uint32_t> rank = ranks(problem, options);
    run_passes(partition, rank, control, result);
    run_cycles(partition, rank, options.seed, control, result);
    run_shakes(partition, rank, options.seed, control, result);
    // Critical edges are few and all alike: there passes leave little.
    if (problem.objective() != Objective::critical) run_annealing(partition, rank, options.seed, control, result);
  }
  result.parts = partition.parts();
  result.cut = partition.cut();
  result.stopped = control.stopped();
  return result;
}

}  // namespace gantry::plan
