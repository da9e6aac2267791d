// SPDX-License-Identifier: Apache-2.0
// Plans whose transfers are real on the machine: edges that carry data objects, bytes that are said to be missing,
// and memory limits that are local stores.
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "gantry/kernel/cycle_kernel.h"
#include "gantry/platform/machine.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::plan_data_test {

using Json = nlohmann::json;

namespace {

const char* const kMachine =
    "interconnect: {columns: 3, rows: 2}\n"
    "processors: [{type: core, count: 2, local: {bytes: 65536, bytes_per_cycle: 8}}]\n";
const char* const kPair = "tasks: [{id: a, cycles: 90}, {id: b, cycles: 90, after: [{task: a, bytes: 640}]}]\n";

/// a on core 0 and b on core 1, so that the plan has one transfer of 640 bytes.
std::string apart(const std::string& parameters) {
  return R"({"schema": "gantry-plan-1", "method": "hand", "parameters": {)" + parameters + R"(}, "placement": [
{"task": "a", "processors": [0], "start": 0, "finish": 90}, {"task": "b", "processors": [1], "start": 730, "finish": 820}]})";
}

struct Replayed {
  std::string err;
  Json summary;
  std::string text;
};

struct Desk : InputFiles {
  explicit Desk(const std::string& plan) {
    write("machine.yaml", kMachine);
    write("w.yaml", kPair);
    write("plan.json", plan);
    write("e.yaml", "architecture: machine.yaml\nworkload: w.yaml\nplan: plan.json\n");
  }
  Replayed run(const std::vector<std::string>& sets = {}) const {
    std::vector<std::string> words = {"run", "e.yaml", "--out", "out"};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    ProgramRun run(*this, words);
    const std::string err = run.err();  // of the last program that ran in this folder
    const std::string out = run.out();
    INFO(err);
    REQUIRE(run.finish() == 0);
    ProgramRun check(*this, {"check", "out"});
    INFO(check.err());
    CHECK(check.finish() == 0);
    return {err, Json::parse(file_text(path("out/summary.json"))), out};
  }
};

const char* const kCounted = R"("cycles_per_byte": "1", "latency": "0")";
const std::vector<std::string> kIdeal = {"timing=ideal",
                                         "output={links: false, pictures: false, critical_path: false}"};

bool says(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

}  // namespace

TEST_CASE("transfers of a plan are real on the machine without a key", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed by_default = desk.run();
  const Replayed given = desk.run({"workload.edges=data"});
  const Replayed none = desk.run({"workload.edges=none"});
  CHECK(by_default.summary["cycles"] == given.summary["cycles"]);
  CHECK(by_default.summary["cycles"].get<int>() > none.summary["cycles"].get<int>() + 640 / 8);
  CHECK(by_default.err.empty());
  CHECK_FALSE(by_default.summary["plan"].contains("bytes_not_moved"));
  CHECK_FALSE(says(by_default.text, "not moved"));
}

TEST_CASE("with none, the run and its summary say how many planned bytes are missing", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed none = desk.run({"workload.edges=none"});
  CHECK(says(none.err,
             "e.yaml:3:7: note: the plan counts 640 bytes of 1 edges between processors, and the machine does not move "
             "them (workload.edges: data moves them)"));
  CHECK(none.summary["plan"]["bytes_not_moved"] == 640);
  CHECK(says(none.text, "640 bytes between processors planned and not moved"));
}

TEST_CASE("a plan without transfers keeps every byte, and a note says what stays out", "[plan_data]") {
  for (const char* parameters : {"", R"("cycles_per_byte": "0", "latency": 0)", R"("cycles_per_byte": 0)"}) {
    INFO(parameters);
    const Desk desk(apart(parameters));
    const Replayed run = desk.run();
    CHECK(says(run.err,
               "note: the plan counts no transfers, and the machine does not move 640 bytes of 1 edges between "
               "processors (workload.edges: data moves them)"));
    CHECK_FALSE(run.summary["plan"].contains("bytes_not_moved"));
    CHECK(run.summary["cycles"] == desk.run({"workload.edges=none"}).summary["cycles"]);
    CHECK(desk.run({"workload.edges=data"}).err.empty());
  }
}

