// SPDX-License-Identifier: Apache-2.0
#include "experiment/workload_part.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/submission_order.h"

namespace gantry {
namespace {

constexpr std::uint32_t kLeftOut = ~std::uint32_t{0};

void keep_tasks(Workload& workload, const Architecture& architecture, std::size_t wanted) {
  // An order by submit cycles may put a task before its predecessor, which may be left out.
  std::vector<bool> kept(workload.tasks.size(), false);
  std::size_t count = 0;
  for (const std::uint32_t task : submission_order(workload, architecture)) {
    if (count == wanted) break;
    const std::vector<WorkloadEdge>& after = workload.tasks[task].after;
    if (!std::all_of(after.begin(), after.end(), [&](const WorkloadEdge& edge) { return kept[edge.task]; })) continue;
    kept[task] = true;
    ++count;
  }
  std::vector<std::uint32_t> place(workload.tasks.size(), kLeftOut);
  std::vector<WorkloadTask> tasks;
  tasks.reserve(count);
  for (std::size_t task = 0; task < kept.size(); ++task) {
    if (!kept[task]) continue;
    place[task] = static_cast<std::uint32_t>(tasks.size());
    tasks.push_back(std::move(workload.tasks[task]));
  }
  for (WorkloadTask& task : tasks) {
    for (WorkloadEdge& edge : task.after) edge.task = place[edge.task];
  }
  workload.tasks = std::move(tasks);
  for (WorkloadBranch& branch : workload.branches) {
    for (WorkloadBranch::Alternative& alternative : branch.alternatives) {
      std::vector<std::uint32_t> left;
      for (const std::uint32_t task : alternative.tasks) {
        if (place[task] != kLeftOut) left.push_back(place[task]);
      }
      alternative.tasks = std::move(left);
    }
  }
}

}  // namespace

std::uint64_t part_of(std::uint64_t count, std::uint64_t millionths) {
  // In two steps, since a product may not fit.
  const std::uint64_t whole = count / kWholeWorkload;
  const std::uint64_t rest = count % kWholeWorkload;
  return whole * millionths + (rest * millionths + kWholeWorkload - 1) / kWholeWorkload;
}

void keep_part(Experiment& experiment, std::uint64_t millionths) {
  if (experiment.stream) experiment.stream->tasks = part_of(experiment.stream->tasks, millionths);
  for (GraphStream& stream : experiment.streams) stream.count = part_of(stream.count, millionths);
  Workload& graph = experiment.workload;
  if (!graph.tasks.empty()) keep_tasks(graph, experiment.architecture, part_of(graph.tasks.size(), millionths));
}

}  // namespace gantry
