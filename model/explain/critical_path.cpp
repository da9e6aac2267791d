// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/critical_path.h"

#include <algorithm>

namespace gantry {
inline namespace explain {

namespace {

struct Interval {
  Cycle from = 0;
  Cycle to = 0;
};

/// Intervals in which a task of the path was ready to proceed and waited for others, by cause.
class Holds {
 public:
  Holds(const CauseGraph& graph, Cycle first) : graph_(graph), first_(first) {}

  /// All the way that the event's task has come to it.
  void collect(Event event) {
    while (event.station != Station::begin) {
      graph_.awaited(event, awaited_);
      const Awaited* own = nullptr;
      const Awaited* binding = nullptr;
      Cycle since = 0;
      for (const Awaited& edge : awaited_) {
        if (edge.binds) binding = &edge;
        // A task comes to its submission from its arrival.
        const bool arrives = event.station == Station::submitted && edge.from.station == Station::begin;
        if (!arrives && !graph_.is_own(event, edge.from)) continue;
        const Cycle ends = graph_.time(edge.from) + (edge.binds ? edge.weight - edge.rest : edge.weight);
        if (own != nullptr && ends <= since) continue;
        own = &edge;
        since = ends;
      }
      if (own == nullptr) return;
      if (binding != own && binding->cause != Cause::predecessors) add(event, *binding, since);
      event = own->from;
    }
  }

  /// Cycles by cause, each counted once.
  [[nodiscard]] std::array<Cycle, kCauses> cycles() {
    std::array<Cycle, kCauses> sums{};
    for (std::size_t cause = 0; cause < kCauses; ++cause) {
      std::vector<Interval>& list = intervals_[cause];
      std::sort(list.begin(), list.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
      Cycle end = 0;
      for (const Interval& interval : list) {
        if (interval.to <= end) continue;
        sums[cause] += interval.to - std::max(interval.from, end);
        end = interval.to;
      }
    }
    return sums;
  }

 private:
  void add(Event event, const Awaited& binding, Cycle since) {
    // The host submits in order: the task before has its own causes.
    if (binding.from.station == Station::submitted) since = std::max(since, graph_.time(binding.from));
    // Until it is ready a task would have had to wait for its predecessors all the same.
    if (!of_job(event.station) && (event.station < Station::ready || registered_early(graph_.task(event))))
      since = std::max(since, graph_.predecessors_done(event));
    const Cycle to = graph_.time(event) - binding.rest;
    since = std::max(since, first_);
    if (since < to) intervals_[static_cast<std::size_t>(binding.cause)].push_back({since, to});
  }

  const CauseGraph& graph_;
  Cycle first_;  ///< what was before does not count
  std::vector<Awaited> awaited_;
  std::array<std::vector<Interval>, kCauses> intervals_;
};

}  // namespace

CriticalPath path_to(const CauseGraph& graph, Event event, Cycle since) {
  CriticalPath path;
  std::vector<Awaited> awaited;
  const auto add = [&](PathStep step) {
    step.from = std::max(step.from, since);
    if (step.from >= step.to) return;
    path.steps.push_back(step);
    path.causes[static_cast<std::size_t>(step.cause)] += step.to - step.from;
  };
  // Cycles in which a message was held up by a fault are steps of their own.
  const auto add_parts = [&](PathStep step) {
    const Cycle begin = step.from;
    const bool own_time = step.own_time;
    graph.for_each_hold_backwards(step.event, begin, step.to, [&](Cycle from, Cycle until) {
      step.from = until;
      step.own_time = true;
      add(step);
      add({from, until, Cause::reroute, step.awaited, step.event, own_time || from > begin});
      step.from = begin;
      step.to = from;
      step.own_time = own_time;
    });
    add(step);
  };
  Holds holds(graph, since);
  while (event.station != Station::begin && graph.time(event) > since) {
    graph.awaited(event, awaited);
    const auto binding = std::find_if(awaited.begin(), awaited.end(), [](const Awaited& a) { return a.binds; });
    const Cycle to = graph.time(event);
    if (binding == awaited.end()) {
      add({0, to, Cause::earlier, {}, event});
      break;
    }
    // Where nothing but its own time passes there is one step.
    const bool split = binding->rest > 0 && to - binding->rest > graph.time(binding->from);
    add_parts({to - binding->rest, to, binding->rest_cause, binding->from, event, split});
    add_parts({graph.time(binding->from), to - binding->rest, binding->cause, binding->from, event});
    const bool leaves = graph.task_of(binding->from) != graph.task_of(event) || graph.time(binding->from) <= since;
    if (leaves) holds.collect(event);
    event = binding->from;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  path.held = holds.cycles();
  return path;
}

CriticalPath critical_path(const CauseGraph& graph) { return path_to(graph, graph.end(), 0); }

std::vector<Cycle> event_slack(const CauseGraph& graph) {
  // Latest times, backwards: an event is settled when all that waited for it are.
  const std::size_t count = graph.size();
  std::vector<std::uint32_t> waiting(count, 0);
  std::vector<Cycle> latest(count, kNever);
  std::vector<Awaited> awaited;
  for (std::size_t i = 0; i < count; ++i) {
    if (!graph.exists(graph.event(i))) continue;
    graph.awaited(graph.event(i), awaited);
    for (const Awaited& a : awaited) ++waiting[graph.index(a.from)];
  }
  const Cycle end = graph.time(graph.end());
  std::vector<std::size_t> settled;
  for (std::size_t i = 0; i < count; ++i) {
    if (!graph.exists(graph.event(i))) continue;
    latest[i] = end;
    if (waiting[i] == 0) settled.push_back(i);
  }
  std::vector<Cycle> slack(count, kNever);
  while (!settled.empty()) {
    const std::size_t i = settled.back();
    settled.pop_back();
    const Event event = graph.event(i);
    slack[i] = latest[i] - graph.time(event);
    graph.awaited(event, awaited);
    for (const Awaited& a : awaited) {
      const std::size_t from = graph.index(a.from);
      latest[from] = std::min(latest[from], latest[i] - a.weight);
      if (--waiting[from] == 0) settled.push_back(from);
    }
  }
  return slack;
}

std::vector<Cycle> task_slack(const CauseGraph& graph) {
  const std::vector<Cycle> slack = event_slack(graph);
  std::vector<Cycle> tasks;
  for (std::size_t i = 1; i < slack.size(); ++i) {
    const std::uint32_t task = graph.task_of(graph.event(i));
    if (task == kNone) continue;
    if (task >= tasks.size()) tasks.resize(task + 1, kNever);
    tasks[task] = std::min(tasks[task], slack[i]);
  }
  return tasks;
}

}  // namespace explain
}  // namespace gantry
