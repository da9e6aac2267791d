// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/relief.h"

#include <algorithm>
#include <vector>

namespace gantry {
inline namespace explain {

std::vector<Relieved> relieved(const CauseGraph& graph, const std::vector<Event>& events) {
  // Events after all that they waited for; lanes of one are settled once.
  constexpr Cycle kOpen = kNever;
  std::vector<Relieved> at(graph.size());
  for (Relieved& lanes : at) lanes[0] = kOpen;
  at[0].fill(0);

  struct Visit {
    std::size_t event;
    std::vector<Awaited> awaited;
    std::size_t next = 0;
  };
  std::vector<Visit> stack;
  std::vector<std::vector<Awaited>> spare;  // their memory is reused
  const auto open = [&](std::size_t event) {
    std::vector<Awaited> awaited;
    if (!spare.empty()) {
      awaited.swap(spare.back());
      spare.pop_back();
    }
    graph.awaited(graph.event(event), awaited);
    stack.push_back({event, std::move(awaited)});
  };
  const auto settle = [&](const Visit& visit) {
    Relieved& lanes = at[visit.event];
    const Event event = graph.event(visit.event);
    const Cycle time = graph.time(event);
    // What it waited for is not known.
    if (visit.awaited.empty()) return lanes.fill(time);
    const Cycle least = std::min(time, graph.known_from());
    lanes.fill(0);
    for (std::size_t lane = 0; lane < kReliefs; ++lane) {
      const std::uint32_t causes = kReliefTable[lane].causes;
      Cycle own_time = 0;
      for (const Awaited& edge : visit.awaited) {
        const bool relieved = (causes & bit_of(edge.cause)) != 0;
        if (edge.binds && (causes & bit_of(edge.rest_cause)) == 0) own_time = edge.rest;
        if (relieved && !graph.is_own(event, edge.from)) continue;
        const Cycle weight = relieved ? 0 : edge.weight - edge.rest;
        lanes[lane] = std::max(lanes[lane], at[graph.index(edge.from)][lane] + weight);
      }
      lanes[lane] = std::max(least, lanes[lane] + own_time);
    }
  };
  for (const Event event : events) {
    const std::size_t last = graph.index(event);
    if (at[last][0] == kOpen) open(last);
    while (!stack.empty()) {
      Visit& visit = stack.back();
      if (visit.next < visit.awaited.size()) {
        const std::size_t from = graph.index(visit.awaited[visit.next++].from);
        if (at[from][0] == kOpen) open(from);
        continue;
      }
      settle(visit);
      spare.push_back(std::move(visit.awaited));
      stack.pop_back();
    }
  }
  std::vector<Relieved> found;
  found.reserve(events.size());
  for (const Event event : events) found.push_back(at[graph.index(event)]);
  return found;
}

Relieved relieved(const CauseGraph& graph) { return relieved(graph, {graph.end()}).front(); }

}  // namespace explain
}  // namespace gantry
