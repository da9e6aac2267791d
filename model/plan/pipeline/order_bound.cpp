// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/order_bound.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

struct Job {
  Time head = 0;
  Time time = 0;
  Time tail = 0;
};

/// The end of jobs on one resource that may be interrupted: the longest tail runs first.
Time interrupted_end(std::vector<Job>& jobs) {
  std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.head < b.head; });
  std::priority_queue<std::pair<Time, Time>> waiting;  // tail, time left
  Time now = 0;
  Time end = 0;
  std::size_t next = 0;
  while (next < jobs.size() || !waiting.empty()) {
    if (waiting.empty()) now = std::max(now, jobs[next].head);
    for (; next < jobs.size() && jobs[next].head <= now; ++next) waiting.push({jobs[next].tail, jobs[next].time});
    const auto [tail, left] = waiting.top();
    waiting.pop();
    const Time until = next < jobs.size() ? jobs[next].head : kLongest;
    const Time runs = std::min(left, until - now);
    now = add(now, runs);
    if (runs < left) {
      waiting.push({tail, left - runs});
    } else {
      end = std::max(end, add(now, tail));
    }
  }
  return end;
}

}  // namespace

ChosenTimes::ChosenTimes(const PipelineItems& items, const std::vector<std::uint32_t>& resource) {
  const PipelineModel& model = items.model();
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::uint32_t at = resource[items.unit(i)];
    Time time = TaskTimes::kCannotRun;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if ((at == kNoResource && items.can_run(items.unit(i), r)) || at == r) time = std::min(time, model.time(i, r));
    }
    time_.push_back(time);
  }
  for (const PipelineEdge& edge : items.edges()) {
    const std::uint32_t from = resource[items.unit(edge.from)];
    const std::uint32_t to = resource[items.unit(edge.to)];
    transfer_.push_back(from == kNoResource || to == kNoResource ? 0 : model.transfer(edge, from, to));
  }
  tail_.assign(items.size(), 0);
  const std::vector<std::uint32_t>& flow = items.flow_order();
  for (auto at = flow.rbegin(); at != flow.rend(); ++at) {
    for (const std::uint32_t e : items.out(*at)) {
      const std::uint32_t to = items.edges()[e].to;
      tail_[*at] = std::max(tail_[*at], add(transfer_[e], add(time_[to], tail_[to])));
    }
  }
}

Time order_bound(const PipelineItems& items, const std::vector<std::uint32_t>& resource, const ChosenTimes& times,
                 const PartialOrder& so_far, Time below) {
  const std::uint32_t resources = items.model().resource_count();
  Time bound = 0;
  std::vector<Time> head(items.size(), 0);
  std::vector<std::vector<Job>> jobs(resources);
  std::vector<Job> open;
  for (const std::uint32_t i : items.flow_order()) {
    if (so_far.done[i]) {
      bound = std::max(bound, add(so_far.finish[i], times.tail(i)));
      continue;
    }
    const std::uint32_t at = resource[items.unit(i)];
    if (at != kNoResource) head[i] = so_far.release[at];
    for (const std::uint32_t e : items.in(i)) {
      const std::uint32_t from = items.edges()[e].from;
      const Time end = so_far.done[from] ? so_far.finish[from] : add(head[from], times.time(from));
      head[i] = std::max(head[i], add(end, times.transfer(e)));
    }
    bound = std::max(bound, add(head[i], add(times.time(i), times.tail(i))));
    (at == kNoResource ? open : jobs[at]).push_back({head[i], times.time(i), times.tail(i)});
  }
  for (std::uint32_t r = 0; r < resources && bound < below; ++r) bound = std::max(bound, interrupted_end(jobs[r]));
  if (open.empty() || bound >= below) return bound;
  // What is open fits into what the resources have left of the cycles before `below`.
  Job least{kLongest, 0, kLongest};
  for (const Job& job : open) {
    least.head = std::min(least.head, job.head);
    least.time = add(least.time, job.time);
    least.tail = std::min(least.tail, job.tail);
  }
  Wide left = 0;
  for (const std::vector<Job>& own : jobs) {
    Job all = least;
    all.time = 0;
    for (const Job& job : own) {
      all.head = std::min(all.head, job.head);
      all.time = add(all.time, job.time);
      all.tail = std::min(all.tail, job.tail);
    }
    const Time taken = add(all.head, add(all.time, all.tail));
    if (taken < below) left += below - 1 - taken;
  }
  return left < least.time ? below : bound;
}

}  // namespace gantry::plan
