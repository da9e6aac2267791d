// SPDX-License-Identifier: Apache-2.0
// The periodic planner (source 001): its worked example, and small instances against every schedule there is.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/random.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/periodic/periodic.h"
#include "gantry/plan/periodic/placement_orders.h"
#include "gantry/plan/periodic/repeat.h"
#include "gantry/plan/periodic/retiming_bound.h"
#include "gantry/plan/periodic/slices.h"

namespace gantry::periodic_plan_test {

using namespace gantry::plan;

namespace {

/// The source's input: 0 A 1, 1 B 2, 2 C 1, 3 D 2; transfers 0-1 of 2 bytes, 0-2, 1-3 and 2-3 of 1 byte.
const Graph& diamond() {
  static const Graph made({1, 2, 1, 2}, {{0, 1, 2, false}, {0, 2, 1, false}, {1, 3, 1, false}, {2, 3, 1, false}});
  return made;
}

Diagnostics faults_of(const PeriodicProblem& problem, const Plan& plan) {
  const TaskTimes times(problem.processors, problem.graph.times());
  return check_plan({plan, problem.graph, times, transfer_time(problem.transfer),
                     [](std::uint32_t task) { return std::to_string(task); }});
}

std::string first_fault(const PeriodicProblem& problem, const Plan& plan) {
  const Diagnostics faults = faults_of(problem, plan);
  return faults.ok() ? "" : faults.errors().front().text;
}

struct Instance {
  std::vector<Time> times;
  std::vector<Edge> edges;
  std::uint32_t processors = 1;
  TransferCost transfer;
  std::uint32_t max_unroll = 1;
};

/// Some tasks of 0 to 4 cycles with transfers of up to two periods.
Instance random_instance(RandomBits& bits) {
  Instance made;
  const auto tasks = static_cast<std::uint32_t>(2 + random_below(bits, 6));
  for (std::uint32_t t = 0; t < tasks; ++t) made.times.push_back(random_below(bits, 5));
  if (random_below(bits, 8) != 0) {
    for (Time& time : made.times) time = std::max<Time>(time, 1);
  }
  made.times[random_below(bits, tasks)] = 1 + random_below(bits, 4);
  const std::uint64_t dense = 1 + random_below(bits, 4);
  const std::uint64_t most_bytes = random_below(bits, 3) == 0 ? 12 : 4;
  for (std::uint32_t to = 1; to < tasks; ++to) {
    for (std::uint32_t from = 0; from < to; ++from) {
      if (random_below(bits, 5) < dense) made.edges.push_back({from, to, random_below(bits, most_bytes), false});
    }
  }
  made.processors = static_cast<std::uint32_t>(1 + random_below(bits, 4));
  made.max_unroll = tasks <= 3 ? 2 : 1;
  made.transfer.latency_billionths = random_below(bits, 2) * 500000000;
  return made;
}

/// The least largest retiming over all starts, one copy after the other; by definition, not by the planner's code.
class EveryStart {
 public:
  /// `between`: copies without time do not start while another copy runs on their processor.
  EveryStart(const Graph& graph, TransferCost transfer, const Unrolling& unrolling, bool between)
      : graph_(graph),
        transfer_(transfer),
        unroll_(unrolling.unroll),
        period_(unrolling.period),
        processor_(unrolling.processor),
        between_(between) {
    begin_.resize(processor_.size());
  }

  /// Below `known`, if there is anything below it.
  std::uint64_t least(std::uint64_t known) {
    best_ = known;
    place(0, 0);
    return best_;
  }

