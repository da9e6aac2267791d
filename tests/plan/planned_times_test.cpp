// SPDX-License-Identifier: Apache-2.0
// A plan's times are those that it replays with: every planner, on every kind of file that has a graph of its own,
// agrees with its ideal replay to the cycle, and is accepted beside the workload that it was written with and beside
// the one that it was made of.
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "gantry/plan/list/list_scheduler.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::planned_times_test {

namespace {

struct Graph {
  const char* file;
  const char* text;
  std::vector<std::string> pipeline;  ///< options that its pipeline takes
  std::vector<std::string> mapping = {};
};

const std::vector<Graph>& graphs() {
  static const std::vector<Graph> list = {
      {"native.yaml",
       "tasks:\n"
       "  - {id: a, jobs: 4, cycles: 10}\n"
       "  - {id: b, jobs: 2, cycles: 20, after: [{task: a, bytes: 8}]}\n"
       "  - {id: e, class: event, after: [a]}\n"
       "  - {id: c, jobs: 1, cycles: 35, after: [{task: a, bytes: 17}, e]}\n",
       {"--resources", "r.yaml"}},
      {"list.txt",
       "5 4\n0 a 3\n1 b 5\n2 c 2\n3 d 7\n4 e 1\n0 1 6 x\n0 2 4 y\n1 3 9 z\n2 4 3 w\n",
       {"--resources", "3"}},
      {"graph.stg",
       "5\n0 0 0\n1 7 1 0\n2 3 1 0\n3 5 2 1 2\n4 6 1 2\n5 2 2 1 4\n6 0 2 3 5\n",
       {"--resources", "3", "--cycles-per-byte", "0.5", "--latency", "2.25"}},
      {"profile.txt",
       "node1 -- Conv2d(3, 64) -- forward_compute_time=2.000, backward_compute_time=3.000, "
       "activation_size=1500.0, parameter_size=4000.000\n"
       "node2 -- ReLU -- forward_compute_time=1.000, backward_compute_time=1.500, activation_size=1000.0, "
       "parameter_size=100.000\n"
       "\tnode1 -- node2",
       {"--resources", "2"},
       {"--set", "mapping.cycles_per_unit=1000"}},
      {"placement.json",
       R"({"maxSizePerFPGA": 300, "maxFPGAs": 2, "maxCPUs": 1, "nodes": [)"
       R"({"id": 0, "supportedOnFpga": 1, "cpuLatency": 8.5, "fpgaLatency": 1, "isBackwardNode": false, "size": 100},)"
       R"({"id": 1, "supportedOnFpga": 1, "cpuLatency": 9, "fpgaLatency": 2, "isBackwardNode": false, "size": 150},)"
       R"({"id": 2, "supportedOnFpga": 0, "cpuLatency": 1.25, "fpgaLatency": 0, "isBackwardNode": false, "size": 10},)"
       R"({"id": 3, "supportedOnFpga": 1, "cpuLatency": 7, "fpgaLatency": 3, "isBackwardNode": false, "size": 100}],)"
       R"("edges": [{"sourceId": 0, "destId": 1, "cost": 0.5}, {"sourceId": 0, "destId": 2, "cost": 0.5},)"
       R"( {"sourceId": 2, "destId": 3, "cost": 0.25}, {"sourceId": 1, "destId": 3, "cost": 1}]})",
       {},
       {"--set", "mapping.cycles_per_unit=1000"}},
      {"flow.json",
       R"({"name": "flow", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [)"
       R"({"name": "a", "id": "a", "parents": [], "children": ["b"], "inputFiles": [], "outputFiles": ["f"]},)"
       R"({"name": "b", "id": "b", "parents": ["a"], "children": [], "inputFiles": ["f"], "outputFiles": []}],)"
       R"( "files": [{"id": "f", "sizeInBytes": 12}]}, "execution": {"makespanInSeconds": 3, "tasks": [)"
       R"({"id": "a", "runtimeInSeconds": 1.5}, {"id": "b", "runtimeInSeconds": 2}]}}})",
       {"--resources", "2"},
       {"--set", "mapping.cycles_per_unit=100"}},
  };
  return list;
}

/// Durations differ by resource, and not by what a speed could say.
const char* const kResources =
    "resources: [{name: npu, count: 2}, {name: cpu}]\n"
    "durations:\n"
    "  a: {npu: 7, cpu: 41}\n"
    "  b: {npu: null, cpu: 13}\n"
    "  e: {npu: 3, cpu: 0}\n";

class Desk {
 public:
  Desk() {
    files_.write("r.yaml", kResources);
    for (const Graph& graph : graphs()) files_.write(graph.file, graph.text);
  }

