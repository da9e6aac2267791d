// SPDX-License-Identifier: Apache-2.0
// List schedulers against their definitions, followed word for word and without haste: every slot of every random graph
// is the same.
#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/plan/list/ranks.h"
#include "list_cases.h"

namespace gantry::list_reference_test {

using namespace gantry::plan;
using namespace gantry::list_cases;

namespace {

using Signed = std::int64_t;

/// A schedule under construction, in which everything is looked up anew.
struct Slow {
  explicit Slow(const Instance& of) : instance(of), slots(of.graph.tasks()), placed(of.graph.tasks()) {}

  [[nodiscard]] bool runs(std::uint32_t task, std::uint32_t p) const {
    return instance.times(task, p) != TaskTimes::kCannotRun;
  }
  [[nodiscard]] bool ready(std::uint32_t task) const {
    bool all = !placed[task];
    for (const std::uint32_t e : instance.graph.in(task)) all = all && placed[instance.graph.edge(e).from];
    return all;
  }
  /// What has no place does not count.
  [[nodiscard]] Time arrival(std::uint32_t task, std::uint32_t p) const {
    Time last = instance.problem().release(task);
    for (const std::uint32_t e : instance.graph.in(task)) {
      const Edge& edge = instance.graph.edge(e);
      if (!placed[edge.from]) continue;
      const Slot& from = slots[edge.from];
      last = std::max(last, from.finish + (from.processor == p ? 0 : edge.bytes));
    }
    return last;
  }
  [[nodiscard]] bool fits(std::uint32_t p, Time start, Time length) const {
    for (std::uint32_t t = 0; t < slots.size(); ++t) {
      const Slot& slot = slots[t];
      if (!placed[t] || slot.processor != p) continue;
      if (start < slot.finish && start + length > slot.start) return false;
    }
    return true;
  }
  [[nodiscard]] Slot with_gaps(std::uint32_t task, std::uint32_t p) const {
    const Time length = instance.times(task, p);
    Time start = arrival(task, p);
    while (!fits(p, start, length)) ++start;
    return {p, start, start + length};
  }
  [[nodiscard]] Slot at_the_end(std::uint32_t task, std::uint32_t p) const {
    Time start = arrival(task, p);
    for (std::uint32_t t = 0; t < slots.size(); ++t) {
      if (placed[t] && slots[t].processor == p) start = std::max(start, slots[t].finish);
    }
    return {p, start, start + instance.times(task, p)};
  }
  void place(std::uint32_t task, const Slot& slot) {
    slots[task] = slot;
    placed[task] = true;
  }

