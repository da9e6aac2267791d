// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/model.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gantry::plan {

PipelineItems::PipelineItems(const PipelineModel& model) : model_(model), in_(size()), out_(size()) {
  const std::uint32_t operations = model.operation_count();
  std::vector<Edge> plain;
  for (const PipelineEdge& edge : model.edges) plain.push_back({edge.from, edge.to, edge.bytes, false});
  const Graph graph(std::vector<Time>(operations, 0), plain);
  for (std::uint32_t s = 0; s < model.subtasks; ++s) {
    for (PipelineEdge edge : model.edges) {
      edge.from += s * operations;
      edge.to += s * operations;
      in_[edge.to].push_back(static_cast<std::uint32_t>(edges_.size()));
      out_[edge.from].push_back(static_cast<std::uint32_t>(edges_.size()));
      edges_.push_back(edge);
    }
    for (const std::uint32_t o : graph.flow_order()) flow_order_.push_back(s * operations + o);
  }

  footprint_.assign(operations, 0);
  for (std::uint32_t o = 0; o < operations; ++o) footprint_[o] = model.operations[o].input_bytes;
  for (const PipelineEdge& edge : model.edges) footprint_[edge.to] += edge.bytes;
  tie();
}

void PipelineItems::tie() {
  const std::uint32_t operations = model_.operation_count();
  std::vector<std::uint32_t> parent(size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](std::uint32_t item) {
    while (parent[item] != item) item = parent[item] = parent[parent[item]];
    return item;
  };
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent[std::max(a, b)] = std::min(a, b);
  };
  for (const PipelineParameter& parameter : model_.parameters) {
    for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
      const std::uint32_t base = model_.replicate ? s * operations : 0;
      for (const std::uint32_t o : parameter.operations) join(base + parameter.operations[0], s * operations + o);
    }
  }
  constexpr std::uint32_t kNoUnit = ~std::uint32_t{0};
  unit_.assign(size(), kNoUnit);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const std::uint32_t r = root(i);  // the least item of its unit
    if (r == i) {
      unit_[i] = units();
      members_.emplace_back();
    }
    unit_[i] = unit_[r];
    members_[unit_[i]].push_back(i);
  }
  for (const auto& members : members_) {
    for (std::uint32_t r = 0; r < model_.resource_count(); ++r) {
      Time sum = 0;
      for (const std::uint32_t i : members) {
        sum =
            model_.can_run(i, r) && sum != TaskTimes::kCannotRun ? add(sum, model_.time(i, r)) : TaskTimes::kCannotRun;
      }
      unit_times_.push_back(sum);
    }
  }
  std::vector<bool> seen(units(), false);
  for (const std::uint32_t i : flow_order_) {
    if (!seen[unit_[i]]) unit_order_.push_back(unit_[i]);
    seen[unit_[i]] = true;
  }
  held_.resize(units());
  for (std::uint32_t p = 0; p < model_.parameters.size(); ++p) {
    holders_.emplace_back();
    for (std::uint32_t s = 0; s < model_.subtasks; ++s) {
      const std::uint32_t u = unit_[s * operations + model_.parameters[p].operations[0]];
      // One unit for all subtasks, or one per subtask, ascending.
      if (holders_[p].empty() || holders_[p].back() != u) holders_[p].push_back(u);
    }
    for (const std::uint32_t u : holders_[p]) held_[u].push_back(p);
  }
}

std::vector<std::uint32_t> alike_resources(const PipelineModel& model) {
  const std::uint32_t count = model.resource_count();
  const auto cost = [&](std::uint32_t from, std::uint32_t to) {
    return std::make_pair(model.hops[from * count + to], model.delays.empty() ? 0 : model.delays[from * count + to]);
  };
  const auto alike = [&](std::uint32_t a, std::uint32_t b) {
    if (model.resources[a].memory != model.resources[b].memory) return false;
    if (model.resources[a].carries_transfers != model.resources[b].carries_transfers) return false;
    for (std::uint32_t o = 0; o < model.operation_count(); ++o) {
      if (model.time(o, a) != model.time(o, b)) return false;
    }
    if (cost(a, b) != cost(b, a)) return false;
    for (std::uint32_t r = 0; r < count; ++r) {
      if (r == a || r == b) continue;
      if (cost(a, r) != cost(b, r) || cost(r, a) != cost(r, b)) return false;
    }
    return true;
  };
  std::vector<std::uint32_t> first(count);
  for (std::uint32_t r = 0; r < count; ++r) {
    first[r] = r;
    for (std::uint32_t q = 0; q < r; ++q) {
      if (first[q] == q && alike(q, r)) {
        first[r] = q;
        break;
      }
    }
  }
  return first;
}

}  // namespace gantry::plan
