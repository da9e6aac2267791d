// SPDX-License-Identifier: Apache-2.0
// The search of every choice and order of a small pipeline (order_search.h): against plain enumeration, and on the
// network of source 002's Fig. 2a against an exhaustive search that is written apart.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/plan/pipeline/order_search.h"
#include "gantry/plan/pipeline/planner.h"
#include "pipeline_brute_force.h"
#include "sanitized.h"

namespace gantry::pipeline_search_test {

using namespace gantry::plan;

namespace {

/// Fig. 2a: three forward operations, an intermediate one, three backward ones in a row. Each forward operation shares
/// its parameter with a backward one. A transfer between resources takes one cycle. `slow`: the last resource takes
/// twice the time.
PipelineModel figure_2a(std::uint32_t subtasks, bool slow) {
  constexpr std::uint32_t kResources = 3;
  PipelineModel model;
  model.subtasks = subtasks;
  for (std::uint32_t r = 0; r < kResources; ++r) model.resources.push_back({"r" + std::to_string(r), {}, false});
  const std::vector<Time> times = {2, 3, 2, 1, 4, 6, 4};
  for (std::uint32_t o = 0; o < times.size(); ++o) {
    model.operations.push_back({"o" + std::to_string(o)});
    for (std::uint32_t r = 0; r < kResources; ++r) model.times.push_back(slow && r == 2 ? 2 * times[o] : times[o]);
    if (o > 0) model.edges.push_back({o - 1, o, 1, 1});
  }
  for (std::uint32_t o = 0; o < 3; ++o) model.parameters.push_back({100, {o, 6 - o}});
  model.hops = {0, 1, 1, 1, 0, 1, 1, 1, 0};
  return model;
}

/// All orders of chains of operations for a fixed choice, layer by layer of finished operations: of the states with the
/// same operations only those count that no other one dominates (all resources free and all chains ended no later).
class EveryOrder {
 public:
  EveryOrder(const PipelineModel& model, const std::vector<std::vector<std::uint32_t>>& where)
      : model_(model), where_(where) {}

  Time least() {
    using Reached = std::map<std::vector<std::uint32_t>, std::vector<std::vector<Time>>>;
    const std::size_t chains = where_.size();
    const std::size_t resources = model_.resources.size();
    Reached layer = {{std::vector<std::uint32_t>(chains, 0), {std::vector<Time>(resources + chains, 0)}}};
    for (std::uint32_t step = 0; step < model_.items(); ++step) {
      Reached next;
      for (const auto& [done, states] : layer) {
        for (const std::vector<Time>& state : states) {
          for (std::size_t s = 0; s < chains; ++s) {
            const std::uint32_t o = done[s];
            if (o == model_.operation_count()) continue;
            const std::uint32_t r = where_[s][o];
            const Time ready = state[resources + s] + (o > 0 && where_[s][o - 1] != r ? 1 : 0);
            std::vector<Time> after = state;
            after[r] = after[resources + s] = std::max(ready, state[r]) + model_.time(o, r);
            std::vector<std::uint32_t> then = done;
            ++then[s];
            offer(next[then], std::move(after));
          }
        }
      }
      layer = std::move(next);
    }
    Time least = kLongest;
    for (const std::vector<Time>& state : layer.begin()->second) {
      least = std::min(least, *std::max_element(state.begin(), state.end()));
    }
    return least;
  }

 private:
  static bool no_later(const std::vector<Time>& a, const std::vector<Time>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), [](Time x, Time y) { return x <= y; });
  }
  static void offer(std::vector<std::vector<Time>>& states, std::vector<Time> state) {
    for (const std::vector<Time>& other : states) {
      if (no_later(other, state)) return;
    }
    states.erase(
        std::remove_if(states.begin(), states.end(), [&](const auto& other) { return no_later(state, other); }),
        states.end());
    states.push_back(std::move(state));
  }

  const PipelineModel& model_;
  const std::vector<std::vector<std::uint32_t>>& where_;
};