TEST_CASE("a latency alone is a transfer, and so is what a plan says of edges", "[plan_data]") {
  for (const char* parameters : {R"("cycles_per_byte": 0, "latency": 3)", R"("costs": "machine", "edges": "data")"}) {
    INFO(parameters);
    const Desk desk(apart(parameters));
    CHECK(desk.run().summary["cycles"] == desk.run({"workload.edges=data"}).summary["cycles"]);
  }
}

TEST_CASE("an ideal replay has its transfers anyway", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed run = desk.run(kIdeal);
  CHECK(run.summary["cycles"] == 820);
  CHECK(run.err.empty());
  CHECK_FALSE(run.summary["plan"].contains("bytes_not_moved"));
}

TEST_CASE("a run's own experiment replays the same cycles", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed run = desk.run();
  ProgramRun again(desk, {"run", "out/experiment.yaml", "--out", "again"});
  INFO(again.err());
  REQUIRE(again.finish() == 0);
  CHECK(file_text(desk.path("again/summary.json")) == file_text(desk.path("out/summary.json")));
}

TEST_CASE("edges of events only order, so their planned bytes are missing with data, too", "[plan_data]") {
  const Desk desk(apart(kCounted));
  desk.write("w.yaml", "tasks: [{id: a, cycles: 90}, {id: b, class: event, after: [{task: a, bytes: 640}]}]\n");
  const Replayed run = desk.run();
  CHECK(says(run.err, "the plan counts 640 bytes of 1 edges between processors, and the machine does not move them\n"));
  CHECK(run.summary["plan"]["bytes_not_moved"] == 640);
}

namespace {

/// Stays of parts in local stores, when they leave.
struct Stays final : RecordSink {
  std::vector<PartStay> left;
  void task_done(const TaskRecord& /*task*/) override {}
  void job_done(const JobRecord& /*job*/) override {}
  void part_left(const PartStay& stay) override { left.push_back(stay); }
};

/// Four operations of two layers, forward and backward; a layer's two share 4,096 bytes of parameters.
struct PipelineDesk : InputFiles {
  PipelineDesk() {
    write("ops.yaml",
          "tasks:\n- {id: f0, cycles: 1000}\n- {id: f1, cycles: 1000, after: [{task: f0, bytes: 512}]}\n"
          "- {id: b1, cycles: 1000, after: [{task: f1, bytes: 256}]}\n"
          "- {id: b0, cycles: 1000, after: [{task: b1, bytes: 512}]}\n");
    write("r.yaml",
          "resources: [{name: npu, count: 2, memory: 6000}]\n"
          "parameters: [{bytes: 4096, operations: [f0, b0]}, {bytes: 4096, operations: [f1, b1]}]\n");
    ProgramRun plan(*this, {"plan", "pipeline", "ops.yaml", "--resources", "r.yaml", "--subtasks", "6", "--iterations",
                            "1000", "--workload-out", "many.yaml", "-o", "plan.json", "--json"});
    INFO(plan.err());
    REQUIRE(plan.finish() == 0);
    const Json metrics = Json::parse(plan.out())["metrics"];
    for (const char* name : {"memory npu0", "memory npu1"})
      planned = std::max(planned, metrics.at(name).get<std::uint64_t>());
    REQUIRE(metrics["makespan"].get<int>() < 6 * 4000);  // both are used
  }
  void machine(std::uint64_t bytes) const {
    write("m.yaml",
          "interconnect: {columns: 3, rows: 2}\nprocessors: [{type: core, count: 2, queue_depth: 2, local: {bytes: " +
              std::to_string(bytes) + ", bytes_per_cycle: 8}}]\n");
    write("e.yaml", "architecture: m.yaml\nworkload: many.yaml\nplan: plan.json\n");
  }
  std::uint64_t planned = 0;  ///< the larger memory of the plan's resources
};

}  // namespace