 private:
  /// Cycle in which the copy begins, the first period's first being 0: all possible ones from its predecessors on.
  void place(std::size_t done, std::uint64_t stage) {
    if (stage >= best_) return;
    if (done == processor_.size()) {
      best_ = stage;
      return;
    }
    const std::uint32_t task = graph_.flow_order()[done / unroll_];
    const std::size_t copy = task * std::size_t{unroll_} + done % unroll_;
    const Time time = graph_.time(task);
    Time ready = 0;
    for (const std::uint32_t e : graph_.in(task)) {
      const Edge& edge = graph_.edge(e);
      const std::size_t from = edge.from * std::size_t{unroll_} + done % unroll_;
      const Time transfer = processor_[from] == processor_[copy] ? 0 : transfer_.cycles(edge.bytes);
      ready = std::max(ready, begin_[from] + graph_.time(edge.from) + transfer);
    }
    // a period later is never better than the same start in this one
    for (Time begin = ready; begin < ready + period_; ++begin) {
      if (begin % period_ + time > period_ || !free(copy, begin % period_, time, done)) continue;
      begin_[copy] = begin;
      place(done + 1, std::max<std::uint64_t>(stage, begin / period_));
    }
  }

  [[nodiscard]] bool free(std::size_t copy, Time start, Time time, std::size_t done) const {
    for (std::size_t d = 0; d < done; ++d) {
      const std::uint32_t task = graph_.flow_order()[d / unroll_];
      const std::size_t other = task * std::size_t{unroll_} + d % unroll_;
      if (processor_[other] != processor_[copy]) continue;
      if (!between_ && (time == 0 || graph_.time(task) == 0)) continue;
      const Time begin = begin_[other] % period_;
      if (begin < start + time && start < begin + graph_.time(task)) return false;
    }
    return true;
  }

