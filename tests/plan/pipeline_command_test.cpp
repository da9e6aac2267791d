// SPDX-License-Identifier: Apache-2.0
// `gantry plan pipeline` as a user runs it: models in, plans that `gantry plan check` accepts, clear errors.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"
#include "shared_folder.h"

namespace gantry::pipeline_command_test {

namespace fs = std::filesystem;

namespace {

const char* const kProfile =
    "node1 -- Input -- forward_compute_time=9.000, backward_compute_time=0.000, activation_size=1000.0, "
    "parameter_size=0.000\n"
    "node2 -- Conv2d(3, 64, kernel_size=(3, 3)) -- forward_compute_time=2.000, backward_compute_time=3.000, "
    "activation_size=[500.0; 1500.0], parameter_size=4000.000\n"
    "node3 -- ReLU -- forward_compute_time=1.000, backward_compute_time=1.500, activation_size=1000.0, "
    "parameter_size=100.000\n"
    "\tnode2 -- node3\n\tnode1 -- node2";

const char* const kTasks =
    "tasks:\n"
    "  - {id: a, jobs: 1, cycles: 10}\n"
    "  - {id: b, jobs: 1, cycles: 20, after: [{task: a, bytes: 8}]}\n";

struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
};

Outcome run(const InputFiles& files, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"plan"});
  ProgramRun program(files, arguments);
  return {program.finish(), program.out(), program.err()};
}

nlohmann::json metrics(const Outcome& outcome) {
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return nlohmann::json::parse(outcome.out).at("metrics");
}

/// The first line of the error.
std::string refused(const InputFiles& files, const std::vector<std::string>& arguments) {
  const Outcome outcome = run(files, arguments);
  INFO(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  return outcome.err.substr(0, outcome.err.find('\n'));
}

}  // namespace

TEST_CASE("a profile becomes its training graph, and its plan passes the check") {
  const InputFiles files;
  files.write("p.txt", kProfile);
  // One resource: everything in a row, 9 + 2 + 1 + 1.5 + 3 + 0 ms at 10^6 cycles per ms.
  const auto one = metrics(run(files, {"pipeline", "p.txt", "--resources", "1", "--json", "-o", "plan.json"}));
  CHECK(one.at("makespan") == 16500000);
  CHECK(one.at("status") == "optimal");
  CHECK(run(files, {"check", "plan.json", "p.txt"}).status == 0);
  // Without the input layer: 7.5 ms, and its activation is an input of node2.forward from outside.
  const auto dropped =
      metrics(run(files, {"pipeline", "p.txt", "--resources", "1", "--drop-input", "--json", "-o", "plan.json"}));
  CHECK(dropped.at("makespan") == 7500000);
  // Parameters 4100; while node2.backward runs its own result (2000) and node3's gradient (2000) are there.
  CHECK(dropped.at("memory r0") == 8100);
  CHECK(run(files, {"check", "plan.json", "p.txt"}).status == 0);
  const auto two = metrics(run(files, {"pipeline", "p.txt", "--resources", "2", "--drop-input", "--subtasks", "3",
                                       "--json", "-o", "plan.json", "--workload-out", "w.json"}));
  CHECK(two.at("makespan") < 3 * 7500000);
  CHECK(run(files, {"check", "plan.json", "p.txt"}).status == 0);
  CHECK(file_text(files.path("w.json")).find("node3.backward@2") != std::string::npos);
}

TEST_CASE("the same command writes the same bytes") {
  const InputFiles files;
  files.write("p.txt", kProfile);
  const std::vector<std::string> command = {"pipeline", "p.txt",  "--resources", "2",  "--subtasks",
                                            "2",        "--seed", "7",           "-o", "a.json"};
  CHECK(run(files, command).status == 0);
  const std::string first = file_text(files.path("a.json"));
  CHECK(run(files, command).status == 0);
  CHECK(file_text(files.path("a.json")) == first);
}

TEST_CASE("a resource file gives durations, memory and parameters") {
  const InputFiles files;
  files.write("t.yaml", kTasks);
  files.write("r.yaml",
              "resources: [{name: cpu, count: 2}, {name: gpu, memory: 100, speed: 4}]\n"
              "durations: {b: {cpu: null, gpu: 3}}\n"
              "parameters: [{bytes: 60, operations: [b]}]\n"
              "inputs: {a: 30}\n");
  // a on the gpu ceil(10 / 4) = 3, then b 3: 6; memory 60 + 30, then 60 + 8.
  const auto plan = metrics(run(files, {"pipeline", "t.yaml", "--resources", "r.yaml", "--json", "-o", "plan.json"}));
  CHECK(plan.at("makespan") == 6);
  CHECK(plan.at("memory gpu") == 90);
  CHECK(run(files, {"check", "plan.json", "t.yaml"}).status == 0);
}

