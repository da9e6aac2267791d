// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/pipeline/bounds.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

#include "gantry/plan/pipeline/arrange.h"

namespace gantry::plan {
namespace {

Time shortest_time(const PipelineModel& model, std::uint32_t item) {
  Time shortest = TaskTimes::kCannotRun;
  for (std::uint32_t r = 0; r < model.resource_count(); ++r) shortest = std::min(shortest, model.time(item, r));
  return shortest;
}

/// One resource, a unit's items with heads and tails, and leave to interrupt them: whatever may run and has the longest
/// tail runs. That is the optimum with interruptions (Jackson 1955, Carlier 1982), so nothing without them is better;
/// it is the largest of: least head + times + least tail of any set of the items.
class InterruptedResource {
 public:
  explicit InterruptedResource(const HeadsAndTails& ways) : ways_(ways) {}

  /// `items` by ascending head.
  Time run(const PipelineModel& model, const std::vector<std::uint32_t>& items, std::uint32_t resource) {
    Time now = 0;
    Time end = 0;
    std::size_t next = 0;
    while (next < items.size() || !waiting_.empty()) {
      if (waiting_.empty()) now = std::max(now, ways_.head[items[next]]);
      for (; next < items.size() && ways_.head[items[next]] <= now; ++next) {
        waiting_.push({ways_.tail[items[next]], model.time(items[next], resource)});
      }
      auto [tail, left] = waiting_.top();
      waiting_.pop();
      const Time until = next < items.size() ? ways_.head[items[next]] : kLongest;
      const Time runs = std::min(left, until - now);
      now = add(now, runs);
      if (runs < left) {
        waiting_.push({tail, left - runs});
      } else {
        end = std::max(end, add(now, tail));
      }
    }
    return end;
  }

 private:
  const HeadsAndTails& ways_;
  std::priority_queue<std::pair<Time, Time>> waiting_;  ///< tail, time left
};

/// Least sums of the first k, for every k.
std::vector<Time> sums_of_smallest(std::vector<Time> values) {
  std::sort(values.begin(), values.end());
  std::partial_sum(values.begin(), values.end(), values.begin(), add);
  return values;
}

Time load_bound(const PipelineItems& items) {
  Time largest = 0;
  for (std::uint32_t u = 0; u < items.units(); ++u) {
    Time shortest = TaskTimes::kCannotRun;
    for (std::uint32_t r = 0; r < items.model().resource_count(); ++r) {
      shortest = std::min(shortest, items.unit_time(u, r));
    }
    largest = std::max(largest, shortest);
  }
  return largest;
}

}  // namespace

HeadsAndTails::HeadsAndTails(const PipelineItems& items) : head(items.size(), 0), tail(ranks(items)) {
  for (const std::uint32_t i : items.flow_order()) {
    const Time time = shortest_time(items.model(), i);
    work = add(work, time);
    longest = std::max(longest, add(head[i], tail[i]));  // a rank has the item's own time in it
    for (const std::uint32_t e : items.out(i)) {
      Time& next = head[items.edges()[e].to];
      next = std::max(next, add(head[i], time));
    }
    tail[i] -= time;
  }
}

Time unit_bound(const PipelineItems& items, const HeadsAndTails& ways) {
  const PipelineModel& model = items.model();
  InterruptedResource interrupted(ways);
  Time bound = 0;
  for (std::uint32_t u = 0; u < items.units(); ++u) {
    if (items.members(u).size() < 2) continue;  // that is on a longest way
    std::vector<std::uint32_t> members = items.members(u);
    std::stable_sort(members.begin(), members.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return ways.head[a] < ways.head[b]; });
    const auto as_before = [&](std::uint32_t r) {
      return r > 0 && std::all_of(members.begin(), members.end(),
                                  [&](std::uint32_t i) { return model.time(i, r) == model.time(i, r - 1); });
    };
    Time least = kLongest;
    for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
      if (items.can_run(u, r) && !as_before(r)) least = std::min(least, interrupted.run(model, members, r));
    }
    bound = std::max(bound, least);
  }
  return bound;
}

/// On a resource that runs anything at all let h be the head of its first item, t the tail of its last one and w its
/// work: h + w + t <= makespan. The items of a unit share a resource, so k resources that run something have first
/// items of k different units: their heads sum to at least the k smallest least heads of units, and so do the tails.
/// With W the work of all: sum of heads + W + sum of tails <= k x makespan. How many resources a plan uses is open, so
/// the least over all k counts.
Time fill_and_drain_bound(const PipelineItems& items, const HeadsAndTails& ways) {
  std::vector<Time> heads(items.units(), kLongest);
  std::vector<Time> tails(items.units(), kLongest);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    heads[items.unit(i)] = std::min(heads[items.unit(i)], ways.head[i]);
    tails[items.unit(i)] = std::min(tails[items.unit(i)], ways.tail[i]);
  }
  heads = sums_of_smallest(std::move(heads));
  tails = sums_of_smallest(std::move(tails));
  Time bound = kLongest;
  const std::uint32_t most = std::min(items.model().resource_count(), items.units());
  for (std::uint32_t k = 1; k <= most; ++k) {
    const Time sum = add(ways.work, add(heads[k - 1], tails[k - 1]));
    bound = std::min(bound, (sum + k - 1) / k);
  }
  return bound;
}

PipelineBound simple_bound(const PipelineItems& items) {
  const HeadsAndTails ways(items);
  PipelineBound best{0, "longest path"};
  const auto offer = [&](Time value, const char* rule) {
    if (value > best.value) best = {value, rule};
  };
  const bool makespan = items.model().objective == PipelineObjective::kMakespan;
  if (makespan) offer(ways.longest, "longest path");
  const Time resources = items.model().resource_count();
  offer((ways.work + resources - 1) / resources, "work of all resources");
  if (!makespan) {
    offer(load_bound(items), "largest operation");
    return best;
  }
  offer(unit_bound(items, ways), "operations of one parameter");
  offer(fill_and_drain_bound(items, ways), "filling and draining");
  return best;
}

}  // namespace gantry::plan
