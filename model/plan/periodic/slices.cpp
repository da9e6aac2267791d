// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/periodic/slices.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "gantry/plan/wide.h"

namespace gantry::plan {
namespace {

/// Time from one copy's end to the other's beginning.
Time way(const Copies& copies, const std::vector<std::uint32_t>& processor, std::uint32_t from, std::uint32_t to,
         const Copies::Lag& lag) {
  if (processor[from] == processor[to]) return 0;
  const Wide cycles = Wide{lag.periods} * copies.period() + lag.rest;
  return cycles < kLongest ? static_cast<Time>(cycles) : kLongest;
}

/// List scheduling of all slices at once.
class SliceSchedule {
 public:
  SliceSchedule(const Copies& copies, const std::vector<std::uint32_t>& processor, std::vector<std::uint64_t> slice)
      : copies_(copies),
        processor_(processor),
        slice_(std::move(slice)),
        to_end_(copies.size()),
        arrival_(copies.size()),
        waiting_(copies.size()),
        start_(copies.size()),
        processors_(*std::max_element(processor.begin(), processor.end()) + std::size_t{1}) {}

  std::vector<Time> run() {
    const auto& flow = copies_.flow_order();
    for (auto copy = flow.rbegin(); copy != flow.rend(); ++copy) measure(*copy);
    std::vector<std::uint32_t> first;
    for (std::uint32_t c = 0; c < copies_.size(); ++c) {
      copies_.before(c,
                     [&](std::uint32_t from, const Copies::Lag&) { waiting_[c] += slice_[from] == slice_[c] ? 1 : 0; });
      if (waiting_[c] == 0) first.push_back(c);
    }
    for (const std::uint32_t c : first) offer(c);
    while (!events_.empty()) {
      const auto [now, number] = events_.top();
      events_.pop();
      work_at(number, now);
    }
    return std::move(start_);
  }

 private:
  using Item = std::pair<Time, std::uint32_t>;
  using Queue = std::priority_queue<Item, std::vector<Item>, std::greater<>>;
  struct Processor {
    Queue coming;  ///< by arrival of their data
    Queue here;    ///< the longest path to the end of the slice first
    Time free = 0;
  };

  void measure(std::uint32_t copy) {
    copies_.after(copy, [&](std::uint32_t to, const Copies::Lag& lag) {
      if (slice_[to] != slice_[copy]) return;
      to_end_[copy] = std::max(to_end_[copy], add(way(copies_, processor_, copy, to, lag), to_end_[to]));
    });
    to_end_[copy] = add(to_end_[copy], copies_.time(copy));
  }

  /// The predecessors of a copy have ended. A copy without time occupies nothing, and ends at once.
  void offer(std::uint32_t copy) {
    offered_.assign(1, copy);
    while (!offered_.empty()) {
      const std::uint32_t next = offered_.back();
      offered_.pop_back();
      if (copies_.time(next) == 0) {
        start_[next] = arrival_[next];
        end(next, arrival_[next]);
      } else {
        processors_[processor_[next]].coming.push({arrival_[next], next});
        events_.push({arrival_[next], processor_[next]});
      }
    }
  }

  /// Removes copies from `offered_` that no longer wait.
  void end(std::uint32_t copy, Time now) {
    copies_.after(copy, [&](std::uint32_t to, const Copies::Lag& lag) {
      if (slice_[to] != slice_[copy]) return;
      arrival_[to] = std::max(arrival_[to], add(now, way(copies_, processor_, copy, to, lag)));
      if (--waiting_[to] == 0) offered_.push_back(to);
    });
  }
  void offer_all() {
    const std::vector<std::uint32_t> copies = std::move(offered_);
    for (const std::uint32_t copy : copies) offer(copy);
  }

  void work_at(std::uint32_t number, Time now) {
    Processor& on = processors_[number];
    if (on.free > now) return;
    for (; !on.coming.empty() && on.coming.top().first <= now; on.coming.pop()) {
      const std::uint32_t copy = on.coming.top().second;
      on.here.push({kLongest - to_end_[copy], copy});
    }
    if (on.here.empty()) return;
    const std::uint32_t copy = on.here.top().second;
    on.here.pop();
    start_[copy] = now;
    on.free = add(now, copies_.time(copy));
    events_.push({on.free, number});
    end(copy, on.free);
    offer_all();
  }