TEST_CASE("a replay under ideal timing agrees with the plan to the cycle, and the machine follows it") {
  const InputFiles files;
  files.write("p.txt", kProfile);
  files.write("a.yaml",
              "interconnect: {columns: 3, rows: 3}\n"
              "processors: [{name: fast, type: core}, {name: slow, type: core, count: 2}]\n");  // at speed 1: times are
                                                                                                // of the plan
  files.write("r.yaml", "resources: [{name: fast, speed: 2, memory: 20}, {name: slow, count: 2}]\n");
  files.write("e.yaml",
              "architecture: a.yaml\nworkload: {path: w.json, format: native}\nplan: plan.json\n"
              "output: {trace: false}\n");
  const auto simulated = [&](const std::vector<std::string>& more, const std::string& out) {
    std::vector<std::string> command = {"run", "e.yaml", "--out", out};
    command.insert(command.end(), more.begin(), more.end());
    ProgramRun program(files, command);
    const int status = program.finish();
    INFO(program.err());
    REQUIRE(status == 0);
    return nlohmann::json::parse(file_text(files.path(out + "/summary.json")));
  };
  for (const char* seed : {"1", "2"}) {
    INFO(seed);
    // 1 ms = 1000 cycles, 1000 bytes = 1, of which each takes 50 cycles between resources.
    const auto found = metrics(run(files, {"pipeline",
                                           "p.txt",
                                           "--resources",
                                           "r.yaml",
                                           "--subtasks",
                                           "4",
                                           "--solver",
                                           "anneal",
                                           "--iterations",
                                           "20000",
                                           "--seed",
                                           seed,
                                           "--set",
                                           "mapping.cycles_per_unit=1000",
                                           "--set",
                                           "mapping.bytes_scale=0.001",
                                           "--cycles-per-byte",
                                           "50",
                                           "--workload-out",
                                           "w.json",
                                           "--json",
                                           "-o",
                                           "plan.json"}));
    const auto plan = simulated({"--set", "timing=ideal"}, "ideal").at("plan");
    CHECK(plan.at("predicted_cycles") == found.at("makespan"));
    CHECK(plan.at("simulated_cycles") == found.at("makespan"));
    // The stretches of the path to the end are all of its cycles.
    std::uint64_t cycles = 0;
    for (const auto& stretch : plan.at("path").items()) {
      CHECK(stretch.value().get<std::uint64_t>() <= found.at("makespan"));
      cycles += stretch.value().get<std::uint64_t>();
    }
    CHECK(cycles == found.at("makespan"));
  }
  const auto machine = simulated({}, "machine");
  CHECK(machine.at("tasks").at("completed") == 24);
  CHECK(machine.at("plan").at("simulated_cycles") > machine.at("plan").at("predicted_cycles"));
  // What tasks read are the objects of their edges, and nothing of it once more.
  CHECK(file_text(files.path("w.json")).find("input_bytes") == std::string::npos);
  CHECK(machine.at("data").at("read").at("memory").at("bytes") > 0);
}

TEST_CASE("exports say what they are") {
  const InputFiles files;
  files.write("t.yaml", kTasks);
  CHECK(
      run(files, {"pipeline", "t.yaml", "--resources", "2", "--export-lp", "m.lp", "--export-qubo", "m.qubo"}).status ==
      0);
  CHECK(file_text(files.path("m.lp")).find("x.0.1.1") != std::string::npos);
  CHECK(file_text(files.path("m.lp")).rfind("\\ one unit of time is 1 cycle\n", 0) == 0);
  CHECK(file_text(files.path("m.qubo")).find("c penalty weight of every row: ") != std::string::npos);
}

TEST_CASE("an exported program has numbers that solvers like, and says what they are") {
  const InputFiles files;
  files.write("t.yaml", "tasks: [{id: a, cycles: 123456789}, {id: b, cycles: 900000000, after: [a]}]\n");
  REQUIRE(run(files, {"pipeline", "t.yaml", "--resources", "2", "--export-lp", "m.lp"}).status == 0);
  const std::string text = file_text(files.path("m.lp"));
  CHECK(text.rfind("\\ one unit of time is 10000 cycles\n", 0) == 0);
  CHECK(text.find(" 12345.6789 x.0.0.0") != std::string::npos);
  CHECK(text.find("0 <= objective <= 102345.6789\n") != std::string::npos);
}

