// SPDX-License-Identifier: Apache-2.0
// Ideals, the best contiguous split against all splits of small models, and schedules in patterns.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "catch.h"
#include "gantry/plan/pipeline/arrange.h"
#include "gantry/plan/pipeline/contiguous.h"
#include "gantry/plan/pipeline/ideals.h"
#include "gantry/plan/pipeline/patterns.h"
#include "gantry/plan/pipeline/planner.h"
#include "gantry/plan/pipeline/unit_flow.h"
#include "pipeline_brute_force.h"

namespace gantry::pipeline_contiguous_test {

using namespace gantry::plan;

namespace {

using Arcs = std::vector<std::vector<std::uint32_t>>;

std::uint32_t ideals_of(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& arcs) {
  Arcs before(nodes);
  Arcs after(nodes);
  for (const auto& [a, b] : arcs) {
    before[b].push_back(a);
    after[a].push_back(b);
  }
  const Ideals ideals(before, after, 100000);
  REQUIRE(ideals.is_complete());
  return ideals.size();
}

/// Whether pieces can be put in a row: no cycle between resources.
bool contiguous(const UnitFlow& flow, const std::vector<std::uint32_t>& resource, std::uint32_t resources) {
  std::vector<std::set<std::uint32_t>> before(resources);
  for (std::uint32_t n = 0; n < flow.size(); ++n) {
    const std::uint32_t own = resource[flow.units[n][0]];
    for (const std::uint32_t u : flow.units[n]) {
      if (resource[u] != own) return false;
    }
    for (const std::uint32_t b : flow.before[n]) {
      if (resource[flow.units[b][0]] != own) before[own].insert(resource[flow.units[b][0]]);
    }
  }
  std::vector<std::uint32_t> row(resources);
  std::iota(row.begin(), row.end(), 0);
  do {
    std::set<std::uint32_t> passed;
    bool good = true;
    for (const std::uint32_t r : row) {
      good = good && std::includes(passed.begin(), passed.end(), before[r].begin(), before[r].end());
      passed.insert(r);
    }
    if (good) return true;
  } while (std::next_permutation(row.begin(), row.end()));
  return false;
}

PipelineModel chain(std::vector<Time> times, std::uint32_t resources, std::uint32_t subtasks) {
  PipelineModel model;
  model.subtasks = subtasks;
  for (std::uint32_t r = 0; r < resources; ++r) model.resources.push_back({"r" + std::to_string(r), {}, false});
  for (std::uint32_t o = 0; o < times.size(); ++o) {
    model.operations.push_back({"o" + std::to_string(o)});
    model.times.insert(model.times.end(), resources, times[o]);
    if (o > 0) model.edges.push_back({o - 1, o, 0, 0});
  }
  for (std::uint32_t k = 0; k < resources * resources; ++k) model.hops.push_back(k % (resources + 1) == 0 ? 0 : 1);
  return model;
}

}  // namespace

TEST_CASE("a chain of n nodes has n + 1 ideals, n nodes without edges have 2^n, two chains the product") {
  CHECK(ideals_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}) == 6);
  CHECK(ideals_of(10, {}) == 1024);
  CHECK(ideals_of(5, {{0, 1}, {1, 2}, {3, 4}}) == 4 * 3);
  // A diamond: {}, a, ab, ac, abc, abcd.
  CHECK(ideals_of(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}) == 6);
  CHECK(ideals_of(0, {}) == 1);
  const Ideals many(Arcs(40), Arcs(40), 1000);
  CHECK(!many.is_complete());
}

TEST_CASE("the best contiguous split is the best of all contiguous ones of small models") {
  std::mt19937 random(31);
  int compared = 0;
  int not_contiguous = 0;
  for (int m = 0; m < 400; ++m) {
    INFO("model " << m);
    PipelineModel model = naive::random_model(random, PipelineObjective::kThroughput);
    model.subtasks = 1;
    model.replicate = false;
    const PipelineItems single(model);
    const UnitFlow flow(single);
    std::optional<Time> best;
    std::optional<Time> best_of_all;
    PipelineChoice choice{std::vector<std::uint32_t>(single.units(), 0), single.flow_order()};
    for (bool more = true; more;) {
      bool runs = true;
      for (std::uint32_t u = 0; u < single.units(); ++u) runs = runs && single.can_run(u, choice.resource[u]);
      if (runs) {
        const PipelinePoint point = evaluate(single, choice);
        if (point.excess == 0 && (!best_of_all || point.value < *best_of_all)) best_of_all = point.value;
        if (point.excess == 0 && (!best || point.value < *best) &&
            contiguous(flow, choice.resource, model.resource_count())) {
          best = point.value;
        }
      }
      more = false;
      for (std::uint32_t& r : choice.resource) {
        if (++r < model.resource_count()) {
          more = true;
          break;
        }
        r = 0;
      }
    }
    const ContiguousSplit split = best_contiguous_split(single, kLongest, {});
    REQUIRE(split.exact);
    REQUIRE(split.resource.empty() == !best);
    if (!best) continue;
    choice.resource = split.resource;
    const PipelinePoint point = evaluate(single, choice);
    REQUIRE(point.excess == 0);
    REQUIRE(point.value == *best);
    REQUIRE(split.load == *best);
    // Only what is within the limit is looked for.
    REQUIRE(best_contiguous_split(single, *best, {}).load == *best);
    if (*best > 0) REQUIRE(best_contiguous_split(single, *best - 1, {}).resource.empty());
    ++compared;
    not_contiguous += *best_of_all < *best ? 1 : 0;
  }
  CHECK(compared > 200);
  CHECK(not_contiguous > 5);
}

