// SPDX-License-Identifier: Apache-2.0
#include "experiment/request_source.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "experiment/stream_chains.h"

namespace gantry {
namespace {

/// Steps of a request draw from seeds this far apart, so that the draws do not depend on the order of steps.
constexpr std::uint64_t kSeedOfStep = 0x9E3779B97F4A7C15;

}  // namespace

RequestSource::RequestSource(const std::vector<GraphStream>& streams, const Architecture& architecture,
                             std::uint64_t seed, RequestSink* sink)
    : seed_(seed), sink_(sink) {
  streams_.reserve(streams.size());
  for (std::uint32_t s = 0; s < streams.size(); ++s) {
    Stream& stream = streams_.emplace_back(streams[s], s, architecture, objects_);
    stream.first = first_of_chain(streams, s);
    stream.follower = follower_of(streams, s);
    stream.reports = is_in_chain(streams, s);
    stream.sizes.names = names_in_formulas(streams, s);
    if (merges(stream)) merging_.push_back(s);
    total_ += instances_of(streams, s) * stream.graph.size();
    if (streams[s].arrivals == nullptr) continue;
    stream.arrivals = start_arrivals(streams[s], s, seed);
    stream.arrival = stream.arrivals->next();
    if (merges(stream)) form_step(stream, stream.arrival);
  }
}

/// Goes on to the next request of the arrivals.
void RequestSource::take_arrival(Stream& stream) {
  stream.arrival = ++stream.arrived < stream.from->count ? stream.arrivals->next() : kNever;
}

/// Makes the request whose arrival is next.
RequestSource::RequestRef RequestSource::make_request(Stream& stream) {
  if (free_.empty()) {
    free_.push_back(static_cast<RequestRef>(requests_.size()));
    requests_.emplace_back();
  }
  const RequestRef ref = free_.back();
  free_.pop_back();
  Request& request = requests_[ref];
  request.record = RequestRecord();
  request.record.stream = stream.number;
  request.record.number = stream.arrived;
  request.record.arrival = stream.arrival;
  request.sizes = stream.arrivals->sizes().values;
  request.step = 0;
  request.steps = stream.from->repeat ? stream.from->repeat->steps(stream.arrivals->sizes()) : 1;
  request.live = true;
  request.begun = false;
  take_arrival(stream);
  return ref;
}

/// A new request comes before a step of the same stream and cycle.
RequestSource::Choice RequestSource::earliest_of(Stream& stream) {
  Choice first;
  const auto offer = [&](bool arrives, Cycle arrival) {
    if (stream.graph.first_varies()) draw(stream, arrives);
    // The instances of a stream begin in order of arrival.
    const Cycle due = std::max(stream.due, arrival + stream.graph.offset(0));
    if (std::tie(due, arrival) < std::tie(first.due, first.arrival)) first = {&stream, arrives, arrival, due};
  };
  if (!merges(stream) && stream.arrival != kNever) offer(true, stream.arrival);
  if (!stream.ready.empty()) offer(false, stream.ready.front().arrival);
  return first;
}

RequestSource::Choice RequestSource::earliest() {
  Choice first;
  for (Stream& stream : streams_) {
    const Choice other = earliest_of(stream);
    if (other.stream == nullptr) continue;
    if (std::tie(other.due, other.arrival) < std::tie(first.due, first.arrival)) first = other;
  }
  return first;
}

bool RequestSource::next(Task& task) {
  if (offered_) {  // and submitted since
    StreamGraph& graph = current_.stream->graph;
    if (instance_.at == 0) begin();
    count_task();
    offered_ = false;
    if (!graph.submitted(instance_, made_++)) {
      if (instance_.at == graph.size()) {
        waiting_.finished(instance_);
      } else {
        graph.save(instance_);
        waiting_.wait(current_.stream->number, instance_);
      }
      current_ = {};
    }
  }
  return offer(task);
}

bool RequestSource::offer(Task& task) {
  if (current_.stream == nullptr) {
    const Choice first = earliest();
    if (!waiting_.empty() &&
        (first.stream == nullptr || waiting_.precedes(first.due, first.arrival, first.stream->number))) {
      current_.stream = &streams_[waiting_.take(instance_)];
      current_.stream->graph.restore(instance_);
    } else if (first.stream == nullptr) {
      return false;
    } else {
      current_ = first;
      instance_.first = made_;
      instance_.number = draw(*first.stream, first.arrives);
      instance_.arrival = first.arrival;
      instance_.at = 0;
      instance_.due = first.due;
      instance_.waited = false;
    }
  }
  current_.stream->graph.fill(instance_, task);
  task.behind = made_ - waiting_.oldest(instance_);
  offered_ = true;
  return true;
}

std::uint64_t RequestSource::draw(Stream& stream, bool arrives) {
  const bool repeats = stream.from->repeat.has_value();
  const RequestRef ref = arrives ? kNone : stream.ready.front().request;
  std::vector<std::uint64_t>& values = stream.sizes.values;
  std::uint64_t request = stream.arrived;
  std::uint64_t step = 0;
  if (arrives) {
    values = stream.arrivals->sizes().values;
    if (repeats) values.push_back(0);
  } else if (ref != kNone) {
    values = requests_[ref].sizes;
    request = requests_[ref].record.number;
    step = requests_[ref].step;
    if (repeats) values.push_back(step);
  } else {  // sums over the members
    values.assign(stream.sizes.names.size(), 0);
    for (const RequestRef member : stream.members) {
      const std::vector<std::uint64_t>& sizes = requests_[member].sizes;
      for (std::size_t i = 0; i < sizes.size(); ++i) values[i] += sizes[i];
      values[sizes.size()] += requests_[member].step;
    }
    values.back() = stream.members.size();
    request = stream.instances;
  }
  stream.graph.draw(seed_ + step * kSeedOfStep, request, stream.sizes);
  return repeats ? stream.instances : request;
}

/// The host has submitted the first task of the instance that was offered.
void RequestSource::begin() {
  Stream& stream = *current_.stream;
  const RequestRef ref = current_.arrives ? make_request(stream) : stream.ready.pop().request;
  if (free_begun_.empty()) {
    free_begun_.push_back(static_cast<std::uint32_t>(begun_.size()));
    begun_.emplace_back();
  }
  instance_.begun = free_begun_.back();
  free_begun_.pop_back();
  begun_[instance_.begun] = {&stream, ref, stream.graph.size()};
  stream.due = instance_.due;
  ++stream.instances;
  const auto serve = [&](RequestRef served) {
    RequestRecord& record = requests_[served].record;
    requests_[served].begun = true;
    if (stream.follower != kNone) return;
    if (record.first_instance == kNever) record.first_instance = instance_.number;
    record.last_instance = instance_.number;
  };
  if (ref != kNone) return serve(ref);
  for (const RequestRef member : stream.members) serve(member);
  total_ -= (stream.members.size() - 1) * stream.graph.size();
}

/// The offered task was submitted.
void RequestSource::count_task() {
  if (runs_.empty() || runs_.back().begun != instance_.begun) runs_.push_back({made_, instance_.begun, 0});
  ++runs_.back().left;
}

bool RequestSource::completed(std::uint64_t number, Cycle now, Task& task) {
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), number,
                                      [](std::uint64_t at, const Run& run) { return at < run.first; });
  Run& run = *std::prev(after);
  const std::uint32_t ref = run.begun;
  --run.left;
  while (!runs_.empty() && runs_.front().left == 0) runs_.pop_front();
  if (--begun_[ref].left > 0) return false;
  const Begun over = begun_[ref];
  free_begun_.push_back(ref);
  instance_over(over, now);
  if (offered_) {
    if (instance_.at > 0) {
      if (instance_.due <= now) return false;
      // It has begun and waits for a later `submit`: another instance may come first.
      current_.stream->graph.save(instance_);
      waiting_.wait(current_.stream->number, instance_);
    } else if (!current_.stream->graph.first_varies() && current_ == earliest()) {
      return false;
    }
  }
  // The offered task has not arrived yet, and another instance comes first; or no task was left.
  current_ = {};
  offered_ = false;
  return offer(task);
}

