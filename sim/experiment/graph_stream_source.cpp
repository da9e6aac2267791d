// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_stream_source.h"

#include <algorithm>

#include "experiment/graph_source.h"
#include "gantry/base/random.h"

namespace gantry {
namespace {

/// First number of random streams of arrivals. Results of a seed depend on it.
constexpr std::uint64_t kFirstArrivals = 1024;

}  // namespace

GraphStreamSource::GraphStreamSource(const std::vector<GraphStream>& streams, const Architecture& architecture,
                                     std::uint64_t seed)
    : seed_(seed) {
  for (const GraphStream& from : streams) {
    const auto number = static_cast<std::uint32_t>(streams_.size());
    Stream& stream = streams_.emplace_back(from);
    stream.first_object = static_cast<std::uint32_t>(objects_.size());
    GraphSource graph(from.workload, architecture, nullptr, {GraphInstance::Which::all});
    for (Task task; graph.next(task);) {
      task.stream = number;
      task.place = static_cast<std::uint32_t>(stream.tasks.size());
      if (from.weight) task.weight = *from.weight;
      stream.index.push_back(graph.index_of(stream.tasks.size()));
      for (DataRead& read : task.reads) read.object += stream.first_object;
      for (std::uint32_t& object : task.writes) object += stream.first_object;
      stream.tasks.push_back(task);
    }
    if (graph.objects() != nullptr) objects_.insert(objects_.end(), graph.objects()->begin(), graph.objects()->end());
    stream.successors.resize(stream.tasks.size());
    for (const Task& task : stream.tasks) {
      for (const std::uint64_t place : task.after) ++stream.successors[place];
    }
    stream.arrivals = from.arrivals->start(RandomBits(seed, kFirstArrivals + number));
    stream.arrival = stream.arrivals->next();
    stream.count = from.count;
    stream.deadline = from.deadline_cycles;
    total_ += from.count * stream.tasks.size();
  }
}

GraphStreamSource::Stream* GraphStreamSource::earliest() {
  Stream* first = nullptr;
  for (Stream& stream : streams_) {
    if (stream.instance == stream.count) continue;
    if (first == nullptr || stream.arrival < first->arrival) first = &stream;
  }
  return first;
}

bool GraphStreamSource::next(Task& task) {
  if (current_ != nullptr && at_ == current_->tasks.size()) {
    if (++current_->instance < current_->count) current_->arrival = current_->arrivals->next();
    current_ = nullptr;
  }
  if (current_ == nullptr) {
    current_ = earliest();
    if (current_ == nullptr) return false;
    at_ = 0;
    base_ = made_;
    if (current_->values.any()) {
      const auto number = static_cast<std::uint32_t>(current_ - streams_.data());
      current_->values.draw(seed_, number, current_->instance, current_->arrivals->sizes());
    }
  }
  task = current_->tasks[at_];  // its lists keep their capacity
  current_->values.apply(current_->index[at_++], task);
  for (std::uint64_t& number : task.after) number += base_;
  for (DataRead& read : task.reads) read.writer += read.writer == kNever ? 0 : base_;
  task.submit = current_->arrival;
  task.instance = current_->instance;
  if (current_->deadline) {
    task.deadline = current_->arrival + *current_->deadline;
  } else if (task.deadline != kNever) {
    task.deadline += current_->arrival;  // its own
  }
  ++made_;
  return true;
}

std::string GraphStreamSource::object_name(std::uint32_t object) const {
  const auto after = [](std::uint32_t wanted, const Stream& stream) { return wanted < stream.first_object; };
  const Stream& of = *(std::upper_bound(streams_.begin(), streams_.end(), object, after) - 1);
  return of.from.name + '/' + of.from.workload.data[object - of.first_object].id;
}

TaskLinks GraphStreamSource::links(std::uint64_t number, std::uint32_t stream, std::uint32_t place) const {
  const Stream& of = streams_[stream];
  TaskLinks links{of.tasks[place].after, of.successors[place]};
  for (std::uint64_t& predecessor : links.after) predecessor += number - place;
  return links;
}

}  // namespace gantry
