// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace gantry {
namespace {

constexpr std::uint32_t kNodes = 1;
constexpr std::uint32_t kQueues = 2;
constexpr Cycle kStretch = 4096;

}  // namespace

ServingTrace::ServingTrace(const OutputPlace& place, const ServingExperiment& experiment)
    : config_(experiment.config), events_(place, experiment.name, experiment.config.clock_mhz) {
  if (!events_.on()) return;
  events_.name_process(kNodes, "inference nodes");
  std::uint32_t track = 1;
  for (const InferenceNodeConfig& node : config_.nodes) {
    first_track_.push_back(track);
    for (const std::string& engine : node.engines) {
      events_.name_thread({kNodes, track}, node.engines.size() == 1 ? node.name : node.name + ": " + engine, track);
      ++track;
    }
  }
  events_.name_process(kQueues, "levels");
}

/// Within a cycle the units run in any order; a stretch is written when all of it is over.
void ServingTrace::reach(Cycle now) {
  if (now < next_flush_) return;
  flush(now / kStretch * kStretch);
  next_flush_ = (now / kStretch + 1) * kStretch;
}

void ServingTrace::batch_done(const BatchRecord& batch) {
  if (!events_.on()) return;
  reach(batch.finished());
  held_.push_back(batch);
}

std::uint32_t ServingTrace::add(const Gauge& gauge) {
  counters_.push_back(
      json_string(gauge.block() == "nodes" ? "pending at " + gauge.name() : gauge.block() + ' ' + gauge.name()));
  return changes_.add(gauge.value());
}

void ServingTrace::changed(std::uint32_t id, Cycle now, std::uint64_t value) {
  if (!events_.on()) return;
  reach(now);
  changes_.hold(id, now, value);
}

void ServingTrace::flush(Cycle end) {
  std::size_t done = 0;  // batches are held in order of their ends
  for (; done < held_.size() && held_[done].finished() < end; ++done) {
    const BatchRecord& batch = held_[done];
    const std::string name = json_string(fmt::format("batch {}", batch.number));
    const std::string args = fmt::format("\"requests\":{},\"priority\":{},\"selected\":{}", batch.requests,
                                         batch.priority_requests, batch.selected);
    Cycle from = batch.started;
    for (std::uint32_t e = 0; e < batch.engine_ends.size(); ++e) {
      events_.slice({kNodes, first_track_[batch.node] + e}, "batch", name, from, batch.engine_ends[e], args);
      from = batch.engine_ends[e];
    }
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(done));
  changes_.drain(end, [this](Cycle cycle, std::uint32_t counter, std::uint64_t value) {
    events_.counter(kQueues, counters_[counter], cycle, value);
  });
}

void ServingTrace::finish(Diagnostics& problems) {
  if (events_.on()) flush(kNever);
  events_.finish(problems);
}

}  // namespace gantry
