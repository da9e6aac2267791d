// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/start.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace gantry::plan {
namespace {

/// Sorts tasks so that those with the smallest loss on leaving their part come first.
std::vector<std::uint32_t> loosest_first(const Partition& partition) {
  const PartitionProblem& problem = partition.problem();
  std::vector<std::uint32_t> order(problem.tasks());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t task) {
    const Connection own = partition.connection(task, partition.part(task));
    return std::make_tuple(own.weight.first, own.weight.second, problem.flow_position(task));
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  return order;
}

void fill_empty_parts(Partition& partition, const std::vector<std::uint32_t>& order) {
  const PartitionProblem& problem = partition.problem();
  const auto is_spare = [&](std::uint32_t task) { return partition.size(partition.part(task)) > 1; };
  auto giver = order.begin();  // a task that is not spare never becomes one
  for (std::uint32_t part = 0; part < problem.parts(); ++part) {
    if (partition.size(part) > 0) continue;
    giver = std::find_if(giver, order.end(), is_spare);
    const auto fitting = std::find_if(giver, order.end(), [&](std::uint32_t task) {
      return is_spare(task) && problem.load(task) <= problem.limit(part);
    });
    partition.move(fitting == order.end() ? *giver : *fitting, part);
  }
}

/// Returns the part with enough capacity that reduces the objective most; ties: the most capacity left.
std::optional<std::uint32_t> best_home(const Partition& partition, std::uint32_t task) {
  std::optional<std::uint32_t> best;
  const auto key = [&](std::uint32_t part) {
    const Connection to = partition.connection(task, part);
    return std::make_tuple(-static_cast<std::int64_t>(to.weight.first), -static_cast<std::int64_t>(to.weight.second),
                           -partition.room(part), part);
  };
  for (std::uint32_t part = 0; part < partition.problem().parts(); ++part) {
    if (part == partition.part(task) || !partition.may_move(task, part)) continue;
    if (!best || key(part) < key(*best)) best = part;
  }
  return best;
}

std::vector<std::uint32_t> largest_first(const PartitionProblem& problem) {
  std::vector<std::uint32_t> order = problem.graph().flow_order();
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return problem.load(a) > problem.load(b); });
  // Capacity left, negative so that the largest comes first; tasks; part.
  std::set<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>> parts;
  for (std::uint32_t part = 0; part < problem.parts(); ++part) {
    parts.insert({-static_cast<std::int64_t>(problem.limit(part)), 0, part});
  }
  std::vector<std::uint32_t> part_of(problem.tasks());
  for (const std::uint32_t task : order) {
    const auto [room, tasks, part] = *parts.begin();
    parts.erase(parts.begin());
    part_of[task] = part;
    parts.insert({room + static_cast<std::int64_t>(problem.load(task)), tasks + 1, part});
  }
  return part_of;
}

}  // namespace

void repair_start(Partition& partition) {
  const std::vector<std::uint32_t> order = loosest_first(partition);
  fill_empty_parts(partition, order);
  if (!partition.over_limit()) return;
  for (const std::uint32_t task : order) {
    if (!partition.over_limit(partition.part(task))) continue;
    const auto home = best_home(partition, task);
    if (home) partition.move(task, *home);
  }
  if (!partition.over_limit()) return;
  Partition packed(partition.problem(), largest_first(partition.problem()));
  fill_empty_parts(packed, order);
  if (!packed.over_limit()) partition = std::move(packed);
}

std::vector<std::uint32_t> metis_start(const PartitionProblem& problem, MetisWeights weights, std::uint64_t seed) {
  std::optional<Partition> best;
  for (const MetisWeights tried : {MetisWeights::objective, MetisWeights::plain}) {
    if (weights != MetisWeights::best && weights != tried) continue;
    std::vector<std::uint32_t> parts = metis_parts(problem, tried, seed);
    if (parts.empty()) continue;
    Partition partition(problem, std::move(parts));
    repair_start(partition);
    const auto rank = [](const Partition& p) { return std::make_pair(p.over_limit(), p.cut()); };
    if (!best || rank(partition) < rank(*best)) best = std::move(partition);
  }
  return best ? best->parts() : std::vector<std::uint32_t>();
}

}  // namespace gantry::plan
