// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/cycles.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "gantry/base/random.h"
#include "gantry/plan/partition/passes.h"

namespace gantry::plan {
namespace {

constexpr std::uint64_t kCycleStream = 5;
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::uint32_t kGroupsPerPart = 20;
constexpr Time kGroupsPerLimit = 12;
constexpr std::uint64_t kMostCycles = 12;
constexpr std::uint64_t kFruitlessCycles = 3;
/// Tasks and edges gone through in all cycles: well below a second.
constexpr std::uint64_t kWork = 2000000;

/// A coarser problem and the group of every task of the finer one.
struct Level {
  std::vector<std::uint32_t> group_of;
  std::unique_ptr<PartitionProblem> problem;
};

std::vector<std::uint32_t> random_order(std::uint32_t count, RandomBits& bits) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_below(bits, i)]);
  return order;
}

/// Joins every task, in random order, with the free neighbour of its part that it is bound to most.
Level coarsen(const PartitionProblem& fine, const std::vector<std::uint32_t>& part_of, RandomBits& bits) {
  const Time most = fine.balance().least_limit() / kGroupsPerLimit;
  Level level;
  level.group_of.assign(fine.tasks(), kNone);
  std::uint32_t groups = 0;
  for (const std::uint32_t task : random_order(fine.tasks(), bits)) {
    if (level.group_of[task] != kNone) continue;
    const PartitionProblem::Neighbour* best = nullptr;
    const auto key = [](const PartitionProblem::Neighbour& n) { return n.weight; };
    for (const auto& neighbour : fine.neighbours(task)) {
      if (level.group_of[neighbour.task] != kNone || part_of[neighbour.task] != part_of[task]) continue;
      if (add(fine.load(task), fine.load(neighbour.task)) > most) continue;
      if (best == nullptr || key(*best) < key(neighbour)) best = &neighbour;
    }
    level.group_of[task] = groups;
    if (best != nullptr) level.group_of[best->task] = groups;
    ++groups;
  }
  level.problem = std::make_unique<PartitionProblem>(fine, level.group_of, groups);
  return level;
}

std::vector<std::uint32_t> project_up(const Level& level, const std::vector<std::uint32_t>& part_of) {
  std::vector<std::uint32_t> parts(level.problem->tasks());
  for (std::uint32_t t = 0; t < part_of.size(); ++t) parts[level.group_of[t]] = part_of[t];
  return parts;
}

std::vector<std::uint32_t> project_down(const Level& level, const std::vector<std::uint32_t>& parts) {
  std::vector<std::uint32_t> part_of;
  part_of.reserve(level.group_of.size());
  for (const std::uint32_t group : level.group_of) part_of.push_back(parts[group]);
  return part_of;
}

std::uint64_t size_of(const PartitionProblem& problem) {
  std::uint64_t size = 0;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) size += 1 + problem.neighbours(t).size();
  return size;
}

/// Levels from the finest to the coarsest that is worth it.
std::vector<Level> coarsen_all(const Partition& partition, RandomBits& bits) {
  std::vector<Level> levels;
  const PartitionProblem* fine = &partition.problem();
  std::vector<std::uint32_t> part_of = partition.parts();
  while (fine->tasks() > std::uint64_t{kGroupsPerPart} * fine->parts()) {
    Level level = coarsen(*fine, part_of, bits);
    if (level.problem->tasks() > fine->tasks() - fine->tasks() / 10) break;
    part_of = project_up(level, part_of);
    fine = level.problem.get();
    levels.push_back(std::move(level));
  }
  return levels;
}

void run_cycle(Partition& partition, const std::vector<std::uint32_t>& rank, RandomBits& bits,
               const RefineControl& control, Refined& result) {
  const std::vector<Level> levels = coarsen_all(partition, bits);
  std::vector<std::vector<std::uint32_t>> parts = {partition.parts()};
  for (const Level& level : levels) parts.push_back(project_up(level, parts.back()));
  std::vector<std::uint32_t> found = parts.back();
  for (std::size_t i = levels.size(); i > 0; --i) {
    const Level& level = levels[i - 1];
    Partition coarse(*level.problem, std::move(found));
    run_passes(coarse, random_order(level.problem->tasks(), bits), control, result);
    found = project_down(level, coarse.parts());
  }
  partition = Partition(partition.problem(), std::move(found));
  run_passes(partition, rank, control, result);
}

}  // namespace

void run_cycles(Partition& partition, const std::vector<std::uint32_t>& rank, std::uint64_t seed,
                const RefineControl& control, Refined& result) {
  RandomBits bits(seed, kCycleStream);
  const std::uint64_t most = std::min(kMostCycles, kWork / std::max<std::uint64_t>(size_of(partition.problem()), 1));
  std::uint64_t fruitless = 0;
  for (std::uint64_t i = 0; i < most && fruitless < kFruitlessCycles && !control.stopped(); ++i) {
    const Cut before = partition.cut();
    if (before == Cut{}) return;
    run_cycle(partition, rank, bits, control, result);
    ++result.cycles;
    fruitless = partition.cut() < before ? 0 : fruitless + 1;
  }
}

}  // namespace gantry::plan
