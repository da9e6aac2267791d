// SPDX-License-Identifier: Apache-2.0
// List schedulers: published schedules, the rules of each on random graphs, and plans that the checker accepts.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/list/event_driven.h"
#include "gantry/plan/list/list_plan.h"
#include "gantry/plan/list/ranks.h"
#include "list_cases.h"

namespace gantry::list_scheduler_test {

using namespace gantry::plan;
using namespace gantry::list_cases;
using Json = nlohmann::json;

namespace {

Json golden(const std::string& file) {
  std::ifstream in(std::string(GANTRY_SOURCE_DIR) + "/tests/golden/planners/" + file);
  return Json::parse(in);
}

Instance published(const std::string& file) {
  const Json json = golden(file);
  std::vector<Time> times;
  for (const Json& task : json["tasks"]) {
    for (const Json& time : task["exec"]) times.push_back(time);
  }
  std::vector<Edge> edges;
  for (const Json& e : json["edges"]) {
    edges.push_back({e["src"].get<std::uint32_t>() - 1, e["dst"].get<std::uint32_t>() - 1, e["comm"], false});
  }
  return {Graph(std::vector<Time>(json["tasks"].size()), edges), TaskTimes::table(3, std::move(times))};
}
Instance topcuoglu() { return published("topcuoglu2002.json"); }

Schedule schedule(const std::string& name, const Instance& instance) {
  return builtin_list_schedulers().find(name)->make(instance.problem());
}

/// Every schedule that the file knows of a method that there is.
void makes_known_schedules(const std::string& file) {
  const Instance instance = published(file);
  const Json json = golden(file);
  for (const Json& known : json["golden"]) {
    std::string name = known["policy"];
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    if (builtin_list_schedulers().find(name) == nullptr) continue;
    INFO(name);
    const Schedule slots = schedule(name, instance);
    CHECK(makespan(slots) == known["makespan"].get<Time>());
    for (const Json& row : known.value("schedule", Json::array())) {
      INFO("task " << row["task"]);
      const Slot& slot = slots[row["task"].get<std::size_t>() - 1];
      CHECK(slot.processor + 1 == row["pe"].get<std::uint32_t>());
      CHECK(slot.start == row["start"].get<Time>());
    }
  }
}

Diagnostics faults_of(const std::string& method, const Instance& instance, const Schedule& slots) {
  Plan plan = list_plan(method, instance.problem(), slots);
  plan.parameters.set("processors", std::uint64_t{instance.times.processors()});
  return check_plan(
      {plan, instance.graph, instance.times, transfer_time({}), [](std::uint32_t t) { return std::to_string(t); }});
}

}  // namespace

TEST_CASE("heft and cpop make the published schedules of the graph of 2002") {
  const Instance instance = topcuoglu();
  const Json json = golden("topcuoglu2002.json");
  const std::vector<double> ranks = upward_ranks(instance.problem());
  for (std::size_t t = 0; t < ranks.size(); ++t)
    CHECK(std::abs(ranks[t] - json["upward_rank"][t].get<double>()) < 1e-3);

  makes_known_schedules("topcuoglu2002.json");
  CHECK(makespan(schedule("heft", instance)) == 80);
  CHECK(makespan(schedule("cpop", instance)) == 86);
  CHECK(makespan(schedule("dls", instance)) == 91);
}

TEST_CASE("peft makes the published schedule of the graph of 2014") {
  makes_known_schedules("arabnejad2014.json");
  CHECK(makespan(schedule("peft", published("arabnejad2014.json"))) == 122);
}

TEST_CASE("list scheduling in time has Graham's anomalies") {
  const Json json = golden("graham_anomalies.json");
  for (const Json& known : json["cases"]) {
    INFO(known["case"].get<std::string>());
    std::vector<Edge> edges;
    for (const Json& pair : known["prec"]) {
      edges.push_back({pair[0].get<std::uint32_t>() - 1, pair[1].get<std::uint32_t>() - 1, 0, false});
    }
    const Graph graph(known["times"].get<std::vector<Time>>(), edges);
    const TaskTimes times(known["pes"], graph.times());
    std::vector<std::uint32_t> places(graph.tasks());
    for (std::uint32_t i = 0; i < places.size(); ++i) places[known["list"][i].get<std::size_t>() - 1] = i;
    const Schedule slots = event_driven({graph, times, {}}, places);
    CHECK(makespan(slots) == known["makespan"].get<Time>());
    for (const Json& row : known.value("schedule", Json::array())) {
      const Slot& slot = slots[row["task"].get<std::size_t>() - 1];
      CHECK(slot.processor + 1 == row["pe"].get<std::uint32_t>());
      CHECK(slot.start == row["start"].get<Time>());
    }
  }
}

TEST_CASE("every schedule keeps the rules, and none is better than the optimum") {
  std::mt19937 random(20021);
  Time reached = 0;
  Time best = 0;
  for (int i = 0; i < 500; ++i) {
    const Instance instance = random_instance(random, 3 + static_cast<std::uint32_t>(random() % 4), 1 + i % 3);
    const Time least = optimum(instance);
    for (const auto& entry : builtin_list_schedulers().entries()) {
      INFO(entry.name << ", instance " << i);
      const Schedule made = entry.make(instance.problem());
      const Diagnostics faults = faults_of(entry.name, instance, made);
      for (const std::string& line : faults.lines()) FAIL_CHECK(line);
      CHECK(makespan(made) >= least);
      if (entry.name == "heft") reached += makespan(made);
    }
    best += least;
  }
  CHECK(static_cast<double>(reached) < 1.2 * static_cast<double>(best));
}

TEST_CASE("the graph of 2002 cannot be done in less than 73") {
  // The published optimum bounds every scheduler from below.
  for (const auto& entry : builtin_list_schedulers().entries()) {
    CHECK(makespan(entry.make(topcuoglu().problem())) >= 73);
  }
}

TEST_CASE("etf takes the pair that can start first; ties go to the rank, then the task, then the processor") {
  // Tasks 0 and 1 are ready on both processors at 0. Task 1 has more behind it: it comes first, on processor 0.
  const Graph graph({4, 2, 5}, {{1, 2, 3, false}});
  const TaskTimes times(2, graph.times());
  const Schedule slots = schedule("etf", {graph, times});
  CHECK(slots[1].processor == 0);
  CHECK(slots[0].processor == 1);
  CHECK(slots[2].processor == 0);  // its data is there
  CHECK(slots[2].start == 2);
}

TEST_CASE("one processor runs everything without a pause") {
  const Graph graph({2, 9, 3}, {{0, 1, 10, false}});
  const TaskTimes times(1, graph.times());
  for (const auto& entry : builtin_list_schedulers().entries()) {
    INFO(entry.name);
    CHECK(makespan(entry.make({graph, times, {}})) == 14);
  }
}

TEST_CASE("tasks without time and graphs of one task are planned") {
  const Graph graph({0, 0, 0}, {{2, 1, 0, false}, {1, 0, 0, false}});
  const TaskTimes times(2, graph.times());
  for (const auto& entry : builtin_list_schedulers().entries()) {
    INFO(entry.name);
    const Instance instance{graph, times};
    const Schedule slots = entry.make(instance.problem());
    CHECK(makespan(slots) == 0);
    CHECK(faults_of(entry.name, instance, slots).ok());
  }
}

}  // namespace gantry::list_scheduler_test