  const Instance& instance;
  Schedule slots;
  std::vector<bool> placed;
};

std::uint32_t first_of_rank(const Slow& slow, const std::vector<std::uint32_t>& places) {
  std::uint32_t first = kNone;
  for (std::uint32_t t = 0; t < places.size(); ++t) {
    if (slow.ready(t) && (first == kNone || places[t] < places[first])) first = t;
  }
  return first;
}

Schedule slow_dls(const Instance& instance) {
  const Graph& graph = instance.graph;
  const std::uint32_t processors = instance.times.processors();
  const auto middle = [&](std::uint32_t task) {
    std::vector<Time> able;
    for (std::uint32_t p = 0; p < processors; ++p) {
      if (instance.times(task, p) != TaskTimes::kCannotRun) able.push_back(instance.times(task, p));
    }
    std::sort(able.begin(), able.end());
    return able[(able.size() - 1) / 2];
  };
  const std::function<Time(std::uint32_t)> level = [&](std::uint32_t task) {
    Time longest = 0;
    for (const std::uint32_t e : graph.out(task)) longest = std::max(longest, level(graph.edge(e).to));
    return middle(task) + longest;
  };
  Slow slow(instance);
  for (std::uint32_t n = 0; n < graph.tasks(); ++n) {
    std::optional<Signed> highest;
    std::uint32_t best = 0;
    Slot slot;
    for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
      for (std::uint32_t p = 0; slow.ready(t) && p < processors; ++p) {
        if (!slow.runs(t, p)) continue;
        const Slot there = slow.at_the_end(t, p);
        const Signed dynamic = static_cast<Signed>(level(t)) - static_cast<Signed>(there.start) +
                               static_cast<Signed>(middle(t)) - static_cast<Signed>(instance.times(t, p));
        if (highest && dynamic <= *highest) continue;
        highest = dynamic;
        best = t;
        slot = there;
      }
    }
    slow.place(best, slot);
  }
  return slow.slots;
}

Schedule slow_ippts(const Instance& instance) {
  const Graph& graph = instance.graph;
  const std::uint32_t processors = instance.times.processors();
  const auto own = [&](std::uint32_t task, std::uint32_t p) {
    if (instance.times(task, p) != TaskTimes::kCannotRun) return instance.times(task, p);
    Time least = TaskTimes::kCannotRun;
    for (std::uint32_t q = 0; q < processors; ++q) least = std::min(least, instance.times(task, q));
    return least;
  };
  const std::function<Time(std::uint32_t, std::uint32_t)> predicted = [&](std::uint32_t task, std::uint32_t p) {
    if (graph.out(task).empty()) return own(task, p);
    Time most = 0;
    for (const std::uint32_t e : graph.out(task)) {
      const Edge& edge = graph.edge(e);
      Time least = TaskTimes::kCannotRun;
      for (std::uint32_t q = 0; q < processors; ++q) {
        if (instance.times(edge.to, q) == TaskTimes::kCannotRun) continue;
        least = std::min(least,
                         predicted(edge.to, q) + own(task, q) + instance.times(edge.to, q) + (p == q ? 0 : edge.bytes));
      }
      most = std::max(most, least);
    }
    return most;
  };
  std::vector<double> ranks(graph.tasks());
  for (std::uint32_t t = 0; t < graph.tasks(); ++t) {
    for (std::uint32_t p = 0; p < processors; ++p) ranks[t] += static_cast<double>(predicted(t, p));
    ranks[t] = ranks[t] / processors * static_cast<double>(graph.out(t).size());
  }
  const std::vector<std::uint32_t> place = places(ranks);
  Slow slow(instance);
  for (std::uint32_t n = 0; n < graph.tasks(); ++n) {
    const std::uint32_t task = first_of_rank(slow, place);
    std::optional<Signed> least;
    Slot best;
    for (std::uint32_t p = 0; p < processors; ++p) {
      if (!slow.runs(task, p)) continue;
      const Slot slot = slow.with_gaps(task, p);
      const Signed cost = static_cast<Signed>(slot.finish) + static_cast<Signed>(predicted(task, p)) -
                          static_cast<Signed>(instance.times(task, p));
      if (least && cost >= *least) continue;
      least = cost;
      best = slot;
    }
    slow.place(task, best);
  }
  return slow.slots;
}

Slot earliest_finish(const Slow& slow, std::uint32_t task) {
  std::optional<Slot> best;
  for (std::uint32_t p = 0; p < slow.instance.times.processors(); ++p) {
    if (!slow.runs(task, p)) continue;
    const Slot slot = slow.with_gaps(task, p);
    if (!best || slot.finish < best->finish) best = slot;
  }
  return *best;
}

Schedule slow_lookahead(const Instance& instance) {
  const Graph& graph = instance.graph;
  const std::vector<std::uint32_t> place = places(upward_ranks(instance.problem()));
  Slow slow(instance);
  for (std::uint32_t n = 0; n < graph.tasks(); ++n) {
    const std::uint32_t task = first_of_rank(slow, place);
    std::vector<std::uint32_t> children;
    for (const std::uint32_t e : graph.out(task)) children.push_back(graph.edge(e).to);
    std::sort(children.begin(), children.end(),
              [&](std::uint32_t a, std::uint32_t b) { return place[a] != place[b] ? place[a] < place[b] : a < b; });
    std::optional<std::pair<Time, Time>> least;
    Slot best;
    for (std::uint32_t p = 0; p < instance.times.processors(); ++p) {
      if (!slow.runs(task, p)) continue;
      const Slot slot = slow.with_gaps(task, p);
      Slow ahead = slow;
      ahead.place(task, slot);
      Time last = children.empty() ? slot.finish : 0;
      for (const std::uint32_t child : children) {
        const Slot of_child = earliest_finish(ahead, child);
        ahead.place(child, of_child);
        last = std::max(last, of_child.finish);
      }
      if (least && std::make_pair(last, slot.finish) >= *least) continue;
      least = {last, slot.finish};
      best = slot;
    }
    slow.place(task, best);
  }
  return slow.slots;
}

bool same(const Schedule& a, const Schedule& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Slot& x, const Slot& y) {
    return x.processor == y.processor && x.start == y.start && x.finish == y.finish;
  });
}

}  // namespace

