// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/unit_flow.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace gantry::plan {
namespace {

using Arcs = std::vector<std::vector<std::uint32_t>>;

/// Items that are looked at in search of what comes after an operation that it is tied to.
constexpr std::uint64_t kMostVisits = 100000000;

Arcs arcs_between_units(const PipelineItems& single, const std::vector<bool>& backward) {
  Arcs after(single.units());
  for (const PipelineEdge& edge : single.edges()) {
    std::uint32_t from = single.unit(edge.from);
    std::uint32_t to = single.unit(edge.to);
    if (from == to || backward[edge.from] != backward[edge.to]) continue;
    if (backward[edge.from]) std::swap(from, to);
    after[from].push_back(to);
  }
  return after;
}

/// Strongly connected components (Tarjan 1972) without recursion, numbered against the arcs: what comes later has the
/// smaller number.
class Components {
 public:
  explicit Components(const Arcs& after)
      : of(after.size(), kNone), after_(after), seen_(after.size(), kNone), low_(after.size()), next_(after.size(), 0) {
    for (std::uint32_t u = 0; u < after.size(); ++u) {
      if (seen_[u] == kNone) visit(u);
    }
  }

  std::vector<std::uint32_t> of;
  std::uint32_t count = 0;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void enter(std::uint32_t u) {
    seen_[u] = low_[u] = clock_++;
    path_.push_back(u);
    open_.push_back(u);
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::uint32_t u = path_.back();
      if (next_[u] < after_[u].size()) {
        const std::uint32_t v = after_[u][next_[u]++];
        if (seen_[v] == kNone) {
          enter(v);
        } else if (of[v] == kNone) {
          low_[u] = std::min(low_[u], seen_[v]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[u]);
      if (low_[u] != seen_[u]) continue;
      while (of[u] == kNone) {
        of[open_.back()] = count;
        open_.pop_back();
      }
      ++count;
    }
  }

  const Arcs& after_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> low_;
  std::vector<std::size_t> next_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> open_;
  std::uint32_t clock_ = 0;
};

void unique_ascending(Arcs& arcs) {
  for (auto& ends : arcs) {
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  }
}

}  // namespace

std::vector<bool> backward_operations(const PipelineItems& single) {
  const PipelineModel& model = single.model();
  std::vector<bool> backward(model.operation_count(), false);
  bool told = false;
  for (std::uint32_t o = 0; o < model.operation_count(); ++o) {
    backward[o] = model.operations[o].backward;
    told = told || backward[o];
  }
  if (told) return backward;
  std::uint64_t looks = 0;
  std::vector<std::uint32_t> seen(single.size(), 0);
  std::uint32_t mark = 0;
  std::vector<std::uint32_t> stack;
  for (std::uint32_t u = 0; u < single.units(); ++u) {
    if (single.members(u).size() < 2) continue;
    for (const std::uint32_t first : single.members(u)) {
      ++mark;
      stack.push_back(first);
      while (!stack.empty()) {
        const std::uint32_t i = stack.back();
        stack.pop_back();
        if (++looks > kMostVisits) return std::vector<bool>(model.operation_count(), false);
        for (const std::uint32_t e : single.out(i)) {
          const std::uint32_t to = single.edges()[e].to;
          if (seen[to] == mark) continue;
          seen[to] = mark;
          stack.push_back(to);
          if (single.unit(to) == u) backward[to] = true;
        }
      }
    }
  }
  for (const std::uint32_t i : single.flow_order()) {
    for (const std::uint32_t e : single.in(i)) backward[i] = backward[i] || backward[single.edges()[e].from];
  }
  return backward;
}

UnitFlow::UnitFlow(const PipelineItems& single) {
  Arcs arcs = arcs_between_units(single, std::vector<bool>(single.size(), false));
  std::optional<Components> found(arcs);
  if (found->count < single.units()) {
    const std::vector<bool> backward = backward_operations(single);
    if (std::find(backward.begin(), backward.end(), true) != backward.end()) {
      arcs = arcs_between_units(single, backward);
      found.emplace(arcs);
    }
  }
  const Components& components = *found;
  // Numbers fall along the arcs.
  const std::uint32_t count = components.count;
  units.resize(count);
  before.resize(count);
  after.resize(count);
  const auto node = [&](std::uint32_t unit) { return count - 1 - components.of[unit]; };
  for (const std::uint32_t u : single.unit_order()) units[node(u)].push_back(u);
  for (std::uint32_t u = 0; u < arcs.size(); ++u) {
    for (const std::uint32_t v : arcs[u]) {
      if (node(u) == node(v)) continue;
      after[node(u)].push_back(node(v));
      before[node(v)].push_back(node(u));
    }
  }
  unique_ascending(before);
  unique_ascending(after);
  // Tarjan's numbers are the order of a search in depth.
  order.resize(count);
  std::iota(order.begin(), order.end(), 0);
}

}  // namespace gantry::plan
