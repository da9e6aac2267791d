// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_source.h"

#include <algorithm>

#include "experiment/submission_order.h"
#include "gantry/platform/store_list.h"
#include "gantry/workload/data_use.h"
#include "plan/store_need.h"

namespace gantry {

GraphSource::GraphSource(const Workload& workload, const Architecture& architecture, const Replay* replay,
                         GraphInstance instance)
    : workload_(workload),
      replay_(replay),
      defaults_(architecture),
      values_(workload),
      objects_(object_shapes(workload)),
      writers_(object_writers(workload)),
      order_(replay == nullptr ? submission_order(workload, architecture) : replay->order),
      number_(workload.tasks.size()),
      successors_(workload.tasks.size()) {
  if (instance.which == GraphInstance::Which::drawn && values_.any()) values_.draw(instance.seed, 0, 0, {});
  if (instance.which == GraphInstance::Which::all) values_.take_all();
  if (replay != nullptr && !objects_.empty()) {
    const std::vector<bool> kept = kept_objects(workload, replay->processors, list_stores(architecture));
    for (std::size_t object = 0; object < kept.size(); ++object) objects_[object].stays = kept[object];
  }
  for (std::uint32_t n = 0; n < order_.size(); ++n) number_[order_[n]] = n;
  std::vector<std::uint64_t> after;
  for (std::uint32_t index = 0; index < workload.tasks.size(); ++index) {
    number_predecessors(index, after);
    for (const std::uint64_t number : after) ++successors_[number];
  }
}

bool GraphSource::next(Task& task) {
  if (at_ == order_.size()) return false;
  resolve(order_[at_++], task);
  if (values_.any() && replay_ == nullptr) {
    // The order is that of the typical cycles: a task that is drawn earlier than the one before it waits for that one.
    const Cycle later = std::max(submit_, task.submit) - task.submit;
    task.submit = submit_ = task.submit + later;
    if (task.deadline != kNever) task.deadline += later;
  }
  return true;
}

template <class Tasks, class TaskOf>
void GraphSource::number_all(const Tasks& tasks, TaskOf task_of, std::vector<std::uint64_t>& numbers) const {
  numbers.clear();
  for (const auto& item : tasks) numbers.push_back(number_[task_of(item)]);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void GraphSource::number_predecessors(std::uint32_t index, std::vector<std::uint64_t>& numbers) const {
  number_all(
      workload_.tasks[index].after, [](const WorkloadEdge& edge) { return edge.task; }, numbers);
}

TaskLinks GraphSource::links(std::uint64_t number, std::uint32_t /*stream*/, std::uint32_t /*place*/) const {
  TaskLinks links;
  number_predecessors(order_[number], links.after);
  links.successors = successors_[number];
  return links;
}

void GraphSource::number_objects(const WorkloadTask& from, Task& task) const {
  task.reads.clear();
  task.writes.clear();
  for (const WorkloadRead& read : from.reads) {
    const std::uint32_t writer = writers_[read.object];
    task.reads.push_back({read.object, writer == kNone ? kNever : number_[writer], read.whole});
  }
  for (const WorkloadWrite& write : from.writes) task.writes.push_back(write.object);
}

void GraphSource::resolve(std::uint32_t index, Task& task) const {
  const WorkloadTask& from = workload_.tasks[index];
  task.cls = from.cls;
  task.weight = from.weight;
  task.jobs = from.cls == TaskClass::event ? 0 : from.jobs;
  task.submit = values_.submit(index);
  task.stream = from.stream;
  task.deadline = from.deadline ? task.submit + *from.deadline : kNever;
  task.target = from.target;
  task.load = from.load ? *from.load : TaskLoad();
  defaults_.settle(task, from);
  number_objects(from, task);
  values_.apply(index, task);
  number_predecessors(index, task.after);
  if (replay_ == nullptr) return;
  task.processors = replay_->processors[index];
  number_all(
      replay_->registered_before[index], [](std::uint32_t t) { return t; }, task.registered_before);
}

}  // namespace gantry
