// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/evaluator.h"

#include <algorithm>
#include <tuple>

namespace gantry::plan {
namespace {

std::vector<std::uint64_t> parameter_bytes(const PipelineItems& items, const PipelineChoice& choice) {
  std::vector<std::uint64_t> bytes(items.model().resources.size(), 0);
  std::vector<std::uint32_t> at;
  for (std::uint32_t p = 0; p < items.model().parameters.size(); ++p) {
    at.clear();
    for (const std::uint32_t u : items.holders(p)) at.push_back(choice.resource[u]);
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    for (const std::uint32_t r : at) bytes[r] += items.model().parameters[p].bytes;
  }
  return bytes;
}

/// Bytes that come or go on a resource.
struct Change {
  std::uint32_t resource = 0;
  Time when = 0;
  std::int64_t bytes = 0;
};

/// What every item's result occupies, where it is read.
void add_results(const PipelineItems& items, const PipelineChoice& choice, const PipelineTimes& times,
                 std::vector<Change>& changes) {
  struct Read {
    std::uint32_t resource;
    Time arrival;
    Time end;
    std::uint64_t bytes;
  };
  std::vector<Read> reads;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    reads.clear();
    const std::uint32_t from = choice.resource[items.unit(i)];
    for (const std::uint32_t e : items.out(i)) {
      const PipelineEdge& edge = items.edges()[e];
      if (edge.bytes == 0) continue;
      const std::uint32_t to = choice.resource[items.unit(edge.to)];
      const Time arrival = add(times.finish[i], items.model().transfer(edge, from, to));
      const auto same = std::find_if(reads.begin(), reads.end(), [&](const Read& r) { return r.resource == to; });
      if (same == reads.end()) {
        reads.push_back({to, arrival, times.finish[edge.to], edge.bytes});
      } else {
        same->arrival = std::min(same->arrival, arrival);
        same->end = std::max(same->end, times.finish[edge.to]);
        same->bytes = std::max(same->bytes, edge.bytes);
      }
    }
    for (const Read& read : reads) {
      if (read.arrival >= read.end) continue;
      changes.push_back({read.resource, read.arrival, static_cast<std::int64_t>(read.bytes)});
      changes.push_back({read.resource, read.end, -static_cast<std::int64_t>(read.bytes)});
    }
  }
}

void add_inputs(const PipelineItems& items, const PipelineChoice& choice, const PipelineTimes& times,
                std::vector<Change>& changes) {
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const auto bytes =
        static_cast<std::int64_t>(items.model().operations[i % items.model().operation_count()].input_bytes);
    if (bytes == 0 || times.start[i] >= times.finish[i]) continue;
    const std::uint32_t r = choice.resource[items.unit(i)];
    changes.push_back({r, times.start[i], bytes});
    changes.push_back({r, times.finish[i], -bytes});
  }
}

}  // namespace

void evaluate_times(const PipelineItems& items, const PipelineChoice& choice, PipelineTimes& times) {
  const PipelineModel& model = items.model();
  times.start.resize(items.size());
  times.finish.resize(items.size());
  times.makespan = 0;
  std::vector<Time> release(model.resources.size(), 0);
  for (const std::uint32_t i : choice.order) {
    const std::uint32_t r = choice.resource[items.unit(i)];
    Time start = release[r];
    for (const std::uint32_t e : items.in(i)) {
      const PipelineEdge& edge = items.edges()[e];
      const std::uint32_t from = choice.resource[items.unit(edge.from)];
      start = std::max(start, add(times.finish[edge.from], model.transfer(edge, from, r)));
    }
    times.start[i] = start;
    times.finish[i] = release[r] = add(start, model.time(i, r));
    times.makespan = std::max(times.makespan, times.finish[i]);
  }
}

std::vector<Time> evaluate_loads(const PipelineItems& items, const PipelineChoice& choice) {
  const PipelineModel& model = items.model();
  std::vector<Time> loads(model.resources.size(), 0);
  // The hop of what this item hands to each resource, the largest of its edges there.
  std::vector<Time> entering(model.resources.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::uint32_t own = choice.resource[items.unit(i)];
    loads[own] = add(loads[own], model.time(i, own));
    std::fill(entering.begin(), entering.end(), 0);
    Time leaving = 0;
    for (const std::uint32_t e : items.out(i)) {
      const PipelineEdge& edge = items.edges()[e];
      const std::uint32_t to = choice.resource[items.unit(edge.to)];
      if (to == own) continue;
      entering[to] = std::max(entering[to], edge.hop);
      leaving = std::max(leaving, edge.hop);
    }
    entering[own] = leaving;
    for (std::uint32_t r = 0; r < entering.size(); ++r) {
      if (model.resources[r].carries_transfers) loads[r] = add(loads[r], entering[r]);
    }
  }
  return loads;
}

std::vector<std::uint64_t> evaluate_memory(const PipelineItems& items, const PipelineChoice& choice,
                                           const PipelineTimes& times) {
  std::vector<std::uint64_t> most = parameter_bytes(items, choice);
  if (items.model().objective == PipelineObjective::kThroughput) {
    std::vector<std::uint64_t> largest(most.size(), 0);
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      std::uint64_t& at = largest[choice.resource[items.unit(i)]];
      at = std::max(at, items.footprint(i));
    }
    for (std::size_t r = 0; r < most.size(); ++r) most[r] += largest[r];
    return most;
  }
  std::vector<Change> changes;
  add_results(items, choice, times, changes);
  add_inputs(items, choice, times, changes);
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.resource, a.when, a.bytes) < std::tie(b.resource, b.when, b.bytes);
  });
  std::vector<std::int64_t> now(most.size(), 0);
  std::vector<std::int64_t> peak(most.size(), 0);
  for (const Change& change : changes) {
    now[change.resource] += change.bytes;
    peak[change.resource] = std::max(peak[change.resource], now[change.resource]);
  }
  for (std::size_t r = 0; r < most.size(); ++r) most[r] += static_cast<std::uint64_t>(peak[r]);
  return most;
}

std::uint64_t excess(const PipelineModel& model, const std::vector<std::uint64_t>& memory) {
  std::uint64_t over = 0;
  for (std::size_t r = 0; r < memory.size(); ++r) {
    if (model.resources[r].memory && memory[r] > *model.resources[r].memory)
      over += memory[r] - *model.resources[r].memory;
  }
  return over;
}

PipelinePoint evaluate(const PipelineItems& items, PipelineChoice choice) {
  PipelinePoint point;
  point.choice = std::move(choice);
  PipelineTimes times;
  if (items.model().objective == PipelineObjective::kMakespan) {
    evaluate_times(items, point.choice, times);
    point.value = times.makespan;
  } else {
    const std::vector<Time> loads = evaluate_loads(items, point.choice);
    point.value = *std::max_element(loads.begin(), loads.end());
  }
  point.excess = excess(items.model(), evaluate_memory(items, point.choice, times));
  return point;
}

}  // namespace gantry::plan
