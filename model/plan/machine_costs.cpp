// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/machine_costs.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>
#include <utility>

namespace gantry::plan {
namespace {

/// Times found anew change the order of submission, which changes the times: so often at most.
constexpr int kMostOrders = 4;

/// The order in which a replay submits: by start, then finish, then predecessors first.
std::vector<std::uint32_t> submission(const Graph& graph, const Schedule& slots) {
  std::vector<std::uint32_t> order = graph.flow_order();
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::make_pair(slots[a].start, slots[a].finish) < std::make_pair(slots[b].start, slots[b].finish);
  });
  return order;
}

/// One way through the tasks in the order of their submission.
class Replayed {
 public:
  Replayed(const Graph& graph, const TaskTimes& times, const MachineCosts& costs)
      : graph_(graph),
        times_(times),
        costs_(costs),
        slots_(graph.tasks()),
        completed_(graph.tasks()),
        free_(times.processors()),
        registered_on_(times.processors()),
        places_(times.processors()),
        shown_(*std::max_element(costs.queue.begin(), costs.queue.end()) + std::size_t{1}) {}

  Prediction run(const std::vector<std::uint32_t>& order, const Schedule& schedule) {
    Prediction made;
    for (const std::uint32_t task : order) {
      submitted_ = std::max(submitted_, costs_.submit[task]);
      place(task, schedule[task].processor);
      made.cycles = std::max(made.cycles, completed_[task]);
      submitted_ = add(submitted_, costs_.between_submissions);
    }
    made.cycles = add(made.cycles, costs_.completed_to_end);
    made.slots = std::move(slots_);
    return made;
  }

 private:
  void place(std::uint32_t task, std::uint32_t p) {
    const Time registered = register_task(task, p);
    if (costs_.is_event[task]) {
      slots_[task] = {p, registered, registered};
      completed_[task] = registered;
      return;
    }
    const MachineCosts::Processor& on = costs_.processors[p];
    Time asked = add(registered, costs_.registered_to_request);
    std::deque<Time>& places = places_[p];
    if (places.size() == on.places) {
      asked = std::max(asked, add(places.front(), costs_.completed_to_place));
      places.pop_front();
    }
    const Time sent = add(asked, costs_.request_to_sent);
    in_slots_.push(sent);
    Time here = add(add(sent, on.job), costs_.input_of(task, p));
    // They share the processor's link, and the job waits for all of them.
    for (const std::uint32_t e : graph_.in(task)) {
      const std::uint32_t from = graph_.edge(e).from;
      here = add(here, costs_.transfer(from, slots_[from].processor, task, p));
    }
    const Time start = std::max(here, free_[p]);
    slots_[task] = {p, start, add(start, times_(task, p))};
    free_[p] = slots_[task].finish;
    completed_[task] = add(free_[p], costs_.end_to_completed(task, p));
    places.push_back(completed_[task]);
  }

  /// In its queue, on its processor and among the slots a task waits for others, and for its predecessors.
  Time register_task(std::uint32_t task, std::uint32_t p) {
    const Time cached = add(submitted_, costs_.submitted_to_cached);
    Time asks = add(cached, costs_.cached_to_request);
    std::deque<Time>& shown = shown_[costs_.queue[task]];
    const Time query = graph_.in(task).empty() ? 0 : costs_.query;
    if (shown.size() == costs_.shown) {
      asks = std::max(asks, add(shown.front(), costs_.registered_to_next));
      shown.pop_front();
    }
    asks = add(asks, query);
    for (const std::uint32_t e : graph_.in(task)) {
      asks = std::max(asks, add(completed_[graph_.edge(e).from], costs_.completed_to_request));
    }
    if (!costs_.is_event[task]) {
      asks = std::max(asks, registered_on_[p]);
      if (in_slots_.size() == costs_.slots) {
        asks = std::max(asks, in_slots_.top());
        in_slots_.pop();
      }
    }
    const Time registered = add(asks, costs_.request_to_registered);
    shown.push_back(registered);
    if (!costs_.is_event[task]) registered_on_[p] = registered;
    return registered;
  }

