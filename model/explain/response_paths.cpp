// SPDX-License-Identifier: Apache-2.0
#include "gantry/explain/response_paths.h"

#include <algorithm>
#include <map>
#include <utility>

#include "gantry/explain/critical_path.h"
#include "gantry/explain/relief.h"

namespace gantry {
inline namespace explain {

namespace {

/// Stream and number of an instance. A stream whose instances are single tasks numbers these.
using InstanceKey = std::pair<std::size_t, std::uint64_t>;

InstanceKey key_of(const TaskRecord& task, const std::vector<JudgedStream>& streams) {
  const std::size_t stream = std::min<std::size_t>(task.stream, streams.size() - 1);
  return {stream, streams[stream].tasks == 1 ? task.number : task.instance};
}

struct Instance {
  std::uint32_t known = 0;  ///< tasks
  std::uint32_t last = 0;   ///< the task that completed last
  Cycle arrival = 0;
  Cycle completed = 0;

  [[nodiscard]] Cycle response() const { return completed - arrival; }
};

}  // namespace

std::optional<ResponsePaths> response_paths(const CauseGraph& graph, const std::vector<JudgedStream>& streams) {
  std::map<InstanceKey, Instance> instances;
  graph.for_each_task([&](std::uint32_t place) {
    const TaskRecord& task = graph.task({Station::submitted, place});
    if (task.arrival - task.offset < graph.known_from()) return;
    Instance& instance = instances[key_of(task, streams)];
    instance.arrival = task.arrival - task.offset;
    ++instance.known;
    if (instance.known > 1 && task.completed < instance.completed) return;
    instance.last = place;
    instance.completed = task.completed;
  });
  std::vector<std::pair<InstanceKey, Instance>> judged;
  const auto is_late = [&](const InstanceKey& key, const Instance& instance) {
    const std::optional<Cycle>& deadline = streams[key.first].deadline;
    return deadline && instance.response() > *deadline;
  };
  ResponsePaths paths;
  for (const auto& [key, instance] : instances) {
    if (instance.known < streams[key.first].tasks) continue;
    const bool late = is_late(key, instance);
    if (late && !paths.late) judged.clear();
    paths.late = paths.late || late;
    if (late || !paths.late) judged.emplace_back(key, instance);
  }
  if (judged.empty()) return std::nullopt;

  paths.instances = judged.size();
  paths.behind.resize(streams.size());
  std::vector<Event> ends;
  for (const auto& [key, instance] : judged) {
    ends.push_back({Station::completed, instance.last});
    const CriticalPath path = path_to(graph, ends.back(), instance.arrival);
    paths.cycles += instance.response();
    for (std::size_t c = 0; c < kCauses; ++c) {
      paths.causes[c] += path.causes[c];
      paths.held[c] += path.held[c];
    }
    for (const PathStep& step : path.steps) {
      if (graph.task_of(step.event) == kNone) continue;
      const InstanceKey of = key_of(graph.task(step.event), streams);
      if (of != key) paths.behind[of.first] += step.to - step.from;
    }
  }
  const std::vector<Relieved> relieved_ends = relieved(graph, ends);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const auto& [key, instance] = judged[i];
    for (std::size_t r = 0; r < kReliefs; ++r) {
      const Cycle response = relieved_ends[i][r] - std::min(relieved_ends[i][r], instance.arrival);
      paths.without[r] += response;
      if (paths.late && response <= *streams[key.first].deadline) ++paths.in_time[r];
    }
  }
  return paths;
}

}  // namespace explain
}  // namespace gantry
