// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/copies.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gantry::plan {
namespace {

/// A time in a period: `position` cycles after its beginning.
struct Moment {
  std::uint64_t stage = 0;
  Time position = 0;
};

bool operator<(const Moment& a, const Moment& b) {
  return a.stage != b.stage ? a.stage < b.stage : a.position < b.position;
}

}  // namespace

Copies::Copies(const Graph& graph, const TransferCost& transfer, std::uint32_t unroll, Time period)
    : graph_(graph), unroll_(unroll), period_(period) {
  time_.reserve(std::size_t{graph.tasks()} * unroll);
  for (const Time time : graph.times()) time_.insert(time_.end(), unroll, time);
  lags_.reserve(graph.edges().size());
  for (const Edge& edge : graph.edges()) {
    const Time cycles = transfer.cycles(edge.bytes);
    lags_.push_back({cycles / period, cycles % period});
  }
  flow_order_.reserve(time_.size());
  for (const std::uint32_t task : graph.flow_order()) {
    for (std::uint32_t k = 0; k < unroll; ++k) flow_order_.push_back(task * unroll + k);
  }
}

void put_between(const Copies& copies, PeriodicSchedule& schedule) {
  std::vector<std::uint32_t> without;
  std::vector<std::uint32_t> running;
  for (std::uint32_t c = 0; c < copies.size(); ++c) (copies.time(c) == 0 ? without : running).push_back(c);
  if (without.empty()) return;
  using Place = std::pair<std::uint32_t, Time>;
  const auto place = [&](std::uint32_t copy) { return Place{schedule.processor[copy], schedule.start[copy]}; };
  std::sort(running.begin(), running.end(), [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  for (const std::uint32_t copy : without) {
    const auto after = std::upper_bound(running.begin(), running.end(), place(copy),
                                        [&](const Place& at, std::uint32_t other) { return at < place(other); });
    if (after == running.begin()) continue;
    const std::uint32_t last = *std::prev(after);
    const Time end = schedule.start[last] + copies.time(last);
    if (schedule.processor[last] != schedule.processor[copy] || schedule.start[last] == schedule.start[copy]) continue;
    if (end > schedule.start[copy]) schedule.start[copy] = end % copies.period();
  }
}

std::uint64_t retime(const Copies& copies, PeriodicSchedule& schedule) {
  schedule.retiming.assign(copies.size(), 0);
  std::uint64_t largest = 0;
  const std::vector<std::uint32_t>& order = copies.flow_order();
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    std::uint64_t& own = schedule.retiming[*at];
    copies.after(*at, [&](std::uint32_t to, const Copies::Lag& lag) {
      own = std::max(own, add(schedule.retiming[to], copies.periods_between(schedule, *at, to, lag)));
    });
    largest = std::max(largest, own);
  }
  return largest;
}

std::uint64_t least_retiming(const Copies& copies, const std::vector<std::uint32_t>* assigned) {
  // As early as predecessors allow, without crossing the end of a period.
  std::vector<Moment> earliest(copies.size());
  std::uint64_t largest = 0;
  for (const std::uint32_t copy : copies.flow_order()) {
    Moment& own = earliest[copy];
    copies.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
      const bool apart = assigned != nullptr && (*assigned)[from] != (*assigned)[copy];
      Moment ready = earliest[from];
      ready.position += copies.time(from) + (apart ? lag.rest : 0);
      ready.stage = add(ready.stage, (apart ? lag.periods : 0) + ready.position / copies.period());
      ready.position %= copies.period();
      if (own < ready) own = ready;
    });
    if (own.position + copies.time(copy) > copies.period()) own = {own.stage + 1, 0};
    largest = std::max(largest, own.stage);
  }
  return largest;
}

}  // namespace gantry::plan
