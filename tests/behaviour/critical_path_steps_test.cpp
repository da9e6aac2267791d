// SPDX-License-Identifier: Apache-2.0
// Critical paths derived by hand from docs/timing.md and the rules of docs/explaining.md.
#include <string>
#include <utility>
#include <vector>

#include "gantry/explain/critical_path.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "scenario.h"

namespace gantry::critical_path_steps_test {

namespace {

using Steps = std::vector<std::pair<std::string, Cycle>>;

/// Causes and lengths, neighbours of one cause joined.
Steps steps_of(const Scenario& scenario, Cycle& cycles) {
  RunHistory history;
  TaskList source(scenario.tasks);
  Machine machine(scenario.architecture, scenario.policies, source, history);
  machine.use_faults({scenario.faults, {}, scenario.deaths});
  Cycle now = 0;
  REQUIRE(run_cycles(machine, {}, {}, now) == RunEnd::complete);
  const RunStats stats = machine.finish(RunEnd::complete, now);
  history.keep_holds(stats.holds);
  cycles = stats.cycles;
  Steps steps;
  for (const PathStep& step :
       critical_path(CauseGraph(scenario.architecture, history, {}, CauseGraph::Soon::refuse)).steps) {
    const std::string cause(info(step.cause).name);
    if (steps.empty() || steps.back().first != cause) steps.emplace_back(cause, 0);
    steps.back().second += step.to - step.from;
  }
  return steps;
}

}  // namespace

TEST_CASE("the path of a lone job is its life, station by station") {
  Scenario scenario = tiny(1);
  scenario.tasks = {make_task(TaskClass::block, 1, 100)};
  Cycle cycles = 0;
  // Written and acknowledged 34, doorbell 40, cached 70, shown 71, granted 72, registered 73, split 77, at the
  // dispatcher 78, picked 79, collected and its last flit sent 86, at the processor 91, computed 191, completed 197,
  // seen 203.
  const Steps expected = {{"submit", 34}, {"network", 6},   {"fetch", 30},   {"register", 3},
                          {"split", 4},   {"match", 1},     {"pick", 1},     {"send", 7},
                          {"network", 5}, {"compute", 100}, {"network", 12}, {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 204);
}

TEST_CASE("a job that a dying link loses is late by the cycles from its first flit to its second start") {
  Scenario scenario = tiny(1);
  scenario.tasks = {make_task(TaskClass::block, 1, 100)};
  // No message needs this link. At the start of cycle 85 three of the job's five flits have been sent.
  scenario.deaths = {{7, 8, 85}};
  Cycle cycles = 0;
  // Issued 82, lost, sent again from 85 to 89 instead of from 82 to 86: all that follows comes 3 cycles later.
  const Steps expected = {{"submit", 34}, {"network", 6},   {"fetch", 30},   {"register", 3}, {"split", 4},
                          {"match", 1},   {"pick", 1},      {"send", 3},     {"reroute", 3},  {"send", 4},
                          {"network", 5}, {"compute", 100}, {"network", 12}, {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 204 + 3);
}

TEST_CASE("a task waits for its predecessor, which waited for nothing") {
  Scenario scenario = tiny(1);
  scenario.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 100, 20, {0})};
  Cycle cycles = 0;
  // Task 0 is completed in 197; task 1 has stood at the head since 91. The monitor's answer goes out in 197 and is seen
  // in 198; then as the lone job: granted 199, registered 200, split 204, 205, picked 206, last flit 213, 218, computed
  // 318, completed 324, seen 330, taken 331.
  const Steps expected = {{"submit", 34}, {"network", 6},      {"fetch", 30},   {"register", 3},  {"split", 4},
                          {"match", 1},   {"pick", 1},         {"send", 7},     {"network", 5},   {"compute", 100},
                          {"network", 6}, {"predecessors", 1}, {"register", 2}, {"split", 4},     {"match", 1},
                          {"pick", 1},    {"send", 7},         {"network", 5},  {"compute", 100}, {"network", 12},
                          {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 331);
}

TEST_CASE("two jobs for one processor: the second waits for its place, and the path goes through the first") {
  Scenario scenario = tiny(1);
  scenario.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 100, 20)};
  Cycle cycles = 0;
  // With one place, task 1 is matched the cycle after the first job's completion has been seen in 197: 198; picked 199,
  // last flit 206, at the processor 211, computed 311, completed 317, seen 323, taken 324.
  const Steps expected = {{"submit", 34},   {"network", 6},   {"fetch", 30}, {"register", 3}, {"split", 4},
                          {"match", 1},     {"pick", 1},      {"send", 7},   {"network", 5},  {"compute", 100},
                          {"network", 6},   {"processor", 1}, {"pick", 1},   {"send", 7},     {"network", 5},
                          {"compute", 100}, {"network", 12},  {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 324);
}

TEST_CASE("a job waits for its loader, and a task for the loader's ring") {
  Scenario scenario = tiny(1, 2);
  scenario.architecture.dispatcher->loader.task_cycles = 100;
  scenario.architecture.dispatcher->loader.ring_entries = 1;
  scenario.tasks = {make_task(TaskClass::block, 1, 400), make_task(TaskClass::block, 1, 100, 20)};
  Cycle cycles = 0;
  // Picked in 79, loaded in 179, first flit in 180, last one in 184, arrived in 189, computed in 589, completed in 595.
  // The dispatcher knows of that in 596, and the second task has its entry; it was prepared meanwhile. Picked in 597,
  // last flit 604, arrived 609, computed 709, completed 715.
  const Steps expected = {{"submit", 34},   {"network", 6},   {"fetch", 30},    {"register", 3}, {"split", 4},
                          {"match", 1},     {"pick", 1},      {"load", 101},    {"send", 4},     {"network", 5},
                          {"compute", 400}, {"network", 6},   {"load_ring", 1}, {"pick", 1},     {"send", 7},
                          {"network", 5},   {"compute", 100}, {"network", 12},  {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 722);
}

TEST_CASE("with two places the second job waits at the processor, behind the first one's computation") {
  Scenario scenario = tiny(1, 2);
  scenario.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 100, 20)};
  Cycle cycles = 0;
  // It starts as the first one finishes, in 191: nothing lies between on the path.
  const Steps expected = {{"submit", 34}, {"network", 6},   {"fetch", 30},   {"register", 3},
                          {"split", 4},   {"match", 1},     {"pick", 1},     {"send", 7},
                          {"network", 5}, {"compute", 200}, {"network", 12}, {"host", 1}};
  CHECK(steps_of(scenario, cycles) == expected);
  CHECK(cycles == 304);
}