/// The least makespan of Fig. 2a over all resources of the three parameters and of every subtask's intermediate
/// operation. The intermediate operations ascend, because subtasks can swap their roles.
Time least_of_figure(const PipelineModel& model) {
  const std::uint32_t choices = model.subtasks == 2 ? 243 : 729;
  const bool alike = model.time(0, 0) == model.time(0, 2);
  Time least = kLongest;
  for (std::uint32_t code = 0; code < choices; ++code) {
    std::vector<std::uint32_t> digits;
    for (std::uint32_t rest = code, d = 0; d < 3 + model.subtasks; ++d, rest /= 3) digits.push_back(rest % 3);
    if (!std::is_sorted(digits.begin() + 3, digits.end())) continue;
    // Of resources that are alike the first to be named is 0, the second 1.
    if (alike && (digits[0] > 0 || digits[1] > 1 || digits[2] > std::max(digits[0], digits[1]) + 1)) continue;
    std::vector<std::vector<std::uint32_t>> where;
    for (std::uint32_t s = 0; s < model.subtasks; ++s) {
      where.push_back({digits[0], digits[1], digits[2], digits[3 + s], digits[2], digits[1], digits[0]});
    }
    least = std::min(least, EveryOrder(model, where).least());
  }
  return least;
}

}  // namespace

TEST_CASE("the search finds the best of all choices and orders of small models, and says that there is no better") {
  std::mt19937 random(11);
  std::uint64_t infeasible = 0;
  for (std::uint32_t number = 0; number < (kSanitized ? 60 : 400); ++number) {
    const PipelineModel model = number % 4 == 0 ? naive::random_training(random, 2, 1)
                                                : naive::random_model(random, PipelineObjective::kMakespan);
    const PipelineItems items(model);
    const std::optional<Time> best = naive::best(model);
    INFO("model " << number);
    const OrderSearchResult found = search_orders(items, kLongest, {});
    REQUIRE(found.complete);
    REQUIRE(found.better.has_value() == best.has_value());
    infeasible += best ? 0 : 1;
    if (!best) continue;
    CHECK(found.better->value == *best);
    CHECK(found.better->excess == 0);
    CHECK(evaluate(items, found.better->choice).value == *best);
    const OrderSearchResult proof = search_orders(items, *best, {});
    CHECK(proof.complete);
    CHECK_FALSE(proof.better.has_value());
  }
  CHECK((kSanitized || infeasible > 0));
}

TEST_CASE("the network of Fig. 2a is proven to its least makespan") {
  struct Case {
    std::uint32_t subtasks;
    bool slow;
    Time least;
  };
  // 33 of 44 cycles of work and 40 of 66: three resources, tied in pairs of operations.
  for (const Case& c : {Case{2, false, 33}, Case{3, false, 40}, Case{2, true, 33}}) {
    INFO(c.subtasks << " subtasks, " << (c.slow ? "unequal" : "equal") << " resources");
    const PipelineModel model = figure_2a(c.subtasks, c.slow);
    if (!kSanitized || c.subtasks == 2) CHECK(least_of_figure(model) == c.least);
    PipelineLimits limits;
    limits.iterations = 1000;
    limits.nodes = 1;
    const PipelineResult result = plan_pipeline(model, limits);
    CHECK(result.status == PipelineStatus::kOptimal);
    CHECK(result.point.value == c.least);
    CHECK(result.bound == c.least);
  }
}

TEST_CASE("a search that ends early proves nothing, and leaves the plan as it was") {
  const PipelineModel model = figure_2a(3, false);
  const PipelineItems items(model);
  OrderSearchLimits limits;
  limits.nodes = 10;
  const OrderSearchResult few = search_orders(items, kLongest, limits);
  CHECK_FALSE(few.complete);
  CHECK(few.nodes == 10);
  limits = {};
  limits.ended = [] { return true; };
  CHECK_FALSE(search_orders(items, kLongest, limits).complete);
}

}  // namespace gantry::pipeline_search_test
