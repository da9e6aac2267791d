// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/critical_path.h"

#include <algorithm>

namespace gantry {
inline namespace explain {

namespace {

/// Since when all was there that the event needs and that is its task's own; kNever if nothing of it is.
Cycle own_since(const CauseGraph& graph, Event event, const std::vector<Awaited>& awaited) {
  Cycle since = kNever;
  for (const Awaited& edge : awaited) {
    if (edge.from.station == Station::begin || graph.task_of(edge.from) != graph.task_of(event)) continue;
    const Cycle ends = graph.time(edge.from) + edge.weight - edge.rest;
    since = since == kNever ? ends : std::max(since, ends);
  }
  return since;
}

/// Cycles by cause, each once, of intervals that come in order of their ends, the latest first.
class HeldCycles {
 public:
  HeldCycles() { open_.fill(kNever); }
  void add(Cause cause, Cycle from, Cycle to) {
    Cycle& open = open_[static_cast<std::size_t>(cause)];
    to = std::min(to, open);
    if (from >= to) return;
    cycles_[static_cast<std::size_t>(cause)] += to - from;
    open = from;
  }
  [[nodiscard]] const std::array<Cycle, kCauses>& cycles() const { return cycles_; }

 private:
  std::array<Cycle, kCauses> open_{};
  std::array<Cycle, kCauses> cycles_{};
};

}  // namespace

CriticalPath critical_path(const CauseGraph& graph) {
  CriticalPath path;
  std::vector<Awaited> awaited;
  const auto add = [&](const PathStep& step) {
    if (step.from == step.to) return;
    path.steps.push_back(step);
    path.causes[static_cast<std::size_t>(step.cause)] += step.to - step.from;
  };
  HeldCycles held;
  Event event = graph.end();
  while (event.station != Station::begin) {
    graph.awaited(event, awaited);
    const auto binding = std::find_if(awaited.begin(), awaited.end(), [](const Awaited& a) { return a.binds; });
    const Cycle to = graph.time(event);
    if (binding == awaited.end()) {
      add({0, to, Cause::earlier, {}, event});
      break;
    }
    // Where nothing but its own time passes there is one step.
    const bool split = binding->rest > 0 && to - binding->rest > graph.time(binding->from);
    add({to - binding->rest, to, binding->rest_cause, binding->from, event, split});
    add({graph.time(binding->from), to - binding->rest, binding->cause, binding->from, event});
    if (graph.task_of(binding->from) != graph.task_of(event)) {
      Cycle since = own_since(graph, event, awaited);
      // Behind the head of its queue a task would have had to wait for its predecessors all the same.
      if (binding->cause == Cause::queue && since != kNever) since = std::max(since, graph.predecessors_done(event));
      if (since != kNever) held.add(binding->cause, since, to - binding->rest);
    }
    event = binding->from;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  path.held = held.cycles();
  return path;
}

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
