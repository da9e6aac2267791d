// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_stream_source.h"

#include <algorithm>
#include <tuple>

namespace gantry {

GraphStreamSource::GraphStreamSource(const std::vector<GraphStream>& streams, const Architecture& architecture,
                                     std::uint64_t seed)
    : seed_(seed) {
  streams_.reserve(streams.size());
  for (const GraphStream& from : streams) {
    const auto number = static_cast<std::uint32_t>(streams_.size());
    Stream& stream = streams_.emplace_back(
        Stream{StreamGraph(from, number, architecture, objects_), start_arrivals(from, number, seed)});
    stream.count = from.count;
    take_arrival(stream);
    total_ += from.count * stream.graph.size();
  }
}

void GraphStreamSource::take_arrival(Stream& stream) {
  stream.arrival = stream.arrivals->next();
  StreamGraph& graph = stream.graph;
  if (graph.first_varies()) graph.draw(seed_, stream.instance, stream.arrivals->sizes());
  // The instances of a stream begin in order of arrival.
  stream.due = std::max(stream.due, stream.arrival + graph.offset(0));
}

GraphStreamSource::Stream* GraphStreamSource::earliest() {
  Stream* first = nullptr;
  for (Stream& stream : streams_) {
    if (stream.instance == stream.count) continue;
    if (first == nullptr || std::tie(stream.due, stream.arrival) < std::tie(first->due, first->arrival))
      first = &stream;
  }
  return first;
}

bool GraphStreamSource::choose() {
  if (begun_ != nullptr && begun_->instance < begun_->count) take_arrival(*begun_);
  begun_ = nullptr;
  Stream* first = earliest();
  if (!waiting_.empty() &&
      (first == nullptr ||
       waiting_.precedes(first->due, first->arrival, static_cast<std::uint32_t>(first - streams_.data())))) {
    current_ = &streams_[waiting_.take(instance_)];
    current_->graph.restore(instance_);
    return true;
  }
  current_ = first;
  if (current_ == nullptr) return false;
  instance_.first = made_;
  instance_.number = current_->instance;
  instance_.arrival = current_->arrival;
  instance_.at = 0;
  instance_.due = current_->due;
  instance_.waited = false;
  current_->graph.draw(seed_, current_->instance, current_->arrivals->sizes());
  ++current_->instance;
  begun_ = current_;
  return true;
}

bool GraphStreamSource::next(Task& task) {
  if (current_ == nullptr && !choose()) return false;
  current_->graph.fill(instance_, task);
  task.behind = made_ - waiting_.oldest(instance_);
  if (!current_->graph.submitted(instance_, made_++)) {
    if (instance_.at == current_->graph.size()) {
      waiting_.finished(instance_);
    } else {
      current_->graph.save(instance_);
      waiting_.wait(static_cast<std::uint32_t>(current_ - streams_.data()), instance_);
    }
    current_ = nullptr;
  }
  return true;
}

std::string GraphStreamSource::object_name(std::uint32_t object) const {
  for (const Stream& stream : streams_) {
    if (auto name = stream.graph.object_name(object)) return *name;
  }
  return TaskSource::object_name(object);
}

}  // namespace gantry
