// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/arrange.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gantry::plan {

std::vector<Time> ranks(const PipelineItems& items) {
  const PipelineModel& model = items.model();
  std::vector<Time> rank(items.size(), 0);
  for (auto i = items.flow_order().rbegin(); i != items.flow_order().rend(); ++i) {
    Time shortest = TaskTimes::kCannotRun;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) shortest = std::min(shortest, model.time(*i, r));
    Time after = 0;
    for (const std::uint32_t e : items.out(*i)) after = std::max(after, rank[items.edges()[e].to]);
    rank[*i] = add(shortest, after);
  }
  return rank;
}

Arranger::Arranger(const PipelineItems& items, ArrangeRule rule)
    : items_(items), rule_(std::move(rule)), rank_(ranks(items)) {
  if (!rule_.oldest_first) return;
  // All ranks of a subtask are above those of the next one. Times of all subtasks sum to less than 2^62.
  const Time longest = rank_.empty() ? 0 : *std::max_element(rank_.begin(), rank_.end());
  const std::uint32_t operations = items.model().operation_count();
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    rank_[i] += (longest + 1) * (items.model().subtasks - 1 - i / operations);
  }
}

bool Arranger::after(const Ready& a, const Ready& b) {
  return std::tie(a.start, b.rank, a.item) > std::tie(b.start, a.rank, b.item);
}

void Arranger::push(Ready ready) {
  heap_.push_back(ready);
  std::push_heap(heap_.begin(), heap_.end(), after);
}

void Arranger::begin(const PipelineChoice& choice) {
  const std::size_t resources = items_.model().resources.size();
  waiting_.resize(items_.size());
  arrival_.assign(items_.size(), 0);
  release_.assign(resources, 0);
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    waiting_[i] = static_cast<std::uint32_t>(items_.in(i).size());
    if (waiting_[i] == 0) push({0, rank_[i], i});
  }
  if (rule_.in_flight.empty()) return;
  const std::uint32_t operations = items_.model().operation_count();
  const std::size_t subtasks = items_.model().subtasks;
  left_.assign(subtasks, operations);
  left_here_.assign(subtasks * resources, 0);
  begun_.assign(subtasks * resources, false);
  flying_.assign(resources, 0);
  kept_.resize(resources);
  oldest_ = 0;
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    ++left_here_[i / operations * resources + choice.resource[items_.unit(i)]];
  }
}

void Arranger::arrange(PipelineChoice& choice) {
  begin(choice);
  choice.order.clear();
  while (!heap_.empty()) {
    Ready next = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), after);
    heap_.pop_back();
    const std::uint32_t r = choice.resource[items_.unit(next.item)];
    if (release_[r] > next.start) {  // another item was first
      next.start = release_[r];
      push(next);
      continue;
    }
    if (!rule_.in_flight.empty() && kept_back(r, next)) continue;
    release_[r] = add(next.start, items_.model().time(next.item, r));
    choice.order.push_back(next.item);
    if (!rule_.in_flight.empty()) count(r, next.item);
    for (const std::uint32_t e : items_.out(next.item)) {
      const PipelineEdge& edge = items_.edges()[e];
      const std::uint32_t to = choice.resource[items_.unit(edge.to)];
      arrival_[edge.to] = std::max(arrival_[edge.to], add(release_[r], items_.model().transfer(edge, r, to)));
      if (--waiting_[edge.to] == 0) push({arrival_[edge.to], rank_[edge.to], edge.to});
    }
  }
}

/// A resource that has begun as many subtasks as it may takes no item of another one. The oldest subtask of all is
/// never kept back, so something always goes on.
bool Arranger::kept_back(std::uint32_t resource, const Ready& ready) {
  const std::uint32_t subtask = ready.item / items_.model().operation_count();
  if (subtask == oldest_ || begun_[subtask * release_.size() + resource]) return false;
  if (flying_[resource] < rule_.in_flight[resource]) return false;
  kept_[resource].push_back(ready);
  return true;
}

void Arranger::count(std::uint32_t resource, std::uint32_t item) {
  const std::uint32_t subtask = item / items_.model().operation_count();
  const std::size_t here = subtask * release_.size() + resource;
  if (!begun_[here]) {
    begun_[here] = true;
    ++flying_[resource];
  }
  if (--left_here_[here] == 0) {
    --flying_[resource];
    let_go(resource);
  }
  if (--left_[subtask] > 0 || subtask != oldest_) return;
  while (oldest_ < left_.size() && left_[oldest_] == 0) ++oldest_;
  for (std::uint32_t r = 0; r < release_.size(); ++r) let_go(r);
}

void Arranger::let_go(std::uint32_t resource) {
  // They look at the release, and at the limit, again.
  for (const Ready& ready : kept_[resource]) push(ready);
  kept_[resource].clear();
}

}  // namespace gantry::plan
