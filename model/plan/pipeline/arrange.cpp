// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/arrange.h"

#include <algorithm>
#include <tuple>

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

bool Arranger::after(const Ready& a, const Ready& b) {
  return std::tie(a.start, b.rank, a.item) > std::tie(b.start, a.rank, b.item);
}

void Arranger::push(Ready ready) {
  heap_.push_back(ready);
  std::push_heap(heap_.begin(), heap_.end(), after);
}

void Arranger::arrange(PipelineChoice& choice) {
  waiting_.resize(items_.size());
  arrival_.assign(items_.size(), 0);
  release_.assign(items_.model().resources.size(), 0);
  for (std::uint32_t i = 0; i < items_.size(); ++i) {
    waiting_[i] = static_cast<std::uint32_t>(items_.in(i).size());
    if (waiting_[i] == 0) push({0, rank_[i], i});
  }
  choice.order.clear();
  while (!heap_.empty()) {
    Ready next = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), after);
    heap_.pop_back();
    const std::uint32_t r = choice.resource[items_.unit(next.item)];
    if (release_[r] > next.start) {  // somebody else was first
      next.start = release_[r];
      push(next);
      continue;
    }
    release_[r] = add(next.start, items_.model().time(next.item, r));
    choice.order.push_back(next.item);
    for (const std::uint32_t e : items_.out(next.item)) {
      const PipelineEdge& edge = items_.edges()[e];
      const std::uint32_t to = choice.resource[items_.unit(edge.to)];
      arrival_[edge.to] = std::max(arrival_[edge.to], add(release_[r], items_.model().transfer(edge, r, to)));
      if (--waiting_[edge.to] == 0) push({arrival_[edge.to], rank_[edge.to], edge.to});
    }
  }
}

}  // namespace gantry::plan
