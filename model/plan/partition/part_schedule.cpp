// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/partition/part_schedule.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace gantry::plan {
namespace {

class PartSchedule {
 public:
  PartSchedule(const Graph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
               const TransferCost& transfer)
      : graph_(graph),
        part_(part),
        transfer_(transfer),
        slots_(graph.tasks()),
        to_end_(graph.tasks()),
        arrival_(graph.tasks()),
        waiting_(graph.tasks()),
        parts_(parts) {}

  Schedule run() {
    const auto& flow = graph_.flow_order();
    for (auto task = flow.rbegin(); task != flow.rend(); ++task) measure(*task);
    for (std::uint32_t t = 0; t < graph_.tasks(); ++t) {
      waiting_[t] = static_cast<std::uint32_t>(graph_.in(t).size());
      if (waiting_[t] == 0) offer(t);
    }
    while (!events_.empty()) {
      const Time now = events_.top().first;
      touched_.clear();
      for (; !events_.empty() && events_.top().first == now; events_.pop()) touched_.push_back(events_.top().second);
      std::sort(touched_.begin(), touched_.end());
      touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
      for (const std::uint32_t p : touched_) finish(parts_[p], now);
      for (const std::uint32_t p : touched_) start(p, now);
    }
    return std::move(slots_);
  }

 private:
  using Ready = std::pair<Time, std::uint32_t>;
  struct Part {
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> coming;  ///< by arrival of their data
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> here;    ///< longest path to the end first
    std::uint32_t running = kNone;
  };

  [[nodiscard]] Time cost(const Edge& edge) const {
    return part_[edge.from] == part_[edge.to] ? 0 : transfer_.cycles(edge.bytes);
  }

  void measure(std::uint32_t task) {
    for (const std::uint32_t e : graph_.out(task)) {
      to_end_[task] = std::max(to_end_[task], add(cost(graph_.edge(e)), to_end_[graph_.edge(e).to]));
    }
    to_end_[task] = add(to_end_[task], graph_.time(task));
  }

  void offer(std::uint32_t task) {
    parts_[part_[task]].coming.push({arrival_[task], task});
    events_.push({arrival_[task], part_[task]});
  }

  void finish(Part& part, Time now) {
    if (part.running == kNone || slots_[part.running].finish > now) return;
    const std::uint32_t ended = std::exchange(part.running, kNone);
    for (const std::uint32_t e : graph_.out(ended)) {
      const Edge& edge = graph_.edge(e);
      arrival_[edge.to] = std::max(arrival_[edge.to], add(now, cost(edge)));
      if (--waiting_[edge.to] == 0) offer(edge.to);
    }
  }

  void start(std::uint32_t number, Time now) {
    Part& part = parts_[number];
    for (; !part.coming.empty() && part.coming.top().first <= now; part.coming.pop()) {
      const std::uint32_t task = part.coming.top().second;
      part.here.push({kLongest - to_end_[task], task});
    }
    if (part.running != kNone || part.here.empty()) return;
    const std::uint32_t task = part.here.top().second;
    part.here.pop();
    part.running = task;
    slots_[task] = {number, now, add(now, graph_.time(task))};
    events_.push({slots_[task].finish, number});
  }

  const Graph& graph_;
  const std::vector<std::uint32_t>& part_;
  const TransferCost transfer_;
  Schedule slots_;
  std::vector<Time> to_end_;            ///< longest path from the task's beginning
  std::vector<Time> arrival_;           ///< of the data that has set out
  std::vector<std::uint32_t> waiting_;  ///< predecessors that have not ended
  std::vector<Part> parts_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> events_;  ///< time, part
  std::vector<std::uint32_t> touched_;
};

}  // namespace

Schedule schedule_parts(const Graph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                        const TransferCost& transfer) {
  return PartSchedule(graph, part, parts, transfer).run();
}

}  // namespace gantry::plan
