// SPDX-License-Identifier: Apache-2.0
// Small random graphs for list schedulers, and what is best for them by trying everything.
#pragma once

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"

namespace gantry::list_cases {

using namespace gantry::plan;

/// A graph with times per processor. What crosses processors costs one cycle per byte.
struct Instance {
  Graph graph;
  TaskTimes times;
  std::vector<Time> releases = {};
  [[nodiscard]] ListProblem problem() const { return {graph, times, {}, releases}; }
};

inline Time makespan(const Schedule& slots) {
  Time last = 0;
  for (const Slot& slot : slots) last = std::max(last, slot.finish);
  return last;
}

/// Any schedule is a list of tasks, each on some processor, as early as its data and that processor allow.
inline Time optimum(const Instance& instance, Schedule& slots, std::vector<Time>& free, std::uint32_t placed,
                    Time bound) {
  const Graph& graph = instance.graph;
  if (placed == (1U << graph.tasks()) - 1) return std::min(bound, makespan(slots));
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    bool ready = (placed >> t & 1) == 0;
    for (const std::uint32_t e : graph.in(t)) ready = ready && (placed >> graph.edge(e).from & 1) != 0;
    if (!ready) continue;
    for (std::uint32_t p = 0; p < free.size(); ++p) {
      if (instance.times(t, p) == TaskTimes::kCannotRun) continue;
      Time start = std::max(free[p], instance.problem().release(t));
      for (const std::uint32_t e : graph.in(t)) {
        const Slot& from = slots[graph.edge(e).from];
        start = std::max(start, from.finish + (from.processor == p ? 0 : graph.edge(e).bytes));
      }
      if (start + instance.times(t, p) >= bound) continue;
      const Slot before = slots[t];
      const Time was = free[p];
      slots[t] = {p, start, start + instance.times(t, p)};
      free[p] = slots[t].finish;
      bound = optimum(instance, slots, free, placed | 1U << t, bound);
      free[p] = was;
      slots[t] = before;
    }
  }
  return bound;
}

/// One in three has tasks that are not there in cycle 0.
inline Instance random_instance(std::mt19937& random, std::uint32_t tasks, std::uint32_t processors) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<Edge> edges;
  for (std::uint32_t to = 1; to < tasks; ++to) {
    for (std::uint32_t from = 0; from < to; ++from) {
      if (below(3) == 0) edges.push_back({from, to, below(4) == 0 ? 0 : below(12), false});
    }
  }
  std::vector<Time> times;
  for (std::uint32_t t = 0; t < tasks; ++t) {
    const std::uint32_t able = below(processors);
    for (std::uint32_t p = 0; p < processors; ++p) {
      times.push_back(p != able && below(6) == 0 ? TaskTimes::kCannotRun : below(10));
    }
  }
  std::vector<Time> releases;
  if (below(3) == 0) {
    for (std::uint32_t t = 0; t < tasks; ++t) releases.push_back(below(2) * below(20));
  }
  return {Graph(std::vector<Time>(tasks), edges), TaskTimes::table(processors, std::move(times)), std::move(releases)};
}

inline Time optimum(const Instance& instance) {
  Schedule slots(instance.graph.tasks());
  std::vector<Time> free(instance.times.processors());
  return optimum(instance, slots, free, 0, Time{1} << 40);
}

}  // namespace gantry::list_cases