TEST_CASE("dls, ippts and heft_lookahead decide as they are defined, ties included") {
  std::mt19937 random(1993);
  for (int i = 0; i < 600; ++i) {
    const Instance instance = random_instance(random, 2 + i % 9, 1 + i % 4);
    INFO("instance " << i);
    const auto made = [&](const char* name) { return builtin_list_schedulers().find(name)->make(instance.problem()); };
    CHECK(same(made("dls"), slow_dls(instance)));
    CHECK(same(made("ippts"), slow_ippts(instance)));
    CHECK(same(made("heft_lookahead"), slow_lookahead(instance)));
  }
}

TEST_CASE("dls forgets what it no longer needs without changing what it decides") {
  // More ready tasks than its heaps hold before they are tidied.
  std::mt19937 random(1994);
  std::vector<Time> times;
  std::vector<Edge> edges;
  for (std::uint32_t t = 0; t < 2600; ++t) {
    times.push_back(1 + random() % 50);
    if (t >= 1300) edges.push_back({static_cast<std::uint32_t>(random() % 1300), t, random() % 40, false});
  }
  std::vector<Time> table;
  for (const Time time : times) table.insert(table.end(), {time, 1 + random() % 50, 1 + random() % 50});
  const Instance instance{Graph(times, edges), TaskTimes::table(3, table)};
  const Schedule slots = builtin_list_schedulers().find("dls")->make(instance.problem());
  // Each step of the definition anew, on what is ready.
  std::vector<Time> level(times.size());
  const auto middle = [&](std::uint32_t t) {
    std::vector<Time> three = {table[3 * t], table[3 * t + 1], table[3 * t + 2]};
    std::sort(three.begin(), three.end());
    return three[1];
  };
  for (std::uint32_t t = 2600; t-- > 0;) {
    for (const std::uint32_t e : instance.graph.out(t)) level[t] = std::max(level[t], level[instance.graph.edge(e).to]);
    level[t] += middle(t);
  }
  Schedule expected(times.size());
  std::vector<bool> placed(times.size());
  std::vector<Time> free(3);
  for (std::uint32_t n = 0; n < times.size(); ++n) {
    std::optional<Signed> highest;
    std::uint32_t best = 0;
    for (std::uint32_t t = 0; t < times.size(); ++t) {
      const bool waits =
          !instance.graph.in(t).empty() && !placed[instance.graph.edge(*instance.graph.in(t).begin()).from];
      for (std::uint32_t p = 0; !placed[t] && !waits && p < 3; ++p) {
        Time start = free[p];
        for (const std::uint32_t e : instance.graph.in(t)) {
          const Edge& edge = instance.graph.edge(e);
          const Slot& from = expected[edge.from];
          start = std::max(start, from.finish + (from.processor == p ? 0 : edge.bytes));
        }
        const Signed dynamic =
            static_cast<Signed>(level[t] + middle(t)) - static_cast<Signed>(start + instance.times(t, p));
        if (highest && dynamic <= *highest) continue;
        highest = dynamic;
        best = t;
        expected[t] = {p, start, start + instance.times(t, p)};
      }
    }
    placed[best] = true;
    free[expected[best].processor] = expected[best].finish;
  }
  CHECK(same(slots, expected));
}

}  // namespace gantry::list_reference_test