  const Copies& copies_;
  const std::vector<std::uint32_t>& processor_;
  std::vector<std::uint64_t> slice_;
  std::vector<Time> to_end_;   ///< longest path from the copy's beginning within its slice
  std::vector<Time> arrival_;  ///< of the data that has set out
  std::vector<std::uint32_t> waiting_;
  std::vector<Time> start_;
  std::vector<std::uint32_t> offered_;
  std::vector<Processor> processors_;
  Queue events_;  ///< time, processor
};

/// Longest paths to a copy's beginning, and from it.
struct Paths {
  std::vector<Time> head;
  std::vector<Time> tail;
  Time longest = 0;

  Paths(const Copies& copies, const std::vector<std::uint32_t>& processor) : head(copies.size()), tail(copies.size()) {
    const auto& order = copies.flow_order();
    for (const std::uint32_t copy : order) {
      copies.before(copy, [&](std::uint32_t from, const Copies::Lag& lag) {
        const Time between = add(copies.time(from), way(copies, processor, from, copy, lag));
        head[copy] = std::max(head[copy], add(head[from], between));
      });
    }
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      copies.after(*at, [&](std::uint32_t to, const Copies::Lag& lag) {
        tail[*at] = std::max(tail[*at], add(way(copies, processor, *at, to, lag), tail[to]));
      });
      tail[*at] = add(tail[*at], copies.time(*at));
      longest = std::max(longest, add(head[*at], tail[*at]));
    }
  }

  /// Grows along every edge, as a slice's number has to.
  [[nodiscard]] std::uint64_t slice(std::uint32_t copy, std::uint64_t slices, const SliceRule& rule) const {
    const Wide whole = std::max<Time>(rule.own_path ? add(head[copy], tail[copy]) : longest, 1);
    const Time slack = longest - add(head[copy], tail[copy]);
    const Wide at = head[copy] + (rule.own_path ? 0 : Wide{slack} * rule.quarters_late / 4);
    return static_cast<std::uint64_t>(std::min<Wide>(slices - 1, at * slices / whole));
  }
};

}  // namespace

PeriodicSchedule schedule_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                 std::uint64_t retiming, const SliceRule& rule) {
  const Paths paths(copies, processor);
  std::vector<std::uint64_t> slice(copies.size());
  for (std::uint32_t c = 0; c < copies.size(); ++c) slice[c] = paths.slice(c, retiming + 1, rule);
  PeriodicSchedule schedule{processor, SliceSchedule(copies, processor, std::move(slice)).run(), {}};
  // Copies that exceed the end of the period move the others on their processor together.
  std::vector<std::uint32_t> order(copies.size());
  for (std::uint32_t c = 0; c < copies.size(); ++c) order[c] = c;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return schedule.start[a] > schedule.start[b]; });
  std::vector<Time> free(*std::max_element(processor.begin(), processor.end()) + std::size_t{1}, copies.period());
  for (const std::uint32_t c : order) {
    if (copies.time(c) == 0) {
      schedule.start[c] %= copies.period();
      continue;
    }
    free[processor[c]] -= copies.time(c);
    schedule.start[c] = free[processor[c]] = std::min(free[processor[c]], schedule.start[c]);
  }
  put_between(copies, schedule);
  retime(copies, schedule);
  return schedule;
}

std::vector<PeriodicSchedule> best_slices(const Copies& copies, const std::vector<std::uint32_t>& processor,
                                          std::uint64_t least, std::uint64_t known, std::uint64_t work) {
  std::vector<PeriodicSchedule> best;
  const std::uint64_t edges = copies.graph().edges().size() * std::uint64_t{copies.unroll()};
  const std::uint64_t per_try = 8 * (copies.size() + edges) + 1;
  std::uint64_t tries = work / per_try;
  for (std::uint64_t retiming = least; retiming < known; ++retiming) {
    for (const SliceRule& rule :
         {SliceRule{0, true}, SliceRule{2}, SliceRule{0}, SliceRule{4}, SliceRule{1}, SliceRule{3}}) {
      if (tries-- == 0) return best;
      PeriodicSchedule tried = schedule_slices(copies, processor, retiming, rule);
      const std::uint64_t found = *std::max_element(tried.retiming.begin(), tried.retiming.end());
      if (found >= known) continue;
      known = found;
      best.clear();
      best.push_back(std::move(tried));
    }
  }
  return best;
}

}  // namespace gantry::plan
