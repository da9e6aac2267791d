// SPDX-License-Identifier: Apache-2.0
// The local search over list plans: never longer, the same every time, and how often it finds the best there is.
#include <algorithm>
#include <random>
#include <vector>

#include "catch.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/list/improvement.h"
#include "gantry/plan/list/list_plan.h"
#include "gantry/plan/list/makespan_bound.h"
#include "list_cases.h"

namespace gantry::improvement_test {

using namespace gantry::plan;
using namespace gantry::list_cases;

TEST_CASE("a plan is never longer for being improved, keeps the rules, and most small ones become the best there is",
          "[figures]") {
  std::mt19937 random(2010);
  std::uint32_t listed_best = 0;
  std::uint32_t found_best = 0;
  std::uint32_t plans = 0;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const Instance instance = random_instance(random, 4 + i % 4, 2 + i % 2);
    const ListProblem problem = instance.problem();
    const Time least = optimum(instance);
    for (const auto& entry : builtin_list_schedulers().entries()) {
      INFO(entry.name << ", instance " << i);
      const Schedule listed = entry.make(problem);
      const Improvement found = improve(problem, listed, {2000, 1, makespan_bound(problem)});
      CHECK(makespan(found.schedule) <= makespan(listed));
      CHECK(makespan(found.schedule) >= least);
      Plan plan = list_plan(entry.name, problem, found.schedule);
      plan.parameters.set("processors", std::uint64_t{instance.times.processors()});
      Checked checked{plan, instance.graph, instance.times, transfer_time({}),
                      [](std::uint32_t t) { return std::to_string(t); }};
      checked.releases = instance.releases;
      for (const std::string& line : check_plan(checked).lines()) FAIL_CHECK(line);
      ++plans;
      listed_best += makespan(listed) == least ? 1 : 0;
      found_best += makespan(found.schedule) == least ? 1 : 0;
    }
  }
  INFO(listed_best << " of " << plans << " plans were the best there is, " << found_best << " are");
  CHECK(listed_best < plans * 8 / 10);
  CHECK(found_best > plans * 99 / 100);
}

TEST_CASE("the same seed gives the same plan, and a search that cannot find anything better says so") {
  std::mt19937 random(2011);
  const Instance instance = random_instance(random, 40, 3);
  const ListProblem problem = instance.problem();
  const Schedule listed = builtin_list_schedulers().find("workload_order")->make(problem);
  const Improvement one = improve(problem, listed, {3000, 7, 0});
  const Improvement two = improve(problem, listed, {3000, 7, 0});
  CHECK(one.moves == 3000);
  CHECK(one.accepted == two.accepted);
  CHECK(makespan(one.schedule) < makespan(listed));
  for (std::size_t t = 0; t < listed.size(); ++t) {
    CHECK(one.schedule[t].start == two.schedule[t].start);
    CHECK(one.schedule[t].processor == two.schedule[t].processor);
  }
  const Improvement done = improve(problem, listed, {3000, 7, makespan(listed)});
  CHECK(done.moves == 0);
}

}  // namespace gantry::improvement_test