TEST_CASE("in stores of exactly a pipeline plan's need no parameter is evicted", "[plan_data]") {
  const PipelineDesk desk;
  CHECK(desk.planned >= 4096 + 512);
  // Beside the parameters a store must hold what one job reads and writes: 512 + 256 bytes.
  const std::uint64_t need = std::max<std::uint64_t>(desk.planned, 4096 + 512 + 256);
  for (const std::uint64_t bytes : {need, need + 256, 4 * need}) {
    INFO(bytes << " bytes per store");
    desk.machine(bytes);
    Diagnostics diagnostics;
    const auto experiment = load_experiment(desk.path("e.yaml"), {}, diagnostics);
    INFO(diagnostics.lines().size());
    REQUIRE(experiment);
    REQUIRE(check_feasible(*experiment, diagnostics));
    CHECK(experiment->workload.edges_are_data);
    const auto source = make_task_source(*experiment);
    Stays stays;
    Machine machine(experiment->architecture, {experiment->picker, experiment->processor_choice, {}}, *source, stays);
    Cycle now = 0;
    REQUIRE(run_cycles(machine, {}, {}, now) == RunEnd::complete);
    machine.verify_empty();
    const RunStats stats = machine.finish(RunEnd::complete, now);
    REQUIRE(stats.data);
    std::size_t parameters = 0;
    for (const PartStay& stay : stays.left) {
      if (stay.writer != kNever) continue;
      ++parameters;
      CHECK(stay.end == PartEnd::run);
      CHECK(stay.source == kNone);
      CHECK(stay.uses == 12);  // forward and backward of six subtasks
    }
    CHECK(parameters == 2);
    for (const StoreStats& store : stats.data->stores) {
      CHECK(store.most_used <= bytes);
      if (bytes == 4 * need) CHECK(store.evictions == 0);
    }
  }
}

TEST_CASE("a pipeline plan that needs more than a store holds is refused at its place", "[plan_data]") {
  const PipelineDesk desk;
  const auto error = [&](std::uint64_t bytes) {
    desk.machine(bytes);
    ProgramRun run(desk, {"run", "e.yaml", "--out", "out"});
    CHECK(run.finish() == 2);
    return run.err();
  };
  const std::uint64_t need = std::max<std::uint64_t>(desk.planned, 4096 + 512 + 256);
  CHECK(says(error(desk.planned - 1), "e.yaml:3:7: error: the plan needs " + std::to_string(desk.planned) +
                                          " bytes of memory at once, and the local store "));
  CHECK(says(error(desk.planned - 1), " holds " + std::to_string(desk.planned - 1) +
                                          " (a larger store, or a plan with less memory per resource)"));
  if (need > desk.planned)
    CHECK(says(error(need - 1), "e.yaml:3:7: error: the plan keeps 4096 bytes of parameters, and task "));
  // Without local stores nothing limits it.
  desk.write("m.yaml", "interconnect: {columns: 3, rows: 2}\nprocessors: [{type: core, count: 2}]\n");
  ProgramRun run(desk, {"run", "e.yaml", "--out", "out"});
  INFO(run.err());
  CHECK(run.finish() == 0);
}

TEST_CASE("the machine improves as the partition of the source's example does", "[plan_data]") {
  // One cycle per byte in the plan and in the stores; 10,000 cycles a task and 64,000 bytes a critical edge, beside
  // which the hand-over of some 60 cycles a task is small.
  const Json example = Json::parse(file_text(GANTRY_SOURCE_DIR "/tests/golden/planners/critical_partition_14.json"));
  std::map<int, std::string> after;
  for (const auto& edge : example["critical_edges"])
    after[edge[1].get<int>()] += "{task: " + edge[0].dump() + ", bytes: 64000, critical: true}, ";
  for (const auto& edge : example["other_edges"]) after[edge[1].get<int>()] += "{task: " + edge[0].dump() + "}, ";
  std::string tasks = "tasks:\n";
  for (const auto& task : example["tasks"])
    tasks += "- {id: " + task.dump() + ", cycles: 10000, after: [" + after[task.get<int>()] + "]}\n";
  InputFiles files;
  files.write("w.yaml", tasks);
  files.write("start.yaml", example["initial_parts"].dump());
  std::string machine = "interconnect: {columns: 3, rows: 2}\ntask_cache: {window: 8}\nprocessors:\n";
  for (const char* cluster : {"0", "1", "2"})
    machine += std::string("- {name: c") + cluster + ", cluster: " + cluster +
               ", queue_depth: 4, local: {bytes: 4194304, bytes_per_cycle: 1, per: cluster}}\n";
  files.write("m.yaml", machine);
  files.write("e.yaml", "architecture: m.yaml\nworkload: w.yaml\nplan: plan.json\n");
  std::vector<double> ideal;
  std::vector<double> real;
  for (const char* until : {"start", "source", "stable"}) {
    ProgramRun plan(files, {"plan", "partition", "w.yaml", "--parts", "3", "--initial", "start.yaml", "--imbalance",
                            "0.6", "--until", until, "-o", "plan.json"});
    REQUIRE(plan.finish() == 0);
    const auto cycles = [&](const std::vector<std::string>& sets) {
      std::vector<std::string> words = {"run", "e.yaml", "--out", "out"};
      for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
      REQUIRE(ProgramRun(files, words).finish() == 0);
      return Json::parse(file_text(files.path("out/summary.json")))["cycles"].get<double>();
    };
    ideal.push_back(cycles(kIdeal));
    real.push_back(cycles({}));
  }
  CHECK(ideal == std::vector<double>{302000, 238000, 164000});
  for (const std::size_t plan : {1, 2}) {
    const double planned = ideal[plan] / ideal[plan - 1];
    const double found = real[plan] / real[plan - 1];
    INFO(found << " on the machine, " << planned << " planned");
    CHECK(found < 1.15 * planned);
    CHECK(found > 0.85 * planned);
  }
  CHECK(real[2] / real[0] < 1.15 * ideal[2] / ideal[0]);
  CHECK(real[2] / real[0] > 0.85 * ideal[2] / ideal[0]);
}