TEST_CASE("wrong input is refused with its place") {
  const InputFiles files;
  files.write("p.txt", kProfile);
  files.write("t.yaml", kTasks);
  const auto resources = [&](const std::string& text) {
    files.write("r.yaml", text);
    return refused(files, {"pipeline", "t.yaml", "--resources", "r.yaml"});
  };
  CHECK(resources("resources: [{name: cpu}, {name: gpu}]\ndurations:\n  b: {cpu: 3}\n") ==
        "r.yaml:3:6: error: operation 'b' has no duration on resource 'gpu' (cycles, or null where it cannot run)");
  CHECK(resources("resources: [{name: cpu}]\nparameters: [{bytes: 3, operations: [c]}]\n") ==
        "r.yaml:2:38: error: there is no operation 'c' in the workload");
  CHECK(resources("resources: [{name: cpu, speed: 0}]\n")
            .find("r.yaml:1:32: error: resources[0].speed must be a decimal number above 0") == 0);
  CHECK(resources("resources: [{name: a, count: 2}, {name: a1}]\n") ==
        "r.yaml:1:41: error: resources[1].name gives two resources the name 'a1'");
  CHECK(resources("resources: [{name: a, count: 1024}, {name: b}]\n") ==
        "r.yaml:1:44: error: resources[1].name there are more than 1024 resources");
  CHECK(resources("resources: []\n").find("r.yaml:1:12: error: resources must be a list of at least one") == 0);
  CHECK(
      resources("resources: [{name: cpu, memory: 7}]\n") ==
      "t.yaml: error: there is no plan: memory: operation b needs 8 bytes at a time and the largest resource that can "
      "run it has 7");
  CHECK(refused(files, {"pipeline", "t.yaml"}) == "--resources: error: say which: a number of equal ones, or a file");
  CHECK(refused(files, {"pipeline", "t.yaml", "--resources", "0"}) ==
        "--resources: error: must be 1 to 1024, or a file, not '0'");
  CHECK(refused(files, {"pipeline", "t.yaml", "--resources", "2", "-o", "none/plan.json"}) ==
        "none/plan.json: error: the file cannot be written: No such file or directory");
  CHECK(refused(files, {"pipline", "t.yaml"}) ==
        "error: gantry plan has no command 'pipline' (did you mean 'pipeline'?) (--help shows what is right)");
  CHECK(refused(files, {"pipeline", "t.yaml", "--resource=2"}) ==
        "error: gantry plan pipeline has no option '--resource' (did you mean '--resources'?) (--help shows what is "
        "right)");
  CHECK(refused(files, {"pipeline", "t.yaml", "--resources", "2", "--drop-input"}) ==
        "--drop-input: error: goes with a PipeDream profile");
  CHECK(refused(files, {"pipeline", "t.yaml", "--resources", "2", "--bandwidth", "3"}) ==
        "--bandwidth: error: goes with a PipeDream profile (--cycles-per-byte for other workloads)");
  CHECK(refused(files, {"pipeline", "p.txt", "--resources", "2", "--bandwidth", "0"}) ==
        "--bandwidth: error: must be above 0");
  files.write(
      "bad.txt",
      "node1 -- Conv -- forward_compute_time=x, backward_compute_time=0, activation_size=0, parameter_size=0\n");
  CHECK(refused(files, {"pipeline", "bad.txt", "--resources", "2"}) ==
        "bad.txt:1:39: error: forward_compute_time must be a number of milliseconds that is not negative, not 'x'");
}

TEST_CASE("an interrupt keeps the best plan") {
  const InputFiles files;
  std::string tasks = "tasks:\n";
  for (int t = 0; t < 60; ++t)
    tasks += "  - {id: t" + std::to_string(t) + ", jobs: 1, cycles: " + std::to_string(1000 + t * t % 97) + "}\n";
  files.write("t.yaml", tasks);
  ProgramRun program(
      files, {"plan", "pipeline", "t.yaml", "--resources", "7", "--iterations", "4000000000", "-o", "plan.json"});
  ::usleep(700000);
  program.interrupt();
  CHECK(program.finish() == 0);
  CHECK(program.out().find("interrupted") != std::string::npos);
  CHECK(run(files, {"check", "plan.json", "t.yaml"}).status == 0);
}

TEST_CASE("throughput is never worse than the best contiguous splits", "[shared][figures]") {
  const fs::path folder = shared_path("dnn-placement");
  if (!has_shared(folder / "known_loads.csv")) return;
  std::ifstream known(folder / "known_loads.csv");
  const InputFiles files;
  int splits = 0;
  for (std::string line; std::getline(known, line);) {
    std::vector<std::string> cells;
    std::stringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (cells.size() < 4 || cells[1] != "best contiguous split") continue;
    INFO(cells[0]);
    const std::string file = fs::absolute(folder / cells[0]).string();
    // Whatever the annealing finds: the best contiguous split is where it begins.
    const auto found = metrics(run(files, {"pipeline", file, "--objective", "throughput", "--solver", "anneal",
                                           "--iterations", "1000", "--json", "-o", "plan.json"}));
    // The unit is 10^-11 ms.
    CHECK(found.at("largest_load").get<double>() / 1e11 <= std::stod(cells[3]) * (1 + 1e-9));
    CHECK(found.at("contiguous") == "exact");
    CHECK(found.at("contiguous_load").get<double>() / 1e11 == Catch::Approx(std::stod(cells[3])).epsilon(1e-9));
    CHECK(run(files, {"check", "plan.json", file}).status == 0);
    ++splits;
  }
  CHECK(splits == 7);
}

}  // namespace gantry::pipeline_command_test
