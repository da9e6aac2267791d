// SPDX-License-Identifier: Apache-2.0
// Tasks with other cycles on each type of processor, as a user plans and runs them.
// tests/behaviour/processor_times_test has the cycles of the machine.
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::unrelated_times_test {

namespace {

const std::string kExperiments = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/";
const std::string kTasks = kExperiments + "workloads/topcuoglu.yaml";
const std::string kMachine = kExperiments + "architectures/three_types.yaml";

/// What the program says of a workload on the three types.
std::string refused(const std::string& tasks) {
  const InputFiles files;
  files.write("w.yaml", "tasks:\n" + tasks);
  files.write("e.yaml", "architecture: " + kMachine + "\nworkload: w.yaml\n");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  return run.err();
}

}  // namespace

TEST_CASE("list schedulers reach what was published for unlike processors", "[figures]") {
  // HEFT 80 and CPOP 86: Topcuoglu, Hariri, Wu 2002; 85 and 100 by programs of other authors (PEFT, and ETF with ties
  // to the largest upward rank).
  const std::vector<std::pair<std::string, std::string>> known = {
      {"heft", "80"}, {"cpop", "86"}, {"peft", "85"}, {"etf", "100"}};
  for (const auto& [method, makespan] : known) {
    INFO(method);
    const InputFiles files;
    ProgramRun plan(files, {"plan", method, kTasks, "--architecture", kMachine, "-o", "plan.json", "--json"});
    REQUIRE(plan.finish() == 0);
    CHECK(plan.out().find("\"makespan\": " + makespan) != std::string::npos);
    ProgramRun check(files, {"plan", "check", "plan.json", kTasks, "--architecture", kMachine});
    CHECK(check.finish() == 0);
    // The same calendar, and the machine, run it.
    files.write("e.yaml", "architecture: " + kMachine + "\nworkload: " + kTasks + "\nplan: plan.json\n");
    ProgramRun ideal(files, {"run", "e.yaml", "--set", "timing=ideal", "--out", "ideal"});
    REQUIRE(ideal.finish() == 0);
    CHECK(ideal.out().find("makespan  " + makespan + " cycles") != std::string::npos);
    ProgramRun machine(files, {"run", "e.yaml", "--out", "machine"});
    REQUIRE(machine.finish() == 0);
    ProgramRun holds(files, {"check", "machine"});
    CHECK(holds.finish() == 0);
  }
}

TEST_CASE("a workload with cycles by type survives being converted") {
  const InputFiles files;
  ProgramRun convert(files, {"workload", "convert", kTasks, "-o", "w.json", "--to", "native"});
  REQUIRE(convert.finish() == 0);
  ProgramRun plan(files, {"plan", "heft", "w.json", "--architecture", kMachine, "--json"});
  REQUIRE(plan.finish() == 0);
  CHECK(plan.out().find("\"makespan\": 80") != std::string::npos);
}

TEST_CASE("cycles by type that cannot be are refused where they stand") {
  CHECK(refused("  - {id: a, cycles: {}}\n")
            .find("w.yaml:2:21: error: cycles must name at least one type of processor, "
                  "{type: cycles}\n") != std::string::npos);
  CHECK(
      refused("  - {id: a, cycles: {p1: 5, p1: 6}}\n").find("w.yaml:2:29: error: the key 'cycles.p1' is given twice") !=
      std::string::npos);
  CHECK(refused("  - {id: a, cycles: {p1: -5}}\n").find("w.yaml:2:26: error: cycles.p1 must be ") != std::string::npos);
  CHECK(refused("  - {id: a, cycles: {p1: 5}, processor: p1}\n")
            .find("w.yaml:2:41: error: processor must be absent where `cycles` names the types\n") !=
        std::string::npos);
  CHECK(refused("  - {id: a, cycles: {gpu: 5, npu: 6}}\n")
            .find("w.yaml:2:5: error: task 'a' needs a processor of type 'gpu' or 'npu', which the machine does not "
                  "have (it has p1, p2 or p3)\n") != std::string::npos);
}

}  // namespace gantry::unrelated_times_test
