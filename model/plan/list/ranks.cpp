// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/list/ranks.h"

#include <algorithm>
#include <numeric>

namespace gantry::plan {
namespace {

constexpr double kSame = 1e-9;

}  // namespace

std::vector<double> mean_times(const ListProblem& problem) {
  const TaskTimes& times = problem.times;
  std::vector<double> means(problem.graph.tasks());
  for (std::uint32_t t = 0; t < means.size(); ++t) {
    if (times.alike()) {
      means[t] = static_cast<double>(times(t, 0));
      continue;
    }
    double sum = 0.0;
    std::uint32_t able = 0;
    for (std::uint32_t p = 0; p < times.processors(); ++p) {
      if (times(t, p) == TaskTimes::kCannotRun) continue;
      sum += static_cast<double>(times(t, p));
      ++able;
    }
    means[t] = sum / able;
  }
  return means;
}

std::vector<double> upward_ranks(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  const std::vector<double> means = mean_times(problem);
  std::vector<double> ranks(graph.tasks());
  const std::vector<std::uint32_t>& order = graph.flow_order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    double longest = 0.0;
    for (const std::uint32_t e : graph.out(*at)) {
      const Edge& edge = graph.edge(e);
      longest = std::max(longest, static_cast<double>(problem.transfer.cycles(edge.bytes)) + ranks[edge.to]);
    }
    ranks[*at] = means[*at] + longest;
  }
  return ranks;
}

std::vector<double> downward_ranks(const ListProblem& problem) {
  const Graph& graph = problem.graph;
  const std::vector<double> means = mean_times(problem);
  std::vector<double> ranks(graph.tasks());
  for (const std::uint32_t task : graph.flow_order()) {
    for (const std::uint32_t e : graph.in(task)) {
      const Edge& edge = graph.edge(e);
      ranks[task] = std::max(
          ranks[task], ranks[edge.from] + means[edge.from] + static_cast<double>(problem.transfer.cycles(edge.bytes)));
    }
  }
  return ranks;
}

std::vector<std::uint32_t> places(const std::vector<double>& ranks) {
  std::vector<std::uint32_t> order(ranks.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
  std::vector<std::uint32_t> place(ranks.size());
  std::uint32_t number = 0;
  double first = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double rank = ranks[order[i]];
    if (i == 0 || first - rank > kSame * first) {
      first = rank;
      if (i > 0) ++number;
    }
    place[order[i]] = number;
  }
  return place;
}

ReadyQueue::ReadyQueue(const Graph& graph, const std::vector<std::uint32_t>& places)
    : graph_(graph), places_(places), waiting_(graph.tasks()) {
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    waiting_[t] = static_cast<std::uint32_t>(graph.in(t).size());
    if (waiting_[t] == 0) push(t);
  }
}

void ReadyQueue::push(std::uint32_t task) { ready_.push(std::uint64_t{places_[task]} << 32 | task); }

std::uint32_t ReadyQueue::take() {
  const auto task = static_cast<std::uint32_t>(ready_.top());
  ready_.pop();
  for (const std::uint32_t e : graph_.out(task)) {
    const std::uint32_t next = graph_.edge(e).to;
    if (--waiting_[next] == 0) push(next);
  }
  return task;
}

}  // namespace gantry::plan
