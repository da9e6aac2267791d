// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/repeat.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace gantry::plan {
namespace {

/// A task of an execution in the periodic plan.
struct Instance {
  Time planned = 0;          ///< start, the prologue's first cycle being 0
  bool takes_time = false;   ///< others go ahead at the same start
  std::uint32_t flow = 0;    ///< position of its task in flow order
  std::uint32_t number = 0;  ///< execution x tasks + task
};

}  // namespace

Plan repeat_plan(const Plan& periodic, const Graph& graph, const TransferCost& transfer, std::uint32_t periods) {
  const auto unroll = static_cast<std::uint32_t>(whole(periodic.metrics, "unroll").value_or(1));
  const Time period = whole(periodic.metrics, "period").value_or(0);
  const std::uint32_t tasks = graph.tasks();
  std::uint64_t largest = 0;
  for (const Placement& place : periodic.placement) largest = std::max(largest, place.retiming.value_or(0));
  std::vector<std::uint32_t> flow(tasks);
  for (std::uint32_t i = 0; i < tasks; ++i) flow[graph.flow_order()[i]] = i;

  std::vector<const Placement*> place_of(std::size_t{tasks} * unroll);
  for (const Placement& place : periodic.placement) place_of[std::size_t{place.task} * unroll + place.copy] = &place;
  std::vector<Instance> instances;
  instances.reserve(periodic.placement.size() * periods);
  std::uint32_t processors = 0;
  Time boundary_finish = 0;
  for (const Placement& place : periodic.placement) {
    processors = std::max(processors, place.processors[0] + 1);
    for (std::uint32_t n = 0; n < periods; ++n) {
      const Time planned = (n + largest - *place.retiming) * period + *place.start;
      boundary_finish = std::max(boundary_finish, planned + graph.time(place.task));
      instances.push_back(
          {planned, graph.time(place.task) != 0, flow[place.task], (n * unroll + place.copy) * tasks + place.task});
    }
  }
  std::sort(instances.begin(), instances.end(), [](const Instance& a, const Instance& b) {
    return std::tie(a.planned, a.takes_time, a.flow, a.number) < std::tie(b.planned, b.takes_time, b.flow, b.number);
  });

  Plan plan;
  plan.method = "repeat";
  plan.placement.resize(instances.size());
  std::vector<Time> free(processors);
  Time makespan = 0;
  for (const Instance& instance : instances) {
    const std::uint32_t task = instance.number % tasks;
    const std::uint32_t first = instance.number - task;
    const Placement& source = *place_of[std::size_t{task} * unroll + first / tasks % unroll];
    const std::uint32_t processor = source.processors[0];
    Time start = free[processor];
    for (const std::uint32_t e : graph.in(task)) {
      const Edge& edge = graph.edge(e);
      const Placement& from = plan.placement[first + edge.from];
      start = std::max(start, *from.finish + (from.processors[0] == processor ? 0 : transfer.cycles(edge.bytes)));
    }
    Placement& place = plan.placement[instance.number];
    place.task = instance.number;
    place.processors = {processor};
    place.start = start;
    place.finish = free[processor] = start + graph.time(task);
    makespan = std::max(makespan, *place.finish);
  }
  for (const auto& [name, value] : periodic.parameters.items()) {
    if (name == "processors" || name == "cycles_per_byte" || name == "latency" || name == "architecture") {
      plan.parameters.set(name, value);
    }
  }
  plan.metrics.set("periods", std::uint64_t{periods});
  plan.metrics.set("executions", std::uint64_t{periods} * unroll);
  plan.metrics.set("steady_period", period);
  plan.metrics.set("prologue", largest * period);
  plan.metrics.set("periodic_cycles", boundary_finish);
  plan.metrics.set("makespan", makespan);
  return plan;
}

}  // namespace gantry::plan
