// SPDX-License-Identifier: Apache-2.0
// The pipeline planner against every choice of small models, and each of its parts against the rules.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "catch.h"
#include "gantry/plan/checker/pipeline_judge.h"
#include "gantry/plan/milp/qubo.h"
#include "gantry/plan/pipeline/anneal.h"
#include "gantry/plan/pipeline/evaluator.h"
#include "gantry/plan/pipeline/formulation.h"
#include "gantry/plan/pipeline/load_state.h"
#include "gantry/plan/pipeline/planner.h"
#include "pipeline_brute_force.h"

namespace gantry::pipeline_test {

namespace {

using namespace gantry::plan;

PipelineLimits with(PipelineSolver solver, std::uint64_t iterations = 2000) {
  PipelineLimits limits;
  limits.solver = solver;
  limits.iterations = iterations;
  return limits;
}

/// The value of a plan by the naive rules; nothing if it breaks one.
std::optional<Time> naive_value(const PipelineModel& model, const PipelineChoice& choice) {
  const PipelineItems items(model);
  naive::Try attempt{model, {}, choice.order};
  for (std::uint32_t i = 0; i < items.size(); ++i) attempt.where.push_back(choice.resource[items.unit(i)]);
  if (!attempt.allowed()) return std::nullopt;
  if (model.objective == PipelineObjective::kMakespan) {
    const Time makespan = attempt.run();
    return attempt.fits() ? std::optional<Time>(makespan) : std::nullopt;
  }
  Time value = 0;
  for (std::uint32_t r = 0; r < model.resource_count(); ++r) value = std::max(value, attempt.load(r));
  return attempt.fits_standing() ? std::optional<Time>(value) : std::nullopt;
}

void against_brute_force(PipelineObjective objective, int models) {
  std::mt19937 random(objective == PipelineObjective::kMakespan ? 7 : 8);
  Time optima = 0;
  Time annealed = 0;
  int infeasible = 0;
  for (int m = 0; m < models; ++m) {
    INFO("model " << m);
    const PipelineModel model = naive::random_model(random, objective);
    const auto best = naive::best(model);
    const PipelineResult exact = plan_pipeline(model, with(PipelineSolver::kMilp));
    if (!best) {
      ++infeasible;
      REQUIRE(exact.status == PipelineStatus::kInfeasible);
      REQUIRE(!exact.why_infeasible.empty());
      continue;
    }
    INFO("best " << *best << ", found " << exact.point.value << ", bound " << exact.bound << ", " << exact.stopped);
    REQUIRE(exact.status == PipelineStatus::kOptimal);
    REQUIRE(exact.point.value == *best);
    REQUIRE(exact.bound == *best);
    REQUIRE(naive_value(model, exact.point.choice) == *best);
    const PipelineResult heuristic = plan_pipeline(model, with(PipelineSolver::kAnneal));
    REQUIRE(heuristic.status != PipelineStatus::kInfeasible);
    if (heuristic.status == PipelineStatus::kNone) continue;
    REQUIRE(naive_value(model, heuristic.point.choice) == heuristic.point.value);
    REQUIRE(heuristic.bound <= *best);
    optima += *best;
    annealed += heuristic.point.value;
  }
  INFO("optima " << optima << ", annealed " << annealed << ", infeasible " << infeasible);
  CHECK(static_cast<double>(annealed) <= 1.05 * static_cast<double>(optima));
  CHECK(infeasible > models / 50);
  CHECK(infeasible < models / 2);
}

}  // namespace

TEST_CASE("makespan: milp finds the optimum of 400 random models, anneal comes within 5 % in total") {
  against_brute_force(PipelineObjective::kMakespan, 400);
}

TEST_CASE("throughput: milp finds the optimum of 400 random models, anneal comes within 5 % in total") {
  against_brute_force(PipelineObjective::kThroughput, 400);
}

TEST_CASE("loads that follow single moves are the loads of the rule") {
  std::mt19937 random(3);
  for (int m = 0; m < 200; ++m) {
    const PipelineModel model = naive::random_model(random, PipelineObjective::kThroughput);
    const PipelineItems items(model);
    std::vector<std::uint32_t> resource(items.units(), 0);
    bool runs = true;
    for (std::uint32_t u = 0; u < items.units(); ++u) runs = runs && items.can_run(u, 0);
    if (!runs) continue;
    LoadState state(items, resource);
    for (int k = 0; k < 20; ++k) {
      const std::uint32_t u = static_cast<std::uint32_t>(random() % items.units());
      const std::uint32_t r = static_cast<std::uint32_t>(random() % model.resources.size());
      if (!items.can_run(u, r)) continue;
      state.move(u, r);
      const PipelineChoice choice{state.resource(), items.flow_order()};
      REQUIRE(state.loads() == evaluate_loads(items, choice));
      REQUIRE(state.excess() == excess(model, evaluate_memory(items, choice, {})));
    }
  }
}

TEST_CASE("the checker accepts what the planner makes and refuses every single fault") {
  std::mt19937 random(11);
  int timed = 0;
  int refused = 0;
  for (int m = 0; m < 120; ++m) {
    INFO("model " << m);
    const auto objective = m % 2 == 0 ? PipelineObjective::kMakespan : PipelineObjective::kThroughput;
    const PipelineModel model = naive::random_model(random, objective);
    const PipelineResult result = plan_pipeline(model, with(PipelineSolver::kAuto, 500));
    if (result.status != PipelineStatus::kOptimal && result.status != PipelineStatus::kFeasible) continue;
    const PipelineJudge judge(model);
    const auto faults = [&](const Plan& plan) {
      return check_plan(judge.checked(plan, [](std::uint32_t task) { return std::to_string(task); })).size();
    };
    const Plan good = pipeline_plan(model, result);
    REQUIRE(faults(good) == 0);

    // A metric that says something else.
    for (const auto& metric : good.metrics.items()) {
      const auto* number = std::get_if<std::uint64_t>(&metric.second);
      // What the search says of itself, and what is not about this plan.
      const std::set<std::string> own{"nodes", "iterations", "bound", "contiguous_load", "ideals"};
      if (number == nullptr || own.count(metric.first) > 0) continue;
      Plan bad = good;
      bad.metrics = {};
      for (const auto& other : good.metrics.items()) {
        bad.metrics.set(other.first, other.first == metric.first ? Value{*number + 1} : other.second);
      }
      INFO(metric.first);
      REQUIRE(faults(bad) > 0);
      ++refused;
    }
    for (std::size_t p = 0; p < good.placement.size(); ++p) {
      // One operation elsewhere: other loads at least, or no difference to any rule.
      for (std::uint32_t r = 0; r < model.resource_count(); ++r) {
        if (r == good.placement[p].processors[0]) continue;
        Plan bad = good;
        bad.placement[p].processors = {r};
        const PipelineItems items(model);
        const Time here = model.time(static_cast<std::uint32_t>(p), good.placement[p].processors[0]);
        if (here == 0) continue;
        REQUIRE(faults(bad) > 0);
        ++refused;
      }
      if (!good.placement[p].start) continue;
      // Too early or too late by a cycle.
      ++timed;
      for (const int by : {-1, 1}) {
        if (*good.placement[p].start == 0 && by < 0) continue;
        Plan bad = good;
        *bad.placement[p].start += static_cast<Time>(by);
        *bad.placement[p].finish += static_cast<Time>(by);
        if (faults(bad) == 0) {
          // Only an operation of no time may start anywhere its resource ends something.
          REQUIRE(*good.placement[p].start == *good.placement[p].finish);
        } else {
          ++refused;
        }
      }
      Plan missing = good;
      missing.placement.erase(missing.placement.begin() + static_cast<std::ptrdiff_t>(p));
      REQUIRE(faults(missing) > 0);
    }
  }
  CHECK(timed > 100);
  CHECK(refused > 500);
}

TEST_CASE("the checker finds more bytes than a resource has, and parameters that are torn apart") {
  PipelineModel model;
  model.operations = {{"f", 0}, {"b", 0}};
  model.resources = {{"a", 10, false}, {"b", 10, false}};
  model.times = {3, 3, 4, 4};
  model.edges = {{0, 1, 6, 2}};
  model.parameters = {{4, {0, 1}}};
  model.hops = {0, 1, 1, 0};
  const PipelineResult result = plan_pipeline(model, with(PipelineSolver::kMilp));
  REQUIRE(result.status == PipelineStatus::kOptimal);
  CHECK(result.point.value == 7);
  const Plan good = pipeline_plan(model, result);
  const auto lines = [&](const PipelineModel& of, const Plan& plan) {
    const PipelineJudge judge(of);
    return check_plan(judge.checked(plan, [&](std::uint32_t t) { return of.operations[t].name; })).lines();
  };
  CHECK(lines(model, good).empty());
  PipelineModel smaller = model;
  smaller.resources[0].memory = smaller.resources[1].memory = 9;
  REQUIRE(lines(smaller, good).size() == 1);
  CHECK(lines(smaller, good)[0] == "error: resource a holds up to 10 bytes and has 9");
  Plan torn = good;
  torn.metrics = {};
  torn.metrics.set("makespan", std::uint64_t{9});
  torn.placement[1].processors = {1};
  torn.placement[1].start = 5;
  torn.placement[1].finish = 9;
  CHECK(lines(model, torn)[0].find("share a parameter") != std::string::npos);
}

TEST_CASE("an infeasible model says which constraint makes it so") {
  PipelineModel model;
  model.operations = {{"f", 0}, {"g", 0}, {"b", 0}};
  model.resources = {{"small", 10, false}, {"large", 20, false}};
  model.times = {1, 1, 1, 1, 1, 1};
  model.hops = {0, 1, 1, 0};
  const auto why = [&] {
    const PipelineResult result = plan_pipeline(model, with(PipelineSolver::kAuto));
    REQUIRE(result.status == PipelineStatus::kInfeasible);
    REQUIRE(result.why_infeasible.size() == 1);
    return result.why_infeasible[0];
  };
  model.parameters = {{21, {0, 2}}};
  CHECK(why() ==
        "memory: operations f, b, which share a parameter, need 21 bytes at a time and the largest resource that can "
        "run them has 20");
  model.parameters = {{11, {0}}, {11, {1}}};
  CHECK(why() ==
        "memory: no choice of resources keeps the limits of small (10 bytes), large (20 bytes) together; parameters "
        "have 22 bytes in all");
  model.parameters = {{16, {0}}, {15, {1}}};
  CHECK(why() == "memory: the parameters have 31 bytes and all resources together 30");
  model.parameters = {{1, {0, 2}}};
  model.times = {1, TaskTimes::kCannotRun, 1, 1, TaskTimes::kCannotRun, 1};
  CHECK(why() == "no resource runs operations f, b, which share a parameter, all");
}

TEST_CASE("a stopped search keeps its best plan") {
  std::mt19937 random(2);
  PipelineModel model = naive::random_model(random, PipelineObjective::kMakespan);
  std::atomic<bool> stop = true;
  PipelineLimits limits;
  limits.stop = &stop;
  for (auto& resource : model.resources) resource.memory = std::nullopt;
  const PipelineResult result = plan_pipeline(model, limits);
  REQUIRE(result.status != PipelineStatus::kNone);
  CHECK((result.stopped == "interrupted" || result.stopped == "optimal"));
  CHECK(naive_value(model, result.point.choice) == result.point.value);
}

TEST_CASE("the least energy of the QUBO is the optimum") {
  std::mt19937 random(21);
  int tried = 0;
  for (int m = 0; m < 400 && tried < 12; ++m) {
    PipelineModel model = naive::random_model(random, PipelineObjective::kThroughput);
    // Every bit doubles the work here.
    for (Time& time : model.times) time = time == TaskTimes::kCannotRun ? time : time % 4;
    const PipelineItems items(model);
    const auto made = qubo(PipelineFormulation(items, 1, std::nullopt, true, PipelineForm::kCoarse).milp());
    REQUIRE(made);
    if (made->bits > 18) continue;
    const auto best = naive::best(model);
    if (!best) continue;
    ++tried;
    double least = 1e300;
    for (std::uint32_t bits = 0; bits < (std::uint32_t{1} << made->bits); ++bits) {
      double energy = made->offset;
      for (const auto& [pair, weight] : made->weights) {
        if (((bits >> pair.first) & 1U) != 0 && ((bits >> pair.second) & 1U) != 0) energy += weight;
      }
      least = std::min(least, energy);
    }
    INFO("model " << m);
    REQUIRE(least == static_cast<double>(*best));
  }
  CHECK(tried == 12);
}

}  // namespace gantry::pipeline_test