TEST_CASE("behind the head of its queue: the path goes through who stood there") {
  // Task 1 waits for task 0; task 2 of the same queue waits for nothing but its turn, and runs on a processor of its
  // own.
  Scenario scenario = tiny(2);
  scenario.architecture.dispatcher->send_ports = 2;  // else task 2's job would wait for task 1's flits
  scenario.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::block, 1, 10, 20, {0}),
                    make_task(TaskClass::block, 1, 300, 40)};
  Cycle cycles = 0;
  // Task 1 is registered in 200, as above; the cache hears of it in 201, task 2 is shown in 202: 2 cycles of queue.
  // Asked in 202, granted 203, registered 204.
  const Steps steps = steps_of(scenario, cycles);
  const Steps head = {{"predecessors", 1}, {"register", 2}, {"queue", 2}, {"register", 2}, {"split", 4}};
  bool found = false;
  for (std::size_t i = 0; i + head.size() <= steps.size(); ++i) {
    found = found || std::equal(head.begin(), head.end(), steps.begin() + static_cast<std::ptrdiff_t>(i));
  }
  std::string text;
  for (const auto& [cause, length] : steps) text += cause + " " + std::to_string(length) + ", ";
  INFO(text);
  CHECK(found);
  CHECK(steps.back() == std::pair<std::string, Cycle>("host", 1));
}

TEST_CASE("without contention the path computes for as long as the workload's longest path") {
  // A diamond with a long and a short side, and room for all of it.
  Scenario scenario = tiny(4, 2);
  scenario.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 1, 900, 0, {0}),
                    make_task(TaskClass::block, 1, 100, 0, {0}), make_task(TaskClass::cluster, 1, 700, 0, {1, 2})};
  Cycle cycles = 0;
  Cycle computes = 0;
  for (const auto& [cause, length] : steps_of(scenario, cycles)) computes += cause == "compute" ? length : 0;
  CHECK(computes == 500 + 900 + 700);
}

}  // namespace gantry::critical_path_steps_test
