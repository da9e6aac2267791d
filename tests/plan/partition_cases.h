// SPDX-License-Identifier: Apache-2.0
// Small task graphs for the planner `partition`, and the smallest cut of each by trying everything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/base/random.h"
#include "gantry/plan/partition/partition.h"

namespace gantry::plan {

struct PartitionCase {
  Graph graph;
  std::uint32_t parts;
  std::uint64_t imbalance_billionths;
};

/// 4 to 10 tasks in 2 to 4 parts, with loads that are alike or not, sparse or dense, at different balances.
inline PartitionCase random_partition_case(std::uint64_t number) {
  RandomBits bits(2024, number);
  const auto below = [&](std::uint64_t bound) { return static_cast<std::uint32_t>(random_below(bits, bound)); };
  const std::uint32_t tasks = 4 + below(7);
  const std::uint32_t density = 2 + below(6);
  const std::uint32_t critical = 1 + below(4);
  const bool alike = below(2) == 0;
  std::vector<Time> times;
  for (std::uint32_t t = 0; t < tasks; ++t) times.push_back(alike ? 0 : 1 + below(9));
  std::vector<Edge> edges;
  for (std::uint32_t to = 1; to < tasks; ++to) {
    for (std::uint32_t from = 0; from < to; ++from) {
      if (below(10) < density) edges.push_back({from, to, below(100), below(4) < critical});
    }
  }
  const std::uint32_t parts = 2 + below(3);
  const std::vector<std::uint64_t> imbalances = {0, 100000000, 300000000, 600000000};
  return {Graph(times, edges), parts, imbalances[below(imbalances.size())]};
}

/// Shares or capacities of the parts of a random case, by its number: alike, in proportion, or told one by one.
inline Balance random_balance(const PartitionCase& from, std::uint64_t number) {
  RandomBits bits(2025, number);
  std::vector<std::uint64_t> shares;
  for (std::uint32_t p = 0; p < from.parts; ++p) shares.push_back(1 + random_below(bits, 3));
  if (number % 3 == 0) return make_balance(from.graph, from.parts, from.imbalance_billionths);
  Balance balance = shared_balance(from.graph, shares, from.imbalance_billionths);
  if (number % 3 == 1) return balance;
  for (Time& limit : balance.limits) limit += random_below(bits, 3);
  return capacity_balance(from.graph, balance.limits);
}

/// The smallest cut of all partitions within the limits that leave no part empty; nothing if there is none.
inline std::optional<Cut> smallest_cut(const PartitionProblem& problem) {
  struct Search {
    const PartitionProblem& problem;
    std::vector<std::uint32_t> part;
    std::vector<Time> load;
    std::vector<std::uint32_t> size;
    std::optional<Cut> best;

    void place(std::uint32_t task, std::uint32_t used, Cut cut) {
      if (best && !(cut < *best)) return;
      const std::uint32_t tasks = problem.tasks();
      if (used + (tasks - task) < problem.parts()) return;
      if (task == tasks) {
        best = cut;
        return;
      }
      // Where parts are alike a task opens at most one new part.
      const bool alike = problem.balance().alike();
      for (std::uint32_t p = 0; p < (alike ? std::min(used + 1, problem.parts()) : problem.parts()); ++p) {
        if (load[p] + problem.load(task) > problem.limit(p)) continue;
        Cut with = cut;
        for (const auto& neighbour : problem.neighbours(task)) {
          if (neighbour.task > task || part[neighbour.task] == p) continue;
          with += neighbour.weight;
        }
        part[task] = p;
        load[p] += problem.load(task);
        ++size[p];
        place(task + 1, used + (size[p] == 1 ? 1 : 0), with);
        --size[p];
        load[p] -= problem.load(task);
      }
    }
  };
  Search search{problem, std::vector<std::uint32_t>(problem.tasks()), std::vector<Time>(problem.parts()),
                std::vector<std::uint32_t>(problem.parts()), std::nullopt};
  search.place(0, 0, {});
  return search.best;
}

}  // namespace gantry::plan