void RequestSource::instance_over(const Begun& instance, Cycle now) {
  Stream& stream = *instance.stream;
  if (instance.request != kNone) {
    if (step_over(stream, instance.request, now)) stream.ready.push({now, instance.request});
  } else {
    std::vector<RequestRef> members;
    members.swap(stream.members);
    stream.stepping = false;
    for (const RequestRef member : members) {
      if (step_over(stream, member, now)) stream.members.push_back(member);
    }
  }
  for (const std::uint32_t merging : merging_) form_step(streams_[merging], now);
}

bool RequestSource::step_over(Stream& stream, RequestRef ref, Cycle now) {
  Request& request = requests_[ref];
  RequestRecord& record = request.record;
  if (const std::uint32_t tokens = stream.from->tokens(); tokens > 0) {
    if (record.tokens == 0) {
      record.first_token = now;
      record.first_tokens = tokens;
    }
    record.last_token = now;
    record.tokens += tokens;
  }
  if (++request.step < request.steps) return true;
  leave(stream, ref, now);
  return false;
}

void RequestSource::leave(Stream& stream, RequestRef ref, Cycle now) {
  if (stream.follower != kNone) return enter(streams_[stream.follower], ref, now);
  Request& request = requests_[ref];
  request.record.done = now;
  request.live = false;
  free_.push_back(ref);
  if (sink_ != nullptr && stream.reports) sink_->request_done(request.record);
}

void RequestSource::enter(Stream& stream, RequestRef ref, Cycle now) {
  Request& request = requests_[ref];
  request.step = 0;
  request.steps = 1;
  if (stream.from->repeat)
    request.steps = stream.from->repeat->steps({streams_[stream.first].sizes.names, request.sizes});
  if (request.steps == 0) return leave(stream, ref, now);
  if (merges(stream)) {
    stream.waiting.push(ref);
  } else {
    stream.ready.push({now, ref});
  }
}

/// A step of a stream with arrivals that has no request waits for the next one, and takes all that arrive with it.
void RequestSource::form_step(Stream& stream, Cycle now) {
  if (stream.stepping) return;
  Cycle at = now;
  if (stream.members.empty() && stream.waiting.empty() && stream.arrival != kNever) at = std::max(now, stream.arrival);
  while (stream.arrival <= at && stream.arrival != kNever) stream.waiting.push(make_request(stream));
  while (stream.members.size() < *stream.from->merge_up_to && !stream.waiting.empty())
    stream.members.push_back(stream.waiting.pop());
  if (stream.members.empty()) return;
  stream.stepping = true;
  stream.ready.push({at, kNone});
}

void RequestSource::report_unfinished() {
  std::vector<const Request*> left;
  for (const Request& request : requests_) {
    if (request.live && request.begun && streams_[request.record.stream].reports) left.push_back(&request);
  }
  std::sort(left.begin(), left.end(), [](const Request* a, const Request* b) {
    return std::pair(a->record.stream, a->record.number) < std::pair(b->record.stream, b->record.number);
  });
  for (const Request* request : left) {
    if (sink_ != nullptr) sink_->request_done(request->record);
  }
}

std::string RequestSource::object_name(std::uint32_t object) const {
  for (const Stream& stream : streams_) {
    if (auto name = stream.graph.object_name(object)) return *name;
  }
  return TaskSource::object_name(object);
}

}  // namespace gantry