TEST_CASE("with the machine's costs a transfer between stores takes what the machine takes alone", "[plan_data]") {
  InputFiles files;
  const auto outcome = [&](const std::string& per, std::uint64_t bytes) {
    files.write("m.yaml",
                "interconnect: {columns: 3, rows: 3, flit_bytes: 64}\n"
                "processors: [{name: l, type: l, cluster: 1, local: {bytes: 65536, bytes_per_cycle: 8, per: " +
                    per + "}},\n  {name: r, type: r, cluster: 1, local: {bytes: 65536, bytes_per_cycle: 8, per: " +
                    per + "}}]\nplacement: {host: 0, memory: [2], scheduler: 4, processors: [1, 7]}\n");
    files.write("w.yaml",
                "tasks: [{id: a, cycles: 500, processor: l}, {id: b, cycles: 500, processor: r, after: [{task: a, "
                "bytes: " +
                    std::to_string(bytes) + "}]}]\n");
    files.write("e.yaml", "architecture: m.yaml\nworkload: w.yaml\nplan: p.json\npolicies: {picker: fifo}\n");
    ProgramRun plan(files,
                    {"plan", "heft", "w.yaml", "--architecture", "m.yaml", "--costs", "machine", "-o", "p.json"});
    INFO(plan.err());
    REQUIRE(plan.finish() == 0);
    CHECK(ProgramRun(files, {"plan", "check", "p.json", "w.yaml"}).finish() == 0);
    ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
    REQUIRE(run.finish() == 0);
    CHECK(run.err().empty());
    const Json of = Json::parse(file_text(files.path("out/summary.json")))["plan"];
    return std::make_pair(of["predicted_cycles"].get<std::int64_t>(), of["simulated_cycles"].get<std::int64_t>());
  };
  const auto none = outcome("processor", 0);
  CHECK(none.first == none.second);
  for (const std::uint64_t bytes : {1, 64, 256, 300, 4096, 40000}) {
    const auto [predicted, simulated] = outcome("processor", bytes);
    INFO(bytes << " bytes: " << predicted << " predicted, " << simulated << " simulated, without them " << none.first);
    CHECK(predicted - none.first >= static_cast<std::int64_t>(bytes / 8));
    CHECK(std::abs(predicted - simulated) <= 4);  // the query of the directory is not counted
  }
  const auto together = outcome("cluster", 40000);
  CHECK(together.first == none.first);
  CHECK(together.second - together.first <= 4);
}

TEST_CASE("a plan that can be read once is read once", "[plan_data]") {
  const Desk desk(apart(kCounted));
  const Replayed file = desk.run();
  REQUIRE(mkfifo(desk.path("pipe").c_str(), 0600) == 0);
  ProgramRun run(desk, {"run", "e.yaml", "--set", "plan=pipe", "--out", "out"});
  desk.write("pipe", file_text(desk.path("plan.json")));
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  CHECK(Json::parse(file_text(desk.path("out/summary.json")))["cycles"] == file.summary["cycles"]);
}

}  // namespace gantry::plan_data_test
