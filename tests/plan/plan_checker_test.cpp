// SPDX-License-Identifier: Apache-2.0
// The checker refuses a plan with any one fault: good plans, broken in each way they can be.
#include <functional>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/list/list_plan.h"

namespace gantry::plan_checker_test {

using namespace gantry::plan;

namespace {

/// 0 -> 1 (4 cycles apart), 0 -> 2, all on two processors that are alike.
const Graph& graph() {
  static const Graph made({3, 5, 2}, {{0, 1, 4, false}, {0, 2, 1, false}});
  return made;
}
const TaskTimes& times() {
  static const TaskTimes made(2, graph().times());
  return made;
}

Plan good_plan() {
  const ListProblem problem{graph(), times(), {}};
  Plan plan = list_plan("heft", problem, builtin_list_schedulers().find("heft")->make(problem));
  plan.parameters.set("processors", std::uint64_t{2});
  return plan;
}

/// Two copies in a period of 10: task 1 on the other processor runs a period behind task 0.
Plan periodic_plan() {
  Plan plan;
  plan.method = "none";
  plan.metrics.set("period", std::uint64_t{10});
  plan.metrics.set("max_retiming", std::uint64_t{1});
  plan.metrics.set("prologue", std::uint64_t{10});
  plan.placement = {{0, 0, {0}, {}, 0, 3, 1}, {1, 0, {1}, {}, 2, 7, 0}, {2, 0, {0}, {}, 3, 5, 1}};
  return plan;
}

Diagnostics check(const Plan& plan) {
  return check_plan({plan, graph(), times(), transfer_time({}), [](std::uint32_t t) { return std::to_string(t); }});
}

/// What the checker says of a plan after `harm`; "" if it says nothing.
std::string after(Plan plan, const std::function<void(Plan&)>& harm) {
  harm(plan);
  const Diagnostics faults = check(plan);
  return faults.ok() ? "" : faults.errors().front().text;
}

}  // namespace

TEST_CASE("the plans that the others are made of are good") {
  CHECK(check(good_plan()).ok());
  CHECK(check(periodic_plan()).ok());
}

TEST_CASE("every copy of every task is placed exactly once") {
  CHECK(after(good_plan(), [](Plan& p) { p.placement.pop_back(); }) == "task '2' is not placed");
  CHECK(after(good_plan(), [](Plan& p) { p.placement.push_back(p.placement[1]); }) == "task '1' is placed twice");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[1].task = 7; }) ==
        "placement 1 is of a task that the workload does not have");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[2].copy = 1; }) == "task '2' has a copy 1 of 1");
  CHECK(after(good_plan(), [](Plan& p) { p.metrics.set("unroll", std::uint64_t{2}); }) ==
        "task '0' copy 1 is not placed");
}

TEST_CASE("processors and parts exist and can run the task") {
  CHECK(after(good_plan(), [](Plan& p) { p.placement[1].processors = {2}; }) == "task '1' is on processor 2 of 2");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[1].processors.clear(); }) == "task '1' has no processor");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[1].processors = {1, 1}; }) == "task '1' names a processor twice");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[1].part = 0; }) == "task '1' is in part 0 of 0");

  const Plan plan = good_plan();
  std::vector<Time> only_first = {3, 3, 5, 5, 2, 2};
  only_first[2 * 0 + 1] = only_first[2 * 1 + 1] = only_first[2 * 2 + 1] = TaskTimes::kCannotRun;
  only_first[plan.placement[0].processors[0]] = TaskTimes::kCannotRun;
  const TaskTimes cannot = TaskTimes::table(2, only_first);
  CHECK(check_plan({plan, graph(), cannot, transfer_time({}), [](std::uint32_t t) { return std::to_string(t); }})
            .errors()
            .front()
            .text == "task '0' is on processor 0, which cannot run it");
}

TEST_CASE("times are those of the tasks, and all or none are given") {
  CHECK(after(good_plan(), [](Plan& p) { p.placement[0].finish = 4; }) == "task '0' runs from 0 to 4 and takes 3");
  CHECK(after(good_plan(), [](Plan& p) { p.placement[0].finish.reset(); }) ==
        "task '0' has a start or a finish without the other");
  CHECK(after(good_plan(), [](Plan& p) {
          p.placement[0].start.reset();
          p.placement[0].finish.reset();
        }) == "some copies have a start and some have none");
  CHECK(after(good_plan(), [](Plan& p) {
          p.placement[0].processors = {0, 1};
        }) == "task '0' has a start and not one processor");
}

TEST_CASE("no processor runs two tasks at a time") {
  CHECK(after(good_plan(), [](Plan& p) {
          for (Placement& place : p.placement) place.processors = {0};
          p.placement[1].start = 3;
          p.placement[1].finish = 8;
          p.placement[2].start = 7;
          p.placement[2].finish = 9;
        }) == "processor 0 runs task '1' until 8 and task '2' from 7");
}

TEST_CASE("nothing starts before its data is there") {
  CHECK(after(good_plan(), [](Plan& p) {
          p.placement[1].processors = {1};
          p.placement[1].start = 6;  // 3, and 4 for the way
          p.placement[1].finish = 11;
        }) == "task '1' starts at 6 and the data of task '0' comes at 7");
}

TEST_CASE("metrics say what the placement says") {
  CHECK(after(good_plan(), [](Plan& p) {
          Values metrics;
          metrics.set("makespan", std::uint64_t{7});
          p.metrics = metrics;
        }).find("makespan is ") == 0);
}

TEST_CASE("a periodic plan keeps the retiming inequality") {
  CHECK(after(periodic_plan(), [](Plan& p) {
          p.placement[1].retiming = 1;
        }).find("task '1' starts at 2 and the data of task '0' comes at 7") == 0);
  CHECK(after(periodic_plan(), [](Plan& p) {
          for (Placement& place : p.placement) ++*place.retiming;
        }) == "the least retiming is 1, not 0");
  CHECK(after(periodic_plan(), [](Plan& p) { p.placement[2].retiming.reset(); }) ==
        "some copies have a retiming and some have none");
  CHECK(after(periodic_plan(), [](Plan& p) {
          p.placement[1].start = 8;
          p.placement[1].finish = 13;
        }) == "task '1' ends at 13, after the period of 10");
  CHECK(after(periodic_plan(), [](Plan& p) { p.placement[0].retiming = p.placement[2].retiming = 2; }) ==
        "max_retiming is 2, not 1");
}

}  // namespace gantry::plan_checker_test
