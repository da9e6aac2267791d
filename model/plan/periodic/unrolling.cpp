// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/unrolling.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "gantry/base/quotient.h"
#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

std::vector<std::uint32_t> longest_first(const Graph& graph) {
  std::vector<std::uint32_t> tasks(graph.tasks());
  std::iota(tasks.begin(), tasks.end(), 0);
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return graph.time(a) > graph.time(b); });
  return tasks;
}

Unrolling stack(const Graph& graph, const std::vector<std::uint32_t>& sorted, std::uint32_t processors,
                std::uint32_t copies) {
  Unrolling made;
  made.unroll = copies;
  made.processor.resize(std::size_t{graph.tasks()} * copies);
  made.start.resize(made.processor.size());
  using Free = std::pair<Time, std::uint32_t>;
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free;
  for (std::uint32_t p = 0; p < processors; ++p) free.push({0, p});
  for (const std::uint32_t task : sorted) {
    for (std::uint32_t k = 0; k < copies; ++k) {
      const auto [at, processor] = free.top();
      const std::size_t copy = std::size_t{task} * copies + k;
      made.processor[copy] = processor;
      if (graph.time(task) == 0) continue;
      free.pop();
      free.push({at + graph.time(task), processor});
      made.start[copy] = at;
      made.period = std::max(made.period, at + graph.time(task));
    }
  }
  return made;
}

}  // namespace

Time total_time(const Graph& graph) {
  return std::accumulate(graph.times().begin(), graph.times().end(), Time{0}, add);
}

Unrolling unroll(const Graph& graph, std::uint32_t processors, const UnrollingLimits& limits) {
  const std::vector<std::uint32_t> sorted = longest_first(graph);
  const Time total = total_time(graph);
  Unrolling best;
  for (std::uint32_t copies = 1; copies <= limits.max_unroll; ++copies) {
    if (copies > 1 && std::uint64_t{graph.tasks()} * copies > kMostCopies) break;
    Unrolling tried = stack(graph, sorted, processors, copies);
    const Wide capacity = Wide{tried.period} * processors;
    const bool enough = Wide{total} * copies * kBillion > capacity * limits.utilization_billionths;
    // utilisations compare as copies / period, since all else is the same
    if (copies == 1 || enough || Wide{copies} * best.period > Wide{best.unroll} * tried.period) best = std::move(tried);
    if (enough) break;
  }
  return best;
}

double utilization(const Graph& graph, std::uint32_t processors, std::uint32_t unroll, Time period) {
  return quotient(Wide{total_time(graph)} * unroll, Wide{period} * processors);
}

Time least_period(const Graph& graph, std::uint32_t processors, std::uint32_t unroll) {
  const Wide work = Wide{total_time(graph)} * unroll;
  Time least = static_cast<Time>((work + processors - 1) / processors);
  // Of the processors + 1 longest copies two share a processor.
  std::uint64_t copies = 0;
  std::vector<std::uint32_t> sorted = longest_first(graph);
  Time before = 0;
  for (const std::uint32_t task : sorted) {
    const Time time = graph.time(task);
    least = std::max(least, time);
    // copy number `processors` (from 0) is of this task; the one before it is too, or of the task before
    if (copies <= processors && processors < copies + unroll) {
      const Time other = processors > copies ? time : before;
      least = std::max(least, add(time, other));
    }
    copies += unroll;
    before = time;
  }
  return least;
}

}  // namespace gantry::plan
