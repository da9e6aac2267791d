// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_statistics.h"

#include <algorithm>

namespace gantry {

void LatencyMeter::add(Cycle latency, Cycle completed) {
  latencies_.push_back(latency);
  sorted_ = false;
  steady_.add(latency);
  interdeparture_.add(completed - last_);
  last_ = completed;
}

Cycle LatencyMeter::percentile(std::uint64_t percent) {
  if (latencies_.empty()) return 0;
  if (!sorted_) std::sort(latencies_.begin(), latencies_.end());
  sorted_ = true;
  const std::uint64_t rank = (latencies_.size() * percent + 99) / 100;
  return latencies_[static_cast<std::size_t>(std::max<std::uint64_t>(1, rank) - 1)];
}

void ServingStatistics::session_done(const SessionRecord& session) {
  if (session.completed == kNever) return;
  all.add(session.completed - session.arrived, session.completed);
  kinds[session.kind].add(session.completed - session.arrived, session.completed);
}

void ServingStatistics::batch_done(const BatchRecord& batch) {
  std::vector<std::uint64_t>& sizes = batch_sizes[batch.node];
  if (sizes.size() <= batch.requests) sizes.resize(batch.requests + 1, 0);
  ++sizes[batch.requests];
}

void ServingStatistics::visit_done(const VisitRecord& visit, const BatchRecord& batch) {
  const Cycle wait = batch.started - visit.queued;
  for (WaitMeter* meter : {&kind_waits[visit.kind], &node_waits[visit.node]}) {
    ++meter->count;
    meter->sum += wait;
    meter->longest = std::max(meter->longest, wait);
  }
}

void ServingStatistics::visit_open(const VisitRecord& visit, Cycle started, Cycle end) {
  const Cycle wait = std::min(started, end) - std::min(visit.queued, end);
  for (WaitMeter* meter : {&kind_waits[visit.kind], &node_waits[visit.node]})
    meter->longest = std::max(meter->longest, wait);
}

}  // namespace gantry
