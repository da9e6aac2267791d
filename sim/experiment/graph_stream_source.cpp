// SPDX-License-Identifier: Apache-2.0
#include "experiment/graph_stream_source.h"

namespace gantry {

GraphStreamSource::GraphStreamSource(const std::vector<GraphStream>& streams, const Architecture& architecture,
                                     std::uint64_t seed)
    : seed_(seed) {
  streams_.reserve(streams.size());
  for (const GraphStream& from : streams) {
    const auto number = static_cast<std::uint32_t>(streams_.size());
    Stream& stream = streams_.emplace_back(
        Stream{StreamGraph(from, number, architecture, objects_), start_arrivals(from, number, seed)});
    stream.arrival = stream.arrivals->next();
    stream.count = from.count;
    total_ += from.count * stream.graph.size();
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
  if (current_ != nullptr && at_ == current_->graph.size()) {
    if (++current_->instance < current_->count) current_->arrival = current_->arrivals->next();
    current_ = nullptr;
  }
  if (current_ == nullptr) {
    current_ = earliest();
    if (current_ == nullptr) return false;
    at_ = 0;
    instance_ = {made_, current_->instance, current_->arrival};
    current_->graph.draw(seed_, current_->instance, current_->arrivals->sizes());
  }
  current_->graph.fill(at_++, instance_, task);
  ++made_;
  return true;
}

std::string GraphStreamSource::object_name(std::uint32_t object) const {
  for (const Stream& stream : streams_) {
    if (auto name = stream.graph.object_name(object)) return *name;
  }
  return TaskSource::object_name(object);
}

}  // namespace gantry