  int run(const std::vector<std::string>& arguments) {
    ProgramRun program(files_, arguments);
    const int status = program.finish();
    said_ = program.err();
    return status;
  }
  [[nodiscard]] const std::string& said() const { return said_; }

  void plan(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.begin(), "plan");
    arguments.insert(arguments.end(), more.begin(), more.end());
    const int status = run(arguments);
    INFO(said_);
    REQUIRE(status == 0);
  }

  /// The status of the ideal replay of plan.json.
  int replay(const std::string& workload, std::uint64_t processors, const std::vector<std::string>& mapping) {
    files_.write("e.yaml", "architecture:\n  processors: [{count: " + std::to_string(processors) +
                               ", type: core, queue_depth: 8}]\nworkload: {path: " + workload +
                               "}\nplan: plan.json\ntiming: ideal\noutput: {trace: false}\n");
    std::vector<std::string> command = {"run", "e.yaml", "--out", "out"};
    for (const std::string& word : mapping) {
      const bool key = word.rfind("mapping.", 0) == 0;
      command.push_back(key ? "workload." + word : word);
    }
    return run(command);
  }

  nlohmann::json read(const std::string& name) { return nlohmann::json::parse(file_text(files_.path(name))); }

  void agrees(const std::string& workload, std::uint64_t processors, const std::vector<std::string>& mapping = {}) {
    const int status = replay(workload, processors, mapping);
    INFO(said_);
    REQUIRE(status == 0);
    const auto plan = read("out/summary.json").at("plan");
    CHECK(plan.at("predicted_cycles").get<std::uint64_t>() > 0);
    CHECK(plan.at("simulated_cycles") == plan.at("predicted_cycles"));
  }

  void accepted(const std::string& workload, const std::vector<std::string>& mapping = {}) {
    std::vector<std::string> command = {"plan", "check", "plan.json", workload};
    command.insert(command.end(), mapping.begin(), mapping.end());
    const int status = run(command);
    INFO(said_);
    CHECK(status == 0);
  }

 private:
  InputFiles files_;
  std::string said_;
};

}  // namespace

TEST_CASE("list plans of every kind of file replay with the times they were planned with", "[figures]") {
  Desk desk;
  for (const Graph& graph : graphs()) {
    for (const auto& method : plan::builtin_list_schedulers().entries()) {
      INFO(graph.file << ' ' << method.name);
      desk.plan({method.name, graph.file, "--processors", "3", "-o", "plan.json"}, graph.mapping);
      desk.agrees(graph.file, 3, graph.mapping);
      desk.accepted(graph.file, graph.mapping);
    }
  }
}

TEST_CASE("periods of every kind of file replay with the times they were planned with") {
  Desk desk;
  for (const Graph& graph : graphs()) {
    INFO(graph.file);
    desk.plan({"periodic", graph.file, "--processors", "2", "--max-unroll", "2", "-o", "period.json"}, graph.mapping);
    std::vector<std::string> repeat = {"repeat",         "period.json", graph.file, "--periods", "4",
                                       "--workload-out", "w.json",      "-o",       "plan.json"};
    desk.plan(repeat, graph.mapping);
    desk.agrees("w.json", 2);
    desk.accepted("w.json");
  }
}

TEST_CASE("pipelines of every kind of file replay with the times and hops of the plan's resources") {
  Desk desk;
  for (const Graph& graph : graphs()) {
    INFO(graph.file);
    std::vector<std::string> more = graph.pipeline;
    more.insert(more.end(), graph.mapping.begin(), graph.mapping.end());
    desk.plan({"pipeline", graph.file, "--subtasks", "3", "--solver", "anneal", "--iterations", "2000",
               "--workload-out", "w.json", "-o", "plan.json"},
              more);
    desk.agrees("w.json", desk.read("plan.json").at("parameters").at("processors"));
    desk.accepted("w.json");
    desk.accepted(graph.file);  // its mapping is among the plan's parameters
  }
}

TEST_CASE("an ideal replay refuses a plan that was made with other times") {
  Desk desk;
  desk.plan({"pipeline", "native.yaml", "--resources", "r.yaml", "--solver", "milp", "-o", "plan.json"}, {});
  // 4 jobs of 10 cycles, planned for 7 on an npu. b and e are no jobs of 13 and 0 cycles, either, or are where they
  // are.
  REQUIRE(desk.replay("native.yaml", 3, {}) == 2);
  const std::string begin = "e.yaml:4:7: error: the plan gives task 'a' 7 cycles, and on processor ";
  const std::string said = desk.said().substr(std::min(desk.said().size(), desk.said().find("e.yaml")));
  INFO(said);
  CHECK(said.rfind(begin, 0) == 0);
  CHECK(said.find("it takes 40; so it is with 1 more (an ideal replay takes the workload") != std::string::npos);
}

}  // namespace gantry::planned_times_test