  const Graph& graph_;
  TransferCost transfer_;
  std::uint32_t unroll_;
  Time period_;
  std::vector<std::uint32_t> processor_;
  bool between_;
  std::vector<Time> begin_;
  std::uint64_t best_ = 0;
};

}  // namespace

TEST_CASE("the source's example: one execution in a period of three cycles") {
  const PeriodicProblem problem{diamond(), 2, {}};
  const PeriodicResult result = plan_periodic(problem, {});
  CHECK(result.unrolling.unroll == 1);
  CHECK(result.unrolling.period == 3);
  CHECK(result.max_retiming == 1);
  const Plan plan = periodic_plan(problem, {}, result);
  CHECK(std::get<double>(*plan.metrics.find("utilization")) == 1.0);
  CHECK(std::get<std::uint64_t>(*plan.metrics.find("prologue")) == 3);
  CHECK(first_fault(problem, plan) == "");
}

TEST_CASE("small instances: the period of longest-first, and nearly the smallest prologue") {
  RandomBits bits(1, 0);
  std::uint64_t ours = 0;
  std::uint64_t least = 0;
  for (int round = 0; round < 1500; ++round) {
    const Instance instance = random_instance(bits);
    const Graph graph(instance.times, instance.edges);
    const PeriodicProblem problem{graph, instance.processors, instance.transfer};
    PeriodicOptions options;
    options.unrolling.max_unroll = instance.max_unroll;
    options.search.rounds = 2000;
    const PeriodicResult result = plan_periodic(problem, options);
    INFO("round " << round);
    REQUIRE(first_fault(problem, periodic_plan(problem, options, result)) == "");
    const std::uint64_t exact =
        EveryStart(graph, instance.transfer, result.unrolling, false).least(result.max_retiming);
    CHECK(result.least_retiming <= exact);
    if (round % 5 == 0) {
      // a poor start: the model has to find the optimum itself, or to prove it
      const Copies copies(graph, instance.transfer, result.unrolling.unroll, result.unrolling.period);
      PeriodicSchedule poor = adjust_by_key_nodes(copies, result.unrolling.processor);
      put_between(copies, poor);
      retime(copies, poor);
      const ExactPrologue model = exact_prologue(copies, poor, 0, {});
      CHECK(model.status == MilpStatus::kOptimal);
      const std::uint64_t between = EveryStart(graph, instance.transfer, result.unrolling, true).least(1000);
      CHECK(model.bound == between);
      if (model.better) {
        PeriodicSchedule better = *model.better;
        CHECK(retime(copies, better) == between);
      }
    }
    CHECK(result.max_retiming <= exact + 1);
    CHECK(result.schedule.processor == result.unrolling.processor);
    ours += result.max_retiming;
    least += exact;
  }
  CHECK(ours <= least + least / 100);
}

TEST_CASE("the bound of a retiming counts what has to run in each part of the period") {
  // 0 on processor 0, then 1 and 2 on processor 1, which cannot both run in the second of two cycles.
  const Graph fork({1, 1, 1}, {{0, 1, 0, false}, {0, 2, 0, false}});
  const Copies forked(fork, {0, 0}, 1, 2);
  const std::vector<std::uint32_t> apart = {0, 1, 1};
  CHECK(least_retiming(forked, &apart) == 0);
  CHECK(retiming_bound(forked, &apart, 2, 9) == 1);
  CHECK(retiming_bound(forked, &apart, 2, 0) == 0);   // somebody has reached it
  CHECK(retiming_bound(forked, nullptr, 2, 9) == 0);  // 0 and 1 on one processor, 2 beside 1
  CHECK(retiming_bound(Copies(fork, {0, 0}, 1, 3), nullptr, 1, 9) == 0);
  // Six tasks wait for one: two processors have them done after 1 + 3 cycles at the earliest, whoever has which.
  const Graph star(
      {1, 1, 1, 1, 1, 1, 1},
      {{0, 1, 0, false}, {0, 2, 0, false}, {0, 3, 0, false}, {0, 4, 0, false}, {0, 5, 0, false}, {0, 6, 0, false}});
  CHECK(retiming_bound(Copies(star, {}, 1, 4), nullptr, 2, 9) == 0);
  // And one that waits for all six has to wait for the next period.
  const Graph closed({1, 1, 1, 1, 1, 1, 1, 1}, {{0, 1, 0, false},
                                                {0, 2, 0, false},
                                                {0, 3, 0, false},
                                                {0, 4, 0, false},
                                                {0, 5, 0, false},
                                                {0, 6, 0, false},
                                                {1, 7, 0, false},
                                                {2, 7, 0, false},
                                                {3, 7, 0, false},
                                                {4, 7, 0, false},
                                                {5, 7, 0, false},
                                                {6, 7, 0, false}});
  CHECK(least_retiming(Copies(closed, {}, 1, 4), nullptr) == 0);
  CHECK(retiming_bound(Copies(closed, {}, 1, 4), nullptr, 2, 9) == 1);
}

TEST_CASE("no schedule is below the bound of a retiming, and most reach it") {
  RandomBits bits(6, 0);
  std::uint64_t cases = 0;
  std::uint64_t reached = 0;
  std::uint64_t stronger = 0;
  for (int round = 0; round < 1500; ++round) {
    const Instance instance = random_instance(bits);
    const Graph graph(instance.times, instance.edges);
    Unrolling unrolling = unroll(graph, instance.processors, {950000000, instance.max_unroll});
    const Copies copies(graph, instance.transfer, unrolling.unroll, unrolling.period);
    const std::uint64_t exact = EveryStart(graph, instance.transfer, unrolling, false).least(1000);
    const std::uint64_t bound = retiming_bound(copies, &unrolling.processor, instance.processors, 1000);
    INFO("round " << round);
    REQUIRE(bound <= exact);
    ++cases;
    if (bound == exact) ++reached;
    if (bound > least_retiming(copies, &unrolling.processor)) ++stronger;
    if (round % 5 != 0 || unrolling.processor.size() > 5) continue;
    // The best of all assignments that the period holds.
    const std::uint64_t any = retiming_bound(copies, nullptr, instance.processors, 1000);
    std::uint64_t ways = 1;
    for (std::size_t c = 0; c < unrolling.processor.size(); ++c) ways *= instance.processors;
    std::uint64_t best = exact;
    for (std::uint64_t way = 0; way < ways; ++way) {
      std::vector<Time> load(instance.processors);
      std::uint64_t rest = way;
      for (std::uint32_t c = 0; c < copies.size(); ++c, rest /= instance.processors) {
        unrolling.processor[c] = static_cast<std::uint32_t>(rest % instance.processors);
        load[unrolling.processor[c]] += copies.time(c);
      }
      if (*std::max_element(load.begin(), load.end()) > unrolling.period) continue;
      best = EveryStart(graph, instance.transfer, unrolling, false).least(best);
    }
    REQUIRE(any <= best);
  }
  INFO(reached << " of " << cases << " bounds are reached, " << stronger << " are above the longest chain's");
  CHECK(reached * 10 >= cases * 9);
  CHECK(stronger >= 50);
}

TEST_CASE("slices of a graph share the period without waiting for each other") {
  RandomBits bits(7, 0);
  for (int round = 0; round < 300; ++round) {
    const Instance instance = random_instance(bits);
    const Graph graph(instance.times, instance.edges);
    const PeriodicProblem problem{graph, instance.processors, instance.transfer};
    PeriodicOptions options;
    options.unrolling.max_unroll = instance.max_unroll;
    options.search.rounds = 0;
    PeriodicResult result = plan_periodic(problem, options);
    const Copies copies(graph, instance.transfer, result.unrolling.unroll, result.unrolling.period);
    for (const SliceRule& rule : {SliceRule{0, true}, SliceRule{0}, SliceRule{3}, SliceRule{4}}) {
      for (const std::uint64_t retiming : {0U, 1U, 3U}) {
        result.schedule = schedule_slices(copies, result.unrolling.processor, retiming, rule);
        result.max_retiming = *std::max_element(result.schedule.retiming.begin(), result.schedule.retiming.end());
        result.max_retiming_before = result.max_retiming;
        result.least_retiming = 0;
        INFO("round " << round);
        REQUIRE(first_fault(problem, periodic_plan(problem, options, result)) == "");
      }
    }
  }
  // A wave front over 24 x 24 tasks keeps eight processors busy in every cycle, for two periods at most behind the
  // first.
  std::vector<Edge> edges;
  for (std::uint32_t t = 0; t < 576; ++t) {
    if (t % 24 > 0) edges.push_back({t - 1, t, 1, false});
    if (t >= 24) edges.push_back({t - 24, t, 1, false});
  }
  const Graph wave(std::vector<Time>(576, 6), edges);
  const PeriodicResult found = plan_periodic({wave, 8, {}}, {});
  CHECK(found.unrolling.period == 432);
  CHECK(found.least_retiming == 1);
  CHECK(found.max_retiming <= 2);
}

TEST_CASE("unrolling stops at the first utilisation above the limit, or takes the best") {
  // Two processors; three tasks of 2 cycles: one execution makes 4 of 2 x 4 / 6 busy, two make all of 2 x 6.
  const Graph three({2, 2, 2}, {});
  CHECK(unroll(three, 2, {950000000, 16}).unroll == 2);
  CHECK(unroll(three, 2, {950000000, 16}).period == 6);
  CHECK(unroll(three, 2, {950000000, 1}).unroll == 1);
  CHECK(unroll(three, 2, {740000000, 16}).unroll == 1);
  CHECK(unroll(three, 2, {750000000, 16}).unroll == 2);   // 3/4 is not above 3/4
  CHECK(unroll(three, 2, {1000000000, 16}).unroll == 2);  // nothing is above 1: the fewest copies of the best
  // One long task alone: no number of copies below the processors' is better than another, 7 and 14 are.
  CHECK(unroll(Graph({5}, {}), 7, {1000000000, 6}).unroll == 6);
  CHECK(unroll(Graph({5}, {}), 7, {1000000000, 16}).unroll == 7);
}

TEST_CASE("longest first, ties by workload order, then copy, to the lowest of the processors that are free earliest") {
  // 3 and 3, then 2 to the lower number, then 1 to the other, which is free at 3 and not at 5
  const Unrolling made = unroll(Graph({1, 3, 3, 2}, {}), 2, {1000000000, 1});
  CHECK(made.processor == std::vector<std::uint32_t>{1, 0, 1, 0});
}

TEST_CASE("reassignment keeps the period and never lengthens the prologue") {
  RandomBits bits(2, 0);
  std::uint64_t shorter = 0;
  for (int round = 0; round < 200; ++round) {
    const Instance instance = random_instance(bits);
    const Graph graph(instance.times, instance.edges);
    const PeriodicProblem problem{graph, instance.processors, instance.transfer};
    PeriodicOptions options;
    options.search.rounds = 1000;
    const std::uint64_t before = plan_periodic(problem, options).max_retiming;
    options.reassign = true;
    const PeriodicResult result = plan_periodic(problem, options);
    INFO("round " << round);
    REQUIRE(first_fault(problem, periodic_plan(problem, options, result)) == "");
    CHECK(result.max_retiming <= before);
    CHECK(result.least_retiming <= result.max_retiming);
    if (result.max_retiming < before) ++shorter;
  }
  CHECK(shorter > 10);
}

TEST_CASE("repeated periods: a plan of many executions that no processor ever runs later than period by period") {
  RandomBits bits(3, 0);
  for (int round = 0; round < 100; ++round) {
    const Instance instance = random_instance(bits);
    const Graph graph(instance.times, instance.edges);
    const PeriodicProblem problem{graph, instance.processors, instance.transfer};
    const PeriodicResult result = plan_periodic(problem, {});
    const Plan periodic = periodic_plan(problem, {}, result);
    constexpr std::uint32_t kPeriods = 5;
    const Plan many = repeat_plan(periodic, graph, instance.transfer, kPeriods);

    const std::uint32_t unrolled = result.unrolling.unroll;
    std::vector<Time> times;
    std::vector<Edge> edges;
    for (std::uint32_t e = 0; e < kPeriods * unrolled; ++e) {
      for (const Edge& edge : graph.edges()) {
        edges.push_back({edge.from + e * graph.tasks(), edge.to + e * graph.tasks(), edge.bytes, false});
      }
      times.insert(times.end(), graph.times().begin(), graph.times().end());
    }
    const Graph all(times, edges);
    INFO("round " << round);
    REQUIRE(first_fault({all, instance.processors, instance.transfer}, many) == "");
    const Time period = result.unrolling.period;
    for (const Placement& place : many.placement) {
      const std::uint32_t execution = place.task / graph.tasks();
      const std::uint32_t copy = place.task % graph.tasks() * unrolled + execution % unrolled;
      const std::uint64_t in_period = execution / unrolled + result.max_retiming - result.schedule.retiming[copy];
      CHECK(*place.start <= in_period * period + result.schedule.start[copy]);
    }
    // the busiest processor has a whole period of work for each
    CHECK(*whole(many.metrics, "makespan") >= kPeriods * period);
    CHECK(*whole(many.metrics, "makespan") <= *whole(many.metrics, "periodic_cycles"));
    CHECK(*whole(many.metrics, "periodic_cycles") <= (kPeriods + result.max_retiming) * period);
  }
}

TEST_CASE("ten thousand copies") {
  RandomBits bits(4, 0);
  std::vector<Time> times;
  std::vector<Edge> edges;
  for (std::uint32_t t = 0; t < 10000; ++t) {
    times.push_back(1 + random_below(bits, 100));
    for (int e = 0; t > 0 && e < 3; ++e) {
      const auto back = static_cast<std::uint32_t>(random_below(bits, std::min<std::uint32_t>(t, 50)));
      edges.push_back({t - 1 - back, t, random_below(bits, 11), false});
    }
  }
  const Graph graph(times, edges);
  const PeriodicProblem problem{graph, 16, {}};
  const PeriodicResult result = plan_periodic(problem, {});
  CHECK(first_fault(problem, periodic_plan(problem, {}, result)) == "");
  // 638 as stacked and 546 by the source's adjustment; the path through the graph is no longer than three periods
  CHECK(result.max_retiming < result.max_retiming_source / 4);
}

TEST_CASE("the search ends when it is told to, with a legal schedule") {
  const std::atomic<bool> stop{true};
  RandomBits bits(5, 0);
  const Instance instance = random_instance(bits);
  const Graph graph(instance.times, instance.edges);
  PeriodicOptions options;
  options.search.stop = &stop;
  const PeriodicProblem problem{graph, instance.processors, instance.transfer};
  CHECK(first_fault(problem, periodic_plan(problem, options, plan_periodic(problem, options))) == "");
}

}  // namespace gantry::periodic_plan_test
