// SPDX-License-Identifier: Apache-2.0
#include "whatif/turn.h"

#include <algorithm>
#include <array>
#include <set>

#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "gantry/explain/resource_keys.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/number_keys.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"
#include "gantry/workload/workload.h"

namespace gantry {

std::string_view name(TurnKind kind) {
  constexpr std::array<std::string_view, 5> kNames = {"doubled", "ideal", "file", "level", "rank"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

const std::string kArchitecture = "architecture.";
constexpr std::uint64_t kMoreForStreams = 16;

TurnKind turn_of(SubmissionOrder order) {
  constexpr std::array<TurnKind, 3> kTurns = {TurnKind::file, TurnKind::level, TurnKind::rank};
  return kTurns[static_cast<std::size_t>(order)];
}

/// Jobs of the widest level of the graph, of communication tasks or of all others; 0 of streams.
std::uint64_t widest_level(const Workload& workload, bool of_engines) {
  std::vector<std::size_t> depth(workload.tasks.size(), 0);
  std::vector<std::uint64_t> jobs(workload.tasks.size(), 0);
  std::uint64_t widest = 0;
  for (const std::uint32_t t : topological_order(workload).order) {
    const WorkloadTask& task = workload.tasks[t];
    for (const WorkloadEdge& edge : task.after) depth[t] = std::max(depth[t], depth[edge.task] + 1);
    if ((task.cls == TaskClass::communication) != of_engines) continue;
    jobs[depth[t]] += task.jobs;
    widest = std::max(widest, jobs[depth[t]]);
  }
  return widest;
}

/// How many times as many processors are as good as any number of them.
std::uint64_t enough_times(const Resource& resource, const Experiment& experiment) {
  const Architecture& architecture = experiment.architecture;
  std::uint64_t there = 0;
  for (const std::size_t g : groups_of(resource, architecture)) there += architecture.processors->at(g).count;
  there = std::max<std::uint64_t>(there, 1);
  const std::uint64_t wanted = widest_level(experiment.workload, resource.of == ResourceOf::engines);
  const std::uint64_t times = wanted == 0 ? kMoreForStreams : std::max<std::uint64_t>(2, ceil_div(wanted, there));
  const std::uint64_t room = kMaxEndpoints - endpoint_count(architecture);
  return std::max<std::uint64_t>(2, std::min(times, 1 + room / there));
}

std::uint64_t turned_value(const Resource& resource, TurnKind kind, const NumberKey& key,
                           const Experiment& experiment) {
  const std::uint64_t least = std::min(key.value, std::max(key.range.min, resource.least));
  if (kind == TurnKind::doubled) {
    return resource.better == Better::more ? key.value * 2 : std::max(least, key.value / 2);
  }
  if (resource.ideal == IdealTurn::jobs) return key.value * enough_times(resource, experiment);
  return resource.better == Better::more ? key.range.max : least;
}

std::string list_text(const std::vector<std::uint32_t>& nodes) {
  std::string text;
  for (const std::uint32_t node : nodes) text += (text.empty() ? "[" : ",") + std::to_string(node);
  return text + ']';
}

/// Nodes without an endpoint, in ascending order.
class FreeNodes {
 public:
  explicit FreeNodes(const PlacementConfig& placement) : taken_(placement.memory.begin(), placement.memory.end()) {
    taken_.insert(placement.processors.begin(), placement.processors.end());
    if (placement.host) taken_.insert(*placement.host);
    if (placement.scheduler) taken_.insert(*placement.scheduler);
  }
  std::uint32_t take() {
    while (taken_.count(next_) != 0) ++next_;
    return next_++;
  }

 private:
  std::set<std::uint32_t> taken_;
  std::uint32_t next_ = 0;
};

/// Returns lists of nodes, if the machine has them: existing endpoints keep their nodes, new ones take free nodes.
std::vector<std::string> seats_for(const Resource& resource, const std::vector<std::uint64_t>& counts,
                                   const Architecture& architecture) {
  const PlacementConfig& placement = *architecture.placement;
  const std::string path = kArchitecture + "placement.";
  FreeNodes free(placement);
  std::vector<std::uint32_t> nodes;
  if (resource.of == ResourceOf::machine) {
    if (placement.memory.empty()) return {};
    nodes = placement.memory;
    while (nodes.size() < std::min<std::uint64_t>(counts.front(), kMaxEndpoints)) nodes.push_back(free.take());
    return {path + "memory=" + list_text(nodes)};
  }
  if (placement.processors.empty()) return {};
  const std::vector<std::size_t> turned = groups_of(resource, architecture);
  std::size_t first = 0;
  for (std::size_t g = 0; g < architecture.processors->size(); ++g) {
    const std::uint32_t before = architecture.processors->at(g).count;
    const auto at = std::find(turned.begin(), turned.end(), g);
    const std::uint64_t count = at == turned.end() ? before : counts[static_cast<std::size_t>(at - turned.begin())];
    for (std::uint32_t n = 0; n < std::min<std::uint64_t>(count, kMaxEndpoints); ++n)
      nodes.push_back(n < before ? placement.processors[first + n] : free.take());
    first += before;
  }
  return {path + "processors=" + list_text(nodes)};
}

/// The machine as it is with free nodes in it; then one that grows: by rows, which leaves every node where it is, or
/// else as a whole.
std::vector<std::vector<std::string>> seat_ways(const Resource& resource, const std::vector<std::string>& sets,
                                                const std::vector<std::uint64_t>& counts, const NumberKeys& keys,
                                                const Architecture& architecture) {
  std::vector<std::string> kept = sets;
  for (std::string& seats : seats_for(resource, counts, architecture)) kept.push_back(std::move(seats));
  std::vector<std::vector<std::string>> ways = {kept};
  const auto with = [&](std::vector<std::string> way, const std::vector<std::string>& more) {
    way.insert(way.end(), more.begin(), more.end());
    ways.push_back(std::move(way));
  };
  const std::string net = kArchitecture + "interconnect.";
  const std::string place = kArchitecture + "placement.";
  if (keys.find(net + "leaves") != nullptr) with(kept, {net + "leaves=0"});
  const NumberKey* rows = keys.find(net + "rows");
  const NumberKey* columns = keys.find(net + "columns");
  if (rows == nullptr || columns == nullptr || (rows->automatic && columns->automatic)) return ways;
  if (!rows->automatic) with(kept, {net + "rows=auto"});
  with(sets, {net + "columns=auto", net + "rows=auto", place + "host=auto", place + "scheduler=auto",
              place + "memory=auto", place + "processors=auto"});
  return ways;
}

std::vector<std::vector<std::string>> ways_of(const Resource& resource, const std::vector<std::string>& sets,
                                              const std::vector<std::uint64_t>& values, const NumberKeys& keys,
                                              const Architecture& architecture) {
  const auto also = [&](const std::string& set) {
    std::vector<std::string> more = sets;
    more.push_back(set);
    return std::vector<std::vector<std::string>>{sets, more};
  };
  switch (resource.follows) {
    case Follows::nothing:
      break;
    case Follows::placement:
      return seat_ways(resource, sets, values, keys, architecture);
    case Follows::capacity:
      return also(kArchitecture + "task_cache.capacity=" + std::to_string(values.front() * kTaskClasses));
    case Follows::interleave:
      return also(kArchitecture +
                  "memory.interleave_bytes=" + std::to_string(std::uint64_t{architecture.memory->interleave()} * 2));
  }
  return {sets};
}

/// Whether some task reads or writes data objects.
bool has_data(const Experiment& experiment) {
  const auto has = [](const Workload& workload) { return !workload.data.empty(); };
  return has(experiment.workload) || std::any_of(experiment.streams.begin(), experiment.streams.end(),
                                                 [&](const GraphStream& of) { return has(of.workload); });
}

Turn order_turn(TurnKind kind, const Experiment& experiment) {
  Turn turn;
  turn.changes.push_back(
      {"workload.order", std::string(name(turn_of(experiment.workload.order))), std::string(name(kind))});
  turn.ways = {{"workload.order=" + std::string(name(kind))}};
  if (experiment.replay) turn.impossible = "the plan that is replayed has an order of its own";
  return turn;
}

}  // namespace

std::vector<TurnKind> turns_of(const Resource& resource, const Experiment& experiment) {
  if (resource.of == ResourceOf::order) {
    if (experiment.stream || !experiment.streams.empty()) return {};
    std::vector<TurnKind> orders;
    for (const TurnKind order : {TurnKind::rank, TurnKind::level, TurnKind::file}) {
      if (order != turn_of(experiment.workload.order)) orders.push_back(order);
    }
    return orders;
  }
  if (resource.with_data() && !has_data(experiment)) return {};
  if (resource.of == ResourceOf::loader && !loads_tasks(experiment)) return {};
  if (keys_of(resource, experiment.architecture, NumberKeys(experiment.architecture)).empty()) return {};
  if (resource.ideal == IdealTurn::none) return {TurnKind::doubled};
  return {TurnKind::doubled, TurnKind::ideal};
}

Turn make_turn(const Resource& resource, TurnKind kind, const Experiment& experiment) {
  if (resource.of == ResourceOf::order) return order_turn(kind, experiment);
  Turn turn;
  const NumberKeys keys(experiment.architecture);
  std::vector<std::string> sets;
  std::vector<std::uint64_t> values;
  for (const NumberKey& key : keys_of(resource, experiment.architecture, keys)) {
    const std::uint64_t value = turned_value(resource, kind, key, experiment);
    values.push_back(value);
    if (key.value == value) continue;
    turn.changes.push_back({key.path, key.text(key.value), key.text(value)});
    sets.push_back(key.path + '=' + turn.changes.back().to);
  }
  if (sets.empty()) {
    turn.as_it_is = resource.better == Better::more ? "it is as large as it can be" : "it is as short as it can be";
    return turn;
  }
  if (resource.ideal == IdealTurn::jobs && experiment.replay) {
    turn.impossible = "the plan that is replayed says which processors run what (plan for the larger machine instead)";
  }
  turn.ways = ways_of(resource, sets, values, keys, experiment.architecture);
  return turn;
}

}  // namespace gantry
