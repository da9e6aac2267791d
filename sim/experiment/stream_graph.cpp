// SPDX-License-Identifier: Apache-2.0
#include "experiment/stream_graph.h"

#include <algorithm>

#include "experiment/graph_source.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry {

StreamGraph::StreamGraph(const GraphStream& stream, std::uint32_t number, const Architecture& architecture,
                         std::vector<ObjectShape>& objects)
    : from_(stream),
      number_(number),
      first_object_(static_cast<std::uint32_t>(objects.size())),
      window_(architecture.monitor->completion_window),
      values_(stream.workload),
      deadline_(stream.deadline_cycles) {
  GraphSource graph(stream.workload, architecture, nullptr, {GraphInstance::Which::all});
  for (Task task; graph.next(task);) {
    task.stream = number;
    task.place = static_cast<std::uint32_t>(tasks_.size());
    if (stream.weight) task.weight = *stream.weight;
    for (DataRead& read : task.reads) read.object += first_object_;
    for (std::uint32_t& object : task.writes) object += first_object_;
    index_.push_back(graph.index_of(tasks_.size()));
    spreads_ = spreads_ || task.submit != offset(0) || values_.varies_submit(index_.back());
    tasks_.push_back(task);
  }
  if (graph.objects() != nullptr) objects.insert(objects.end(), graph.objects()->begin(), graph.objects()->end());
  successors_.resize(tasks_.size());
  for (const Task& task : tasks_) {
    for (const std::uint64_t place : task.after) ++successors_[place];
  }
}

void StreamGraph::fill(const Instance& instance, Task& task) const {
  const Task& from = tasks_[instance.at];
  task = from;
  values_.apply(index_[instance.at], task);
  if (!spreads_) {
    for (std::uint64_t& number : task.after) number += instance.first;
    for (DataRead& read : task.reads) read.writer += read.writer == kNever ? 0 : instance.first;
  } else if (!task.after.empty()) {
    const Numbers& numbers = numbers_.at(instance.first);
    for (std::uint64_t& number : task.after) number = numbers[number];
    for (DataRead& read : task.reads) read.writer = read.writer == kNever ? kNever : numbers[read.writer];
  }
  task.submit = instance.due;
  task.offset = instance.due - instance.arrival;
  task.instance = instance.number;
  if (deadline_) {
    task.deadline = instance.arrival + *deadline_;
  } else if (from.deadline != kNever) {
    task.deadline = instance.due + (from.deadline - from.submit);  // its own
  }
}

bool StreamGraph::submitted(Instance& instance, std::uint64_t number) {
  if (spreads_) {
    // All tasks so far back are done. The host takes a task from the source before it submits it.
    while (!numbers_.empty() && numbers_.begin()->second.size() == size() &&
           numbers_.begin()->second.back() + window_ + 1 < number)
      numbers_.erase(numbers_.begin());
    numbers_[instance.first].push_back(number);
  }
  if (++instance.at == size()) return false;
  const Cycle due = std::max(instance.due, instance.arrival + offset(instance.at));
  const bool same = due == instance.due;
  instance.due = due;
  return same;
}

std::optional<std::string> StreamGraph::object_name(std::uint32_t object) const {
  const auto& data = from_.workload.data;
  if (object < first_object_ || object - first_object_ >= data.size()) return std::nullopt;
  return from_.name + '/' + data[object - first_object_].id;
}

TaskLinks StreamGraph::links(std::uint64_t number, std::uint32_t place) const {
  TaskLinks links{tasks_[place].after, successors_[place]};
  if (!spreads_) {
    for (std::uint64_t& predecessor : links.after) predecessor += number - place;
    return links;
  }
  for (const auto& [first, numbers] : numbers_) {
    if (place >= numbers.size() || numbers[place] != number) continue;
    for (std::uint64_t& predecessor : links.after) predecessor = numbers[predecessor];
    return links;
  }
  return {};
}

}  // namespace gantry