TEST_CASE("a plan for throughput is never worse than the best contiguous split, and says which that is") {
  std::mt19937 random(32);
  for (int m = 0; m < 100; ++m) {
    INFO("model " << m);
    const PipelineModel model = naive::random_model(random, PipelineObjective::kThroughput);
    PipelineLimits limits;
    limits.solver = PipelineSolver::kAnneal;
    limits.iterations = 20;
    const PipelineResult result = plan_pipeline(model, limits);
    if (result.status != PipelineStatus::kOptimal && result.status != PipelineStatus::kFeasible) continue;
    CHECK(result.contiguous.stopped.empty());
    if (result.contiguous.load) CHECK(result.point.value <= *result.contiguous.load);
  }
}

TEST_CASE("a graph with too many ideals says so") {
  // 30 operations without edges: 2^30 ideals.
  PipelineModel model = chain(std::vector<Time>(30, 7), 3, 1);
  model.edges.clear();
  model.objective = PipelineObjective::kThroughput;
  const PipelineItems single(model);
  const ContiguousSplit split = best_contiguous_split(single, kLongest, {});
  CHECK(!split.exact);
  CHECK(split.stopped == "ideals");
  CHECK(split.resource.empty());
  ContiguousLimits few;
  few.pieces = 3;
  model = chain(std::vector<Time>(30, 7), 3, 1);
  model.objective = PipelineObjective::kThroughput;
  CHECK(best_contiguous_split(PipelineItems(model), kLongest, few).stopped == "pieces");
}

TEST_CASE("results that nobody reads and that take no time do not double the ideals") {
  PipelineModel model = chain({5, 5, 5, 5}, 2, 1);
  model.objective = PipelineObjective::kThroughput;
  for (std::uint32_t o = 0; o < 4; ++o) {
    model.operations.push_back({"end" + std::to_string(o)});
    model.times.insert(model.times.end(), 2, 0);
    model.edges.push_back({o, 4 + o, 0, 0});
  }
  const ContiguousSplit split = best_contiguous_split(PipelineItems(model), kLongest, {});
  CHECK(split.ideals == 5);
  CHECK(split.load == 10);
}

TEST_CASE("the flow of a training step goes along forward operations and against backward ones") {
  std::mt19937 random(33);
  const PipelineModel model = naive::random_training(random, 3, 1);
  const PipelineItems single(model);
  const std::vector<bool> backward = backward_operations(single);
  for (std::uint32_t o = 3; o < 6; ++o) CHECK(backward[o] == !single.held(single.unit(o)).empty());
  PipelineModel tied = model;
  tied.parameters = {{0, {0, 5}}, {0, {1, 4}}, {0, {2, 3}}};
  const PipelineItems layers(tied);
  const UnitFlow flow(layers);
  REQUIRE(flow.size() == 3);
  std::vector<std::uint32_t> row;
  for (const std::uint32_t n : flow.order) row.push_back(flow.units[n].at(0));
  CHECK(row == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("interleaved stretches take the resources in turn") {
  const PipelineModel model = chain({5, 5, 5, 5}, 2, 1);
  const PipelineItems single(model);
  CHECK(interleaved(single, 1) == std::vector<std::uint32_t>{0, 0, 1, 1});
  CHECK(interleaved(single, 2) == std::vector<std::uint32_t>{0, 1, 0, 1});
}

TEST_CASE("1F1B takes the older subtask's backward operation first, and begins no more subtasks than it may") {
  // A forward operation of 3 and a backward one of 3 on one resource, two subtasks.
  PipelineModel model = chain({3, 3}, 1, 2);
  model.parameters = {{0, {0, 1}}};
  const PipelineItems items(model);
  PipelineChoice choice{{0}, {}};
  // Items: f0 = 0, b0 = 1, f1 = 2, b1 = 3. The longest way: both forward operations, then both backward ones.
  Arranger(items).arrange(choice);
  CHECK(choice.order == std::vector<std::uint32_t>{0, 2, 1, 3});
  ArrangeRule rule;
  rule.oldest_first = true;
  Arranger(items, rule).arrange(choice);
  CHECK(choice.order == std::vector<std::uint32_t>{0, 1, 2, 3});
  // By the longest way first, but one subtask at a time.
  rule.oldest_first = false;
  rule.in_flight = {1};
  Arranger(items, rule).arrange(choice);
  CHECK(choice.order == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("every rule gives an order, whatever the limits of subtasks begun") {
  std::mt19937 random(34);
  for (int m = 0; m < 200; ++m) {
    const PipelineModel model = naive::random_training(random, 3, 3);
    const PipelineItems items(model);
    ArrangeRule rule;
    rule.oldest_first = random() % 2 == 0;
    for (std::uint32_t r = 0; r < 2; ++r) rule.in_flight.push_back(1 + static_cast<std::uint32_t>(random() % 3));
    PipelineChoice choice;
    for (std::uint32_t u = 0; u < items.units(); ++u) {
      choice.resource.push_back(static_cast<std::uint32_t>(random() % 2));
    }
    Arranger(items, rule).arrange(choice);
    REQUIRE(choice.order.size() == items.size());
    std::vector<std::uint32_t> at(items.size());
    for (std::uint32_t k = 0; k < items.size(); ++k) at[choice.order[k]] = k;
    for (const PipelineEdge& edge : items.edges()) REQUIRE(at[edge.from] < at[edge.to]);
  }
}

}  // namespace gantry::pipeline_contiguous_test
