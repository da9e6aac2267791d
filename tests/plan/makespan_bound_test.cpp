// SPDX-License-Identifier: Apache-2.0
// Lower bounds of a graph's makespan: never above the optimum, and as large as their definitions.
#include <algorithm>
#include <random>
#include <vector>

#include "catch.h"
#include "gantry/plan/list/load_density.h"
#include "gantry/plan/list/makespan_bound.h"
#include "list_cases.h"

namespace gantry::makespan_bound_test {

using namespace gantry::plan;
using namespace gantry::list_cases;

namespace {

/// What a task takes of the cycles from a to b wherever in its window it runs, cycle by cycle.
std::int64_t least_overlap(const Windows& windows, std::uint32_t task, std::int64_t a, std::int64_t b) {
  const auto first = static_cast<std::int64_t>(windows.heads[task]);
  const auto time = static_cast<std::int64_t>(windows.times[task]);
  const auto last = static_cast<std::int64_t>(windows.length - windows.tails[task]) - time;
  std::int64_t least = time;
  for (std::int64_t start = first; start <= last; ++start) {
    least = std::min(least, std::max<std::int64_t>(0, std::min(b, start + time) - std::max(a, start)));
  }
  return least;
}

std::int64_t density_of_all_intervals(const Windows& windows, std::uint32_t processors) {
  const auto length = static_cast<std::int64_t>(windows.length);
  std::int64_t most = 0;
  for (std::int64_t a = 0; a < length; ++a) {
    for (std::int64_t b = a + 1; b <= length; ++b) {
      std::int64_t work = 0;
      for (std::uint32_t t = 0; t < windows.heads.size(); ++t) work += least_overlap(windows, t, a, b);
      most = std::max(most, (work + processors - 1) / processors - (b - a));
    }
  }
  return most;
}

Crew everyone(const Instance& instance) {
  Crew crew;
  crew.processors = instance.times.processors();
  crew.capacity = crew.processors * kShares;
  for (std::uint32_t t = 0; t < instance.graph.tasks(); ++t) crew.tasks.push_back(t);
  return crew;
}

Instance alike(const Instance& from, std::uint32_t processors) {
  std::vector<Time> times;
  for (std::uint32_t t = 0; t < from.graph.tasks(); ++t) times.push_back(from.times.best(t));
  return {from.graph, TaskTimes(processors, times), from.releases};
}

}  // namespace

TEST_CASE("no bound is above the optimum, on processors that are alike, that differ, and that cannot run everything",
          "[figures]") {
  std::mt19937 random(1973);
  std::uint32_t reached = 0;
  for (std::uint32_t i = 0; i < 900; ++i) {
    const Instance one = random_instance(random, 3 + i % 5, 1 + i % 3);
    for (const Instance& instance : {one, alike(one, 1 + i % 3)}) {
      const Time least = optimum(instance);
      const Time bound = makespan_bound(instance.problem());
      INFO("instance " << i << ": " << bound << " of " << least);
      CHECK(bound <= least);
      if (bound == least) ++reached;
    }
  }
  CHECK(reached > 1000);  // of 1800
}

TEST_CASE("the load of intervals is that of its definition, and finds the fullest interval but for few") {
  std::mt19937 random(1974);
  std::uint32_t missed = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const Instance instance = alike(random_instance(random, 4 + i % 9, 1), 1 + i % 4);
    const Windows windows = windows_of(instance.problem());
    const auto found = static_cast<std::int64_t>(load_density(windows, everyone(instance), 1000));
    const std::int64_t most = density_of_all_intervals(windows, instance.times.processors());
    INFO("instance " << i);
    CHECK(found <= most);
    if (found < most) ++missed;
  }
  CHECK(missed <= 3);
}

TEST_CASE("a slow processor does less") {
  // Eight tasks of 10 on one processor, of 40 on two others: what the three do in a cycle is 1.5 of the first. 80
  // / 1.5.
  const Graph graph(std::vector<Time>(8, 10), {});
  std::vector<Time> times;
  for (int t = 0; t < 8; ++t) times.insert(times.end(), {10, 40, 40});
  const TaskTimes table = TaskTimes::table(3, times);
  CHECK(makespan_bound({graph, table, {}}) == 54);
}

TEST_CASE("no bound is above the optimum where processors differ in speed", "[figures]") {
  std::mt19937 random(1975);
  std::uint32_t reached = 0;
  for (std::uint32_t i = 0; i < 600; ++i) {
    const Instance one = random_instance(random, 3 + i % 5, 1);
    const std::uint32_t processors = 2 + i % 2;
    std::vector<Time> slow(processors, 1);
    for (std::uint32_t p = 1; p < processors; ++p) slow[p] = 1 + random() % 3;
    std::vector<Time> times;
    for (std::uint32_t t = 0; t < one.graph.tasks(); ++t) {
      for (const Time factor : slow) times.push_back(one.times(t, 0) * factor);
    }
    const Instance instance{one.graph, TaskTimes::table(processors, times), one.releases};
    const Time least = optimum(instance);
    const Time bound = makespan_bound(instance.problem());
    INFO("instance " << i << ": " << bound << " of " << least);
    CHECK(bound <= least);
    if (bound == least) ++reached;
  }
  CHECK(reached > 300);
}

TEST_CASE("an interval between fork and join needs its processors") {
  // 1 before and 1 after five tasks of 10 on two processors: in the 10 cycles between there is room for two of them.
  // Paths say 12, all work shared says 26; the five share two processors in 25 cycles at least, so 27.
  std::vector<Edge> edges;
  for (std::uint32_t t = 1; t <= 5; ++t) {
    edges.push_back({0, t, 0, false});
    edges.push_back({t, 6, 0, false});
  }
  const Graph graph({1, 10, 10, 10, 10, 10, 1}, edges);
  const TaskTimes times(2, graph.times());
  CHECK(makespan_bound({graph, times, {}}) == 27);
}

TEST_CASE("tasks that only some processors run have a bound of their own") {
  // Three tasks of 10 that only processor 0 runs, beside two idle ones.
  const Graph graph({10, 10, 10}, {});
  const Time no = TaskTimes::kCannotRun;
  const TaskTimes times = TaskTimes::table(3, {10, no, no, 10, no, no, 10, no, no});
  CHECK(makespan_bound({graph, times, {}}) == 30);
}

TEST_CASE("data of two predecessors comes together in no less than its transfer or both their times") {
  // Both beside each other: 10, then 6 for the transfer, then 1. Both on the task's processor: 20, then 1.
  const std::vector<Edge> edges = {{0, 2, 6, false}, {1, 2, 6, false}};
  const Graph graph({10, 10, 1}, edges);
  CHECK(makespan_bound({graph, TaskTimes(4, graph.times()), {}}) == 17);
  const Graph slow({10, 10, 1}, {{0, 2, 60, false}, {1, 2, 60, false}});
  CHECK(makespan_bound({slow, TaskTimes(4, slow.times()), {}}) == 21);
}

TEST_CASE("what is released late ends late") {
  const Graph graph({5, 5}, {});
  const TaskTimes times(2, graph.times());
  CHECK(makespan_bound({graph, times, {}, {0, 100}}) == 105);
}

}  // namespace gantry::makespan_bound_test
