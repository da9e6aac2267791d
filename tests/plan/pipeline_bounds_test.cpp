// SPDX-License-Identifier: Apache-2.0
// The pipeline planner's bounds by hand, and against the optima of small models: none may ever be above one.
#include <random>

#include "catch.h"
#include "gantry/plan/pipeline/best_plan.h"
#include "gantry/plan/pipeline/bounds.h"
#include "gantry/plan/pipeline/part_bound.h"
#include "pipeline_brute_force.h"

namespace gantry::pipeline_bounds_test {

using namespace gantry::plan;

namespace {

/// Forward 2 and 3, backward 4 and 1, a layer each, in three subtasks on two resources.
PipelineModel two_layers() {
  PipelineModel model;
  model.subtasks = 3;
  model.operations = {{"f1"}, {"f2"}, {"b2"}, {"b1"}};
  model.resources = {{"r0", {}, false}, {"r1", {}, false}};
  model.times = {2, 2, 3, 3, 4, 4, 1, 1};
  model.edges = {{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 3, 0, 0}};
  model.parameters = {{0, {0, 3}}, {0, {1, 2}}};
  model.hops = {0, 1, 1, 0};
  return model;
}

}  // namespace

TEST_CASE("a layer's operations in a row wait for the first to come and are followed by what comes after the last") {
  const PipelineModel model = two_layers();
  const PipelineItems items(model);
  const HeadsAndTails ways(items);
  // f1, f2, b2, b1: 10 in a row, 30 in three subtasks.
  CHECK(ways.longest == 10);
  CHECK(ways.work == 30);
  CHECK(ways.head[1] == 2);
  CHECK(ways.tail[1] == 5);
  // Layer 2: head of f2, three times 3 + 4, tail of b2.
  CHECK(unit_bound(items, ways) == 2 + 21 + 1);
  // Two resources begin with f1 (head 0) and at best f2 (2), and end with b1 (0) and at best b2 (1): (30 + 2 + 1) / 2.
  CHECK(fill_and_drain_bound(items, ways) == 17);
  const PipelineBound bound = simple_bound(items);
  CHECK(bound.value == 24);
  CHECK(bound.rule == "operations of one parameter");
  CHECK(naive::best(model) == 24);
}

TEST_CASE("a bound on a part of a layer's operations counts, too") {
  // f1 f2 b1 with f1, b1 tied: b1 needs not end behind f2's tail, so f1 and b1 alone bound: 0 + 3 x 6 + 0.
  // But f2 with its own tail of 50 is followed by nothing of its unit: head 1, three times 1, tail 50 = 54.
  PipelineModel model;
  model.subtasks = 3;
  model.operations = {{"f1"}, {"f2"}, {"b1"}, {"last"}};
  model.resources = {{"r0", {}, false}, {"r1", {}, false}};
  model.times = {1, 1, 1, 1, 5, 5, 50, 50};
  model.edges = {{0, 1, 0, 0}, {1, 3, 0, 0}, {0, 2, 0, 0}};
  model.parameters = {{0, {0, 2}}, {0, {1}}};
  model.hops = {0, 1, 1, 0};
  const PipelineItems items(model);
  // f1 and b1 on one resource: the three f1 (tails 51) first end at 3, then 51; all six need 18.
  CHECK(unit_bound(items, HeadsAndTails(items)) == 54);
}

TEST_CASE("no bound is above the optimum of a small model, and pipelines fill and drain") {
  std::mt19937 random(21);
  int by_parameter = 0;
  int by_filling = 0;
  int tight = 0;
  const auto hold = [&](const PipelineModel& model) {
    const auto best = naive::best(model);
    if (!best) return;
    const PipelineItems items(model);
    const PipelineBound bound = simple_bound(items);
    INFO("best " << *best << ", bound " << bound.value << " by " << bound.rule);
    REQUIRE(bound.value <= *best);
    if (model.objective == PipelineObjective::kMakespan) {
      const HeadsAndTails ways(items);
      REQUIRE(unit_bound(items, ways) <= *best);
      const Time filling = fill_and_drain_bound(items, ways);
      REQUIRE(filling <= *best);
      const Time resources = model.resource_count();
      by_filling += filling > (ways.work + resources - 1) / resources ? 1 : 0;
    }
    by_parameter += bound.rule == "operations of one parameter" ? 1 : 0;
    tight += bound.value == *best ? 1 : 0;
  };
  for (int m = 0; m < 300; ++m) {
    INFO("model " << m);
    hold(naive::random_model(random, PipelineObjective::kMakespan));
    hold(naive::random_model(random, PipelineObjective::kThroughput));
  }
  for (int m = 0; m < 40; ++m) {
    INFO("training " << m);
    hold(naive::random_training(random, 2, 2));
    if (m % 4 == 0) hold(naive::random_training(random, 3, 2));
  }
  INFO("parameter " << by_parameter << ", filling " << by_filling << ", tight " << tight);
  CHECK(by_parameter > 10);
  CHECK(by_filling > 10);
  CHECK(tight > 100);
}

TEST_CASE("the cheapest part that has its share of the work bounds the largest load") {
  std::mt19937 random(22);
  int bounded = 0;
  int above_work = 0;
  for (int m = 0; m < 400; ++m) {
    INFO("model " << m);
    const PipelineModel model = naive::random_model(random, PipelineObjective::kThroughput);
    const auto best = naive::best(model);
    if (!best) continue;
    const PipelineItems items(model);
    for (const Time at_most : {*best, 2 * *best + 3}) {
      const auto bound = part_bound(items, at_most, {});
      if (!bound) continue;
      INFO("best " << *best << ", at most " << at_most << ", bound " << bound->value);
      REQUIRE(bound->value <= *best);
      ++bounded;
      above_work += bound->value > simple_bound(items).value ? 1 : 0;
    }
  }
  INFO("bounded " << bounded << ", above the work " << above_work);
  CHECK(bounded > 50);
  CHECK(above_work > 10);
}

TEST_CASE("a chain cut in two pays for the cut") {
  // Four operations of 10, results of 3: two accelerators, so one has at least 20 of the work, and a part of a chain
  // has at least one end inside: 20 + 3.
  PipelineModel model;
  model.objective = PipelineObjective::kThroughput;
  model.operations = {{"a"}, {"b"}, {"c"}, {"d"}};
  model.resources = {{"x", {}, true}, {"y", {}, true}};
  model.times = {10, 10, 10, 10, 10, 10, 10, 10};
  model.edges = {{0, 1, 0, 3}, {1, 2, 0, 3}, {2, 3, 0, 3}};
  model.hops = {0, 2, 2, 0};
  const auto bound = part_bound(PipelineItems(model), 40, {});
  REQUIRE(bound);
  CHECK(bound->value == 23);
  CHECK(naive::best(model) == 23);
}

TEST_CASE("where its relaxation is near the best plan, no node is searched for the cheapest part") {
  // A chain in five contiguous pieces: the relaxation is within half a percent, and the whole program is too large for
  // nodes.
  PipelineModel model;
  model.objective = PipelineObjective::kThroughput;
  for (std::uint32_t r = 0; r < 5; ++r) model.resources.push_back({"r" + std::to_string(r), {}, true});
  for (std::uint32_t k = 0; k < 25; ++k) model.hops.push_back(k % 6 == 0 ? 0 : 1);
  for (std::uint32_t o = 0; o < 400; ++o) {
    model.operations.push_back({"o" + std::to_string(o)});
    model.times.insert(model.times.end(), 5, 100 + o * o % 13);
    if (o > 0) model.edges.push_back({o - 1, o, 0, 7 + o % 5});
  }
  PipelineLimits limits;
  limits.iterations = 1000;
  const PipelineResult result = plan_pipeline(model, limits);
  CHECK(result.status == PipelineStatus::kFeasible);
  CHECK(result.nodes == 0);
}

TEST_CASE("a value within a millionth of its bound is proven") {
  const PipelineModel model = two_layers();
  const PipelineLimits limits;
  const auto proven = [&](Time value, Time bound) {
    BestPlan best(model, limits);
    PipelinePoint point;
    point.choice.resource = {0, 1};
    point.value = value;
    best.keep(point, "test");
    best.raise_bound(bound, "test");
    return best.proven();
  };
  CHECK(proven(24, 24));
  CHECK(!proven(24, 23));
  CHECK(proven(2000002, 2000000));
  CHECK(!proven(2000003, 2000000));
}

TEST_CASE("gap is by how much of the bound a value is above it") {
  CHECK(gap(30, 24) == 0.25);
  CHECK(gap(24, 24) == 0.0);
  CHECK(gap(0, 0) == 0.0);
  CHECK(!gap(1, 0));
}

}  // namespace gantry::pipeline_bounds_test
