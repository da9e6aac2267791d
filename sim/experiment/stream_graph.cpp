// SPDX-License-Identifier: Apache-2.0
#include "experiment/stream_graph.h"

#include "experiment/graph_source.h"

namespace gantry {

StreamGraph::StreamGraph(const GraphStream& stream, std::uint32_t number, const Architecture& architecture,
                         std::vector<ObjectShape>& objects)
    : from_(stream),
      number_(number),
      first_object_(static_cast<std::uint32_t>(objects.size())),
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
    tasks_.push_back(task);
  }
  if (graph.objects() != nullptr) objects.insert(objects.end(), graph.objects()->begin(), graph.objects()->end());
  successors_.resize(tasks_.size());
  for (const Task& task : tasks_) {
    for (const std::uint64_t place : task.after) ++successors_[place];
  }
}

void StreamGraph::fill(std::size_t place, const Instance& instance, Task& task) const {
  task = tasks_[place];
  values_.apply(index_[place], task);
  for (std::uint64_t& number : task.after) number += instance.first;
  for (DataRead& read : task.reads) read.writer += read.writer == kNever ? 0 : instance.first;
  task.submit = instance.arrival;
  task.instance = instance.number;
  if (deadline_) {
    task.deadline = instance.arrival + *deadline_;
  } else if (task.deadline != kNever) {
    task.deadline += instance.arrival;  // its own
  }
}

std::optional<std::string> StreamGraph::object_name(std::uint32_t object) const {
  const auto& data = from_.workload.data;
  if (object < first_object_ || object - first_object_ >= data.size()) return std::nullopt;
  return from_.name + '/' + data[object - first_object_].id;
}

TaskLinks StreamGraph::links(std::uint64_t number, std::uint32_t place) const {
  TaskLinks links{tasks_[place].after, successors_[place]};
  for (std::uint64_t& predecessor : links.after) predecessor += number - place;
  return links;
}

}  // namespace gantry
