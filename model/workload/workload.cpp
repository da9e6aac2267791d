// SPDX-License-Identifier: Apache-2.0
#include "gantry/workload/workload.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>

#include "gantry/base/saturating.h"

namespace gantry {
inline namespace workload {
namespace {

/// Successors of every task in one array: those of task t are targets[begin[t]] up to targets[begin[t + 1]].
struct Successors {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> targets;

  explicit Successors(const Workload& workload) : begin(workload.tasks.size() + 1) {
    for (const WorkloadTask& task : workload.tasks) {
      for (const WorkloadEdge& edge : task.after) ++begin[edge.task + 1];
    }
    for (std::size_t t = 1; t < begin.size(); ++t) begin[t] += begin[t - 1];
    targets.resize(begin.back());
    std::vector<std::uint64_t> at(begin.begin(), begin.end() - 1);
    for (std::uint32_t t = 0; t < workload.tasks.size(); ++t) {
      for (const WorkloadEdge& edge : workload.tasks[t].after) targets[at[edge.task]++] = t;
    }
  }
};

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

/// Follows unfinished predecessors until a task comes up again. Precondition: every task with `waiting` has one.
std::vector<std::uint32_t> find_cycle(const Workload& workload, const std::vector<std::uint32_t>& waiting) {
  std::vector<std::uint32_t> step(workload.tasks.size(), kUnseen);
  std::vector<std::uint32_t> path;
  const auto first = std::find_if(waiting.begin(), waiting.end(), [](std::uint32_t n) { return n > 0; });
  auto task = static_cast<std::uint32_t>(first - waiting.begin());
  while (step[task] == kUnseen) {
    step[task] = static_cast<std::uint32_t>(path.size());
    path.push_back(task);
    const auto& after = workload.tasks[task].after;
    task = std::find_if(after.begin(), after.end(), [&](const WorkloadEdge& edge) {
             return waiting[edge.task] > 0;
           })->task;
  }
  path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(step[task]));
  // The same graph gives the same message, wherever the search began.
  std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
  return path;
}

std::uint64_t distinct_edges(const WorkloadTask& task, std::vector<WorkloadEdge>& edges) {
  edges = task.after;
  const auto key = [](const WorkloadEdge& e) { return std::make_tuple(e.task, e.bytes, e.critical); };
  std::sort(edges.begin(), edges.end(), [&](const WorkloadEdge& a, const WorkloadEdge& b) { return key(a) < key(b); });
  const auto end = std::unique(edges.begin(), edges.end(),
                               [&](const WorkloadEdge& a, const WorkloadEdge& b) { return key(a) == key(b); });
  return static_cast<std::uint64_t>(end - edges.begin());
}

/// A scale on which the tasks' times have an exact sum.
DecimalScale unit_scale(const Workload& workload) {
  DecimalScale scale;
  for (const WorkloadTask& task : workload.tasks) {
    if (workload.foreign && task.work) scale.include(*task.work);
  }
  return scale;
}

}  // namespace

TopologicalOrder topological_order(const Workload& workload) {
  const auto count = static_cast<std::uint32_t>(workload.tasks.size());
  const Successors successors(workload);
  std::vector<std::uint32_t> waiting(count);
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
  for (std::uint32_t t = 0; t < count; ++t) {
    waiting[t] = static_cast<std::uint32_t>(workload.tasks[t].after.size());
    if (waiting[t] == 0) ready.push(t);
  }
  TopologicalOrder result;
  result.order.reserve(count);
  while (!ready.empty()) {
    const std::uint32_t task = ready.top();
    ready.pop();
    result.order.push_back(task);
    for (std::uint64_t i = successors.begin[task]; i < successors.begin[task + 1]; ++i) {
      const std::uint32_t next = successors.targets[i];
      if (--waiting[next] == 0) ready.push(next);
    }
  }
  if (result.order.size() < count) result.cycle = find_cycle(workload, waiting);
  return result;
}

WorkloadFacts facts(const Workload& workload) {
  WorkloadFacts facts;
  facts.tasks = workload.tasks.size();
  std::vector<std::uint64_t> depth(workload.tasks.size());
  std::vector<std::uint64_t> path(workload.tasks.size());
  std::vector<Uint128> unit_path(workload.foreign ? workload.tasks.size() : 0);
  const DecimalScale scale = unit_scale(workload);
  Uint128 longest = 0;
  Uint128 work = 0;
  std::vector<std::uint64_t> level;
  std::vector<WorkloadEdge> scratch;
  for (const std::uint32_t t : topological_order(workload).order) {
    const WorkloadTask& task = workload.tasks[t];
    for (const WorkloadEdge& edge : task.after) {
      depth[t] = std::max(depth[t], depth[edge.task]);
      path[t] = std::max(path[t], path[edge.task]);
      if (workload.foreign) unit_path[t] = std::max(unit_path[t], unit_path[edge.task]);
    }
    if (workload.foreign) {
      const Uint128 own = task.work ? scale.steps(*task.work) : 0;
      unit_path[t] += own;
      work += own;
      longest = std::max(longest, unit_path[t]);
    }
    ++depth[t];
    path[t] = saturating_add(path[t], task.cycles);
    if (level.size() < depth[t]) level.resize(depth[t]);
    ++level[depth[t] - 1];
    facts.edges += distinct_edges(task, scratch);
    facts.critical_path = std::max(facts.critical_path, path[t]);
    task.for_each_group([&](const WorkloadJobShape& shape, std::uint32_t jobs) {
      facts.total_work = saturating_add(facts.total_work, saturating_multiply(shape.cycles, jobs));
    });
  }
  facts.unit_critical_path = scale.sum(longest);
  facts.unit_total_work = scale.sum(work);
  facts.depth = level.size();
  for (const std::uint64_t width : level) facts.widest_level = std::max(facts.widest_level, width);
  return facts;
}

std::vector<std::uint32_t> submission_order(const Workload& workload, const std::vector<Cycle>& mean_times) {
  std::vector<std::uint32_t> order = topological_order(workload).order;
  if (workload.order == SubmissionOrder::level) {
    std::vector<std::uint64_t> depth(workload.tasks.size());
    for (const std::uint32_t t : order) {
      for (const WorkloadEdge& edge : workload.tasks[t].after) depth[t] = std::max(depth[t], depth[edge.task] + 1);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::make_pair(depth[a], a) < std::make_pair(depth[b], b);
    });
  }
  if (workload.order == SubmissionOrder::rank) {
    std::vector<std::uint64_t> rank(workload.tasks.size());
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      const WorkloadTask& task = workload.tasks[*at];
      rank[*at] = saturating_add(rank[*at], mean_times.empty() ? task.cycles : mean_times[*at]);
      for (const WorkloadEdge& edge : task.after) rank[edge.task] = std::max(rank[edge.task], rank[*at]);
    }
    // No task has a longer way than its predecessor, and of equal ones the topological order is kept.
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return rank[a] > rank[b]; });
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return workload.tasks[a].submit < workload.tasks[b].submit;
  });
  return order;
}

}  // namespace workload
}  // namespace gantry
