// SPDX-License-Identifier: Apache-2.0
// The checker's rules for `periodic` refuse a plan with any one fault that the general rules let pass.
#include <functional>
#include <string>

#include "catch.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/periodic/periodic.h"

namespace gantry::periodic_rules_test {

using namespace gantry::plan;

namespace {

/// Three tasks of 2 cycles on two processors: two executions in a period of 6 (a limit of 0.95).
const Graph& graph() {
  static const Graph made({2, 2, 2}, {{0, 1, 1, false}, {0, 2, 1, false}});
  return made;
}
const TaskTimes& times() {
  static const TaskTimes made(2, graph().times());
  return made;
}

Plan good_plan(bool reassign = false) {
  PeriodicOptions options;
  options.reassign = reassign;
  const PeriodicProblem problem{graph(), 2, {}};
  return periodic_plan(problem, options, plan_periodic(problem, options));
}

void change(Values& values, const std::string& name, const Value& value) {
  Values changed;
  for (const auto& item : values.items()) changed.set(item.first, item.first == name ? value : item.second);
  values = changed;
}
void remove(Values& values, const std::string& name) {
  Values changed;
  for (const auto& item : values.items()) {
    if (item.first != name) changed.set(item.first, item.second);
  }
  values = changed;
}

/// What the checker says of the plan after `harm`; "" if it says nothing.
std::string after(Plan plan, const std::function<void(Plan&)>& harm) {
  harm(plan);
  const Diagnostics faults =
      check_plan({plan, graph(), times(), transfer_time({}), [](std::uint32_t task) { return std::to_string(task); }});
  return faults.ok() ? "" : faults.errors().front().text;
}

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

}  // namespace

TEST_CASE("the plan that the others are made of is good") {
  CHECK(after(good_plan(), [](Plan&) {}) == "");
  CHECK(after(good_plan(true), [](Plan&) {}) == "");
  CHECK(whole(good_plan().metrics, "unroll") == 2);
  CHECK(whole(good_plan().metrics, "period") == 6);
}

TEST_CASE("what makes a plan periodic is there") {
  for (const char* metric : {"unroll", "period", "max_retiming", "prologue", "utilization"}) {
    INFO(metric);
    CHECK(after(good_plan(), [&](Plan& p) { remove(p.metrics, metric); }) != "");
  }
  for (const char* parameter : {"max_unroll", "utilization"}) {
    INFO(parameter);
    CHECK(after(good_plan(), [&](Plan& p) { remove(p.parameters, parameter); }) ==
          "a plan of `periodic` has the parameters max_unroll and utilization");
  }
  CHECK(after(good_plan(), [](Plan& p) { change(p.parameters, "utilization", std::string("much")); }) ==
        "a plan of `periodic` has the parameters max_unroll and utilization");
}

TEST_CASE("the unrolling is the first above the utilisation, or else the best") {
  CHECK(after(good_plan(), [](Plan& p) { change(p.parameters, "utilization", std::string("0.7")); }) ==
        "unroll is 2, and the first above the utilization, or else the best, is 1");
  CHECK(after(good_plan(), [](Plan& p) { change(p.parameters, "max_unroll", std::uint64_t{1}); }) ==
        "unroll is 2, above max_unroll 1");
  CHECK(begins(after(good_plan(), [](Plan& p) { change(p.parameters, "max_unroll", std::uint64_t{1} << 40); }),
               "max_unroll is "));
}

TEST_CASE("the period is that of longest first") {
  CHECK(after(good_plan(), [](Plan& p) {
          // every start still fits, and every dependence holds: a longer period only wastes time
          change(p.metrics, "period", std::uint64_t{12});
          const std::uint64_t largest = *whole(p.metrics, "max_retiming");
          change(p.metrics, "prologue", largest * 12);
          change(p.metrics, "utilization", 0.5);
        }) == "period is 12, and longest first makes 6");
}

TEST_CASE("copies are on the processors of longest first, unless they were reassigned") {
  const auto exchange = [](Plan& p) {
    for (Placement& place : p.placement) place.processors[0] = 1 - place.processors[0];
  };
  CHECK(begins(after(good_plan(), exchange), "task '0' copy 0 is on processor 1, and longest first puts it on 0"));
  CHECK(after(good_plan(true), exchange) == "");
}

TEST_CASE("metrics say what holds") {
  CHECK(begins(after(good_plan(), [](Plan& p) { change(p.metrics, "utilization", 0.99); }), "the metric utilization"));
  const std::uint64_t largest = *whole(good_plan().metrics, "max_retiming");
  CHECK(after(good_plan(), [&](Plan& p) { change(p.metrics, "max_retiming", largest + 1); }) != "");
  CHECK(after(good_plan(), [](Plan& p) { change(p.metrics, "prologue", std::uint64_t{7}); }) != "");
  CHECK(begins(after(good_plan(), [&](Plan& p) { change(p.metrics, "least_retiming", largest + 1); }),
               "max_retiming is "));
  CHECK(begins(after(good_plan(),
                     [](Plan& p) {
                       for (Placement& place : p.placement) {
                         if (place.task == 0) *place.retiming += 9;
                       }
                       std::uint64_t most = 0;
                       for (const Placement& place : p.placement) most = std::max(most, *place.retiming);
                       change(p.metrics, "max_retiming", most);
                       change(p.metrics, "above_least_retiming", most - *whole(p.metrics, "least_retiming"));
                       change(p.metrics, "prologue", most * 6);
                     }),
               "max_retiming is "));
}

}  // namespace gantry::periodic_rules_test