  const Graph& graph_;
  const TaskTimes& times_;
  const MachineCosts& costs_;
  Schedule slots_;
  std::vector<Time> completed_;
  std::vector<Time> free_;                ///< by processor: it has computed
  std::vector<Time> registered_on_;       ///< by processor: its last task
  std::vector<std::deque<Time>> places_;  ///< by processor: completions of the jobs in its slots
  std::vector<std::deque<Time>> shown_;   ///< by queue: registrations of the tasks shown last
  std::priority_queue<Time, std::vector<Time>, std::greater<>> in_slots_;
  Time submitted_ = 0;
};

}  // namespace

Time MachineCosts::completed_to_sent() const {
  return add(add(completed_to_request, request_to_registered), add(registered_to_request, request_to_sent));
}

Time MachineCosts::between(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const {
  const Time completed = end_to_completed(from, on);
  if (is_event[to]) return add(completed, add(completed_to_request, request_to_registered));
  const Time here = add(processors[then_on].job, add(input_of(to, then_on), transfer(from, on, to, then_on)));
  return add(add(completed, completed_to_sent()), here);
}

Time MachineCosts::transfer(std::uint32_t from, std::uint32_t on, std::uint32_t to, std::uint32_t then_on) const {
  if (moved.edges.empty()) return 0;
  const auto edge = moved.edges.find({from, to});
  const std::uint32_t row = moved.row[on * processors.size() + then_on];
  return edge == moved.edges.end() || row == kNone ? 0 : moved.cycles[row][edge->second];
}

Time MachineCosts::mean_transfer(std::uint32_t from, std::uint32_t to) const {
  const auto edge = moved.edges.find({from, to});
  if (edge == moved.edges.end() || processors.size() == 1) return 0;
  std::vector<std::uint64_t> pairs(moved.cycles.size());
  for (const std::uint32_t row : moved.row)
    if (row != kNone) ++pairs[row];
  Time sum = 0;
  for (std::size_t row = 0; row < pairs.size(); ++row)
    for (std::uint64_t pair = 0; pair < pairs[row]; ++pair) sum = add(sum, moved.cycles[row][edge->second]);
  return sum / (processors.size() * (processors.size() - 1));
}

Time MachineCosts::mean_between(std::uint32_t from, std::uint32_t to) const {
  Time sum = 0;
  for (std::uint32_t p = 0; p < processors.size(); ++p) sum = add(sum, between(from, p, to, p));
  return sum / processors.size();
}

Graph with_costs(const Graph& graph, const MachineCosts& costs) {
  std::vector<Edge> edges = graph.edges();
  for (Edge& edge : edges)
    edge.bytes = add(costs.mean_between(edge.from, edge.to), costs.mean_transfer(edge.from, edge.to));
  return {graph.times(), edges};
}

TransferCost cost_of_cycles(const MachineCosts& costs) {
  TransferCost cost;
  cost.everywhere = costs.moved.edges.empty();
  return cost;
}

Time cost_on_one(const Graph& graph, const MachineCosts& costs) {
  if (costs.moved.edges.empty() || graph.edges().empty()) return 0;
  Time sum = 0;
  for (const Edge& edge : graph.edges()) sum = add(sum, costs.mean_between(edge.from, edge.to));
  return sum / graph.edges().size();
}

Prediction predict(const Graph& graph, const TaskTimes& times, const Schedule& schedule, const MachineCosts& costs) {
  std::vector<std::uint32_t> order = submission(graph, schedule);
  for (int round = 0;; ++round) {
    Prediction made = Replayed(graph, times, costs).run(order, schedule);
    std::vector<std::uint32_t> next = submission(graph, made.slots);
    if (next == order || round == kMostOrders) return made;
    order = std::move(next);
  }
}

}  // namespace gantry::plan
