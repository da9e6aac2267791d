// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/partition.h"

#include <algorithm>

namespace gantry::plan {

PartitionProblem::PartitionProblem(const Graph& graph, CriticalEdges critical, Balance balance, Objective objective)
    : graph_(graph),
      critical_(std::move(critical)),
      critical_edges_(static_cast<std::uint64_t>(std::count(critical_.begin(), critical_.end(), true))),
      objective_(objective),
      balance_(std::move(balance)),
      begin_(graph.tasks() + std::size_t{1}),
      neighbours_(2 * graph.edges().size()),
      flow_position_(graph.tasks()) {
  for (std::uint32_t t = 0; t < tasks(); ++t) {
    std::size_t at = begin_[t];
    const auto weight = [&](std::uint32_t e) { return weight_of(objective, graph.edge(e), critical_[e]); };
    for (const std::uint32_t e : graph.in(t)) neighbours_[at++] = {graph.edge(e).from, 1, weight(e)};
    for (const std::uint32_t e : graph.out(t)) neighbours_[at++] = {graph.edge(e).to, 1, weight(e)};
    begin_[t + 1] = at;
  }
  for (std::uint32_t i = 0; i < tasks(); ++i) flow_position_[graph.flow_order()[i]] = i;
}

PartitionProblem::PartitionProblem(const PartitionProblem& fine, const std::vector<std::uint32_t>& group_of,
                                   std::uint32_t groups)
    : graph_(fine.graph_), objective_(fine.objective_), begin_(groups + std::size_t{1}) {
  balance_.loads.resize(groups);
  std::vector<std::vector<std::uint32_t>> members(groups);
  for (std::uint32_t t = 0; t < fine.tasks(); ++t) {
    balance_.loads[group_of[t]] = add(balance_.loads[group_of[t]], fine.load(t));
    members[group_of[t]].push_back(t);
  }
  balance_.total = fine.balance_.total;
  balance_.smallest = *std::min_element(balance_.loads.begin(), balance_.loads.end());
  balance_.largest = *std::max_element(balance_.loads.begin(), balance_.loads.end());
  balance_.limits = fine.balance_.limits;
  std::vector<std::size_t> place(groups, 0);  // of the group among the neighbours, if it is there already
  for (std::uint32_t group = 0; group < groups; ++group) {
    for (const std::uint32_t member : members[group]) {
      for (const Neighbour& neighbour : fine.neighbours(member)) {
        const std::uint32_t other = group_of[neighbour.task];
        if (other == group) continue;
        const bool there = place[other] >= begin_[group] && place[other] < neighbours_.size() &&
                           neighbours_[place[other]].task == other;
        if (!there) {
          place[other] = neighbours_.size();
          neighbours_.push_back({other, 0, {}});
        }
        neighbours_[place[other]].edges += neighbour.edges;
        neighbours_[place[other]].weight += neighbour.weight;
      }
    }
    begin_[group + 1] = neighbours_.size();
  }
}

Partition::Partition(const PartitionProblem& problem, std::vector<std::uint32_t> part_of)
    : problem_(&problem),
      part_of_(std::move(part_of)),
      loads_(problem.parts()),
      sizes_(problem.parts()),
      connections_begin_(problem.tasks() + std::size_t{1}),
      connection_count_(problem.tasks()) {
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    loads_[part_of_[t]] = add(loads_[part_of_[t]], problem.load(t));
    ++sizes_[part_of_[t]];
    const std::size_t most = std::min<std::size_t>(problem.neighbours(t).size(), problem.parts());
    connections_begin_[t + 1] = connections_begin_[t] + most;
  }
  connections_.resize(connections_begin_.back());
  Cut twice;
  for (std::uint32_t t = 0; t < problem.tasks(); ++t) {
    for (const auto& neighbour : problem.neighbours(t)) {
      connect(t, part_of_[neighbour.task], neighbour);
      if (part_of_[neighbour.task] == part_of_[t]) continue;
      twice += neighbour.weight;
    }
  }
  cut_ = {twice.first / 2, twice.second / 2};
}

Connection Partition::connection(std::uint32_t task, std::uint32_t part) const {
  for (const Connection& connection : connections(task)) {
    if (connection.part == part) return connection;
  }
  return {part, 0, {}};
}

Time Partition::largest_load() const { return *std::max_element(loads_.begin(), loads_.end()); }

bool Partition::over_limit() const {
  for (std::uint32_t part = 0; part < loads_.size(); ++part) {
    if (over_limit(part)) return true;
  }
  return false;
}

void Partition::connect(std::uint32_t task, std::uint32_t part, const PartitionProblem::Neighbour& by) {
  Connection* const begin = connections_.data() + connections_begin_[task];
  Connection* const end = begin + connection_count_[task];
  Connection* found = std::find_if(begin, end, [&](const Connection& c) { return c.part == part; });
  if (found == end) {
    *end = {part, 0, {}};
    ++connection_count_[task];
  }
  found->edges += by.edges;
  found->weight += by.weight;
}

void Partition::disconnect(std::uint32_t task, std::uint32_t part, const PartitionProblem::Neighbour& by) {
  Connection* const begin = connections_.data() + connections_begin_[task];
  Connection* const end = begin + connection_count_[task];
  Connection* found = std::find_if(begin, end, [&](const Connection& c) { return c.part == part; });
  found->edges -= by.edges;
  found->weight -= by.weight;
  if (found->edges > 0) return;
  *found = *(end - 1);
  --connection_count_[task];
}

void Partition::move(std::uint32_t task, std::uint32_t to) {
  const std::uint32_t from = part_of_[task];
  const Connection own = connection(task, from);
  const Connection other = connection(task, to);
  cut_ += own.weight;
  cut_ -= other.weight;
  loads_[from] -= problem_->load(task);
  loads_[to] = add(loads_[to], problem_->load(task));
  --sizes_[from];
  ++sizes_[to];
  part_of_[task] = to;
  for (const auto& neighbour : problem_->neighbours(task)) {
    disconnect(neighbour.task, from, neighbour);
    connect(neighbour.task, to, neighbour);
  }
}

}  // namespace gantry::plan
