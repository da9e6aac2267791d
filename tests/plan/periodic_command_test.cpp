// SPDX-License-Identifier: Apache-2.0
// `gantry plan periodic` and `gantry plan repeat` as a user meets them, up to the replay on the machine.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::periodic_command_test {

namespace {

/// The form and the example of source 001: operations, then what they transfer.
constexpr const char* kOperations = "4 4\n0 A 1\n1 B 2\n2 C 1\n3 D 2\n0 1 2 a\n0 2 1 b\n1 3 1 c\n2 3 1 d\n";

constexpr const char* kExperiment = R"(architecture: {processors: [{count: 2, queue_depth: 1}]}
workload: {path: many.yaml}
policies: {picker: fifo}
plan: many.json
output: {trace: false}
)";

/// Runs the program, which has to end with this status; answers its standard output, or its first error.
std::string gantry_says(const InputFiles& files, int status, const std::vector<std::string>& arguments) {
  ProgramRun run(files, arguments);
  INFO(run.err());
  CHECK(run.finish() == status);
  if (status == 0) return run.out();
  const std::string err = run.err();
  const std::size_t error = err.find("error: ");
  const std::size_t line = error == std::string::npos ? 0 : err.rfind('\n', error) + 1;
  return err.substr(line, err.find('\n', line) - line);
}

std::string complaint(const std::string& operations, std::vector<std::string> more) {
  const InputFiles files;
  files.write("ops.txt", operations);
  std::vector<std::string> arguments = {"plan", "periodic", "ops.txt", "-o", "plan.json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::string said = gantry_says(files, 2, arguments);
  CHECK(!std::filesystem::exists(files.path("plan.json")));
  return said;
}

}  // namespace

TEST_CASE("the source's example from its own input form") {
  const InputFiles files;
  files.write("ops.txt", kOperations);
  const std::vector<std::string> plan = {"plan", "periodic", "ops.txt", "--processors", "2", "-o", "plan.json"};
  std::vector<std::string> as_json = plan;
  as_json.insert(as_json.end(), {"--json", "--exact"});
  const auto json = nlohmann::json::parse(gantry_says(files, 0, as_json));
  const auto& metrics = json.at("metrics");
  CHECK(metrics.at("unroll") == 1);
  CHECK(metrics.at("period") == 3);
  CHECK(metrics.at("utilization") == 1.0);
  CHECK(metrics.at("max_retiming") == 1);
  CHECK(metrics.at("prologue") == 3);
  CHECK(metrics.at("exact_bound") == 1);
  CHECK(gantry_says(files, 0, {"plan", "check", "plan.json", "ops.txt"}) ==
        "plan.json: periodic, 4 placements, in order\n");
  gantry_says(files, 0, plan);
  const std::string once = file_text(files.path("plan.json"));
  gantry_says(files, 0, plan);
  CHECK(file_text(files.path("plan.json")) == once);
}

TEST_CASE("bytes of edges that a replay moves as objects are no bytes of the repeated tasks") {
  const InputFiles files;
  files.write("g.dot", "digraph g { a [size=100]; b [size=50]; a -> b [size=64]; }\n");
  for (const auto& [cycles_per_byte, own] : {std::pair("1", false), std::pair("0", true)}) {
    gantry_says(
        files, 0,
        {"plan", "periodic", "g.dot", "--processors", "2", "--cycles-per-byte", cycles_per_byte, "-o", "p.json"});
    gantry_says(files, 0,
                {"plan", "repeat", "p.json", "g.dot", "--periods", "2", "--workload-out", "m.yaml", "-o", "m.json"});
    CHECK((file_text(files.path("m.yaml")).find("put_bytes") != std::string::npos) == own);
    gantry_says(files, 0, {"plan", "check", "m.json", "m.yaml"});
  }
}

TEST_CASE("a hundred periods: ideal timing agrees with the plan to the cycle, and the machine follows it") {
  const InputFiles files;
  files.write("ops.txt", kOperations);
  gantry_says(files, 0, {"plan", "periodic", "ops.txt", "--processors", "2", "-o", "plan.json"});
  const auto many = nlohmann::json::parse(gantry_says(files, 0,
                                                      {"plan", "repeat", "plan.json", "ops.txt", "--periods", "100",
                                                       "--workload-out", "many.yaml", "-o", "many.json", "--json"}));
  CHECK(many.at("metrics").at("executions") == 100);
  CHECK(many.at("metrics").at("makespan") == 303);  // a prologue of one period of 3 cycles, then 100
  CHECK(gantry_says(files, 0, {"plan", "check", "many.json", "many.yaml"}) ==
        "many.json: repeat, 400 placements, in order\n");

  files.write("e.yaml", kExperiment);
  gantry_says(files, 0, {"run", "e.yaml", "--set", "timing=ideal", "--out", "ideal"});
  const auto ideal = nlohmann::json::parse(file_text(files.path("ideal/summary.json")));
  CHECK(ideal.at("plan").at("predicted_cycles") == 303);
  CHECK(ideal.at("plan").at("simulated_cycles") == 303);
  gantry_says(files, 0, {"run", "e.yaml", "--out", "machine"});
  gantry_says(files, 0, {"check", "machine"});
  const auto machine = nlohmann::json::parse(file_text(files.path("machine/summary.json")));
  CHECK(machine.at("tasks").at("completed") == 400);
  CHECK(machine.at("cycles") > 303);
}

TEST_CASE("times from a run are what jobs took of their processors") {
  const InputFiles files;
  // One job after the other on one processor with one place: each takes it from its pick to its completion.
  files.write("w.yaml",
              "tasks:\n  - {id: a, cycles: 100}\n  - {id: b, jobs: 2, cycles: 50, after: [a]}\n  - {id: e, class: "
              "event, after: [b]}\n");
  files.write(
      "e.yaml",
      "architecture: {dispatcher: {mode: per_job}, processors: [{queue_depth: 1}]}\nworkload: {path: w.yaml}\n");
  gantry_says(files, 0, {"run", "e.yaml", "--out", "run"});
  gantry_says(files, 0, {"plan", "periodic", "w.yaml", "--processors", "1", "--times", "from:run", "-o", "plan.json"});
  const auto plan = nlohmann::json::parse(file_text(files.path("plan.json")));
  const std::string jobs = file_text(files.path("run/jobs.csv"));
  INFO(jobs);
  // picked to completed: two cycles of latency and two to collect, one to the port, the way there (5 flits), the job,
  // and the way back; the same for every job in an empty machine
  std::uint64_t task_a = 0;
  std::uint64_t task_b = 0;
  for (const auto& place : plan.at("placement")) {
    const std::uint64_t time = place.at("finish").get<std::uint64_t>() - place.at("start").get<std::uint64_t>();
    if (place.at("task") == "a") task_a = time;
    if (place.at("task") == "b") task_b = time;
    if (place.at("task") == "e") CHECK(time == 0);
  }
  CHECK(task_a > 100);
  CHECK(task_b == 2 * (task_a - 50));
  CHECK(gantry_says(files, 0, {"plan", "check", "plan.json", "w.yaml"}) ==
        "plan.json: periodic, 3 placements, in order\n");

  files.write("other.yaml", "tasks:\n  - {id: a, cycles: 100}\n  - {id: c, cycles: 1}\n");
  CHECK(gantry_says(files, 2, {"plan", "periodic", "other.yaml", "--processors", "1", "--times", "from:run"}) ==
        "run/jobs.csv: error: has 0 jobs of task 'c', which has 1 (a run of this workload)");
  CHECK(gantry_says(files, 2, {"plan", "periodic", "w.yaml", "--processors", "1", "--times", "from:nowhere"}) ==
        "nowhere/summary.json:1:1: error: cannot be read (expected the summary of a finished run)");
}

TEST_CASE("bad input is refused before anything is written") {
  CHECK(complaint("1 0\n0 A 0\n", {"--processors", "2"}) ==
        "ops.txt: error: no task takes any time, so a period would have no cycles (cycles above 0)");
  CHECK(complaint("2 1\n0 A 1\n1 B 1\n0 2 1 a\n", {"--processors", "2"}).rfind("ops.txt:4:3: error: ", 0) == 0);
  CHECK(complaint(kOperations, {}) == "--processors: error: give either --processors or --architecture");
  CHECK(complaint(kOperations, {"--processors", "2", "--utilization", "1.01"}).rfind("--utilization: error: ", 0) == 0);
  CHECK(complaint(kOperations, {"--processors", "2", "--times", "run"}) ==
        "--times: error: must be from:DIR, beside --processors");
  CHECK(complaint(kOperations, {"--processors", "2", "--max-unroll", "0"}).rfind("error: --max-unroll: ", 0) == 0);
  CHECK(complaint(kOperations, {"--processors", "0"}).rfind("error: --processors: ", 0) == 0);
  // a chain that changes its processor five times, each transfer of 10^18 cycles
  CHECK(complaint("6 5\n0 A 1\n1 B 1\n2 C 1\n3 D 1\n4 E 1\n5 F 1\n0 1 1000000000000 a\n1 2 1000000000000 b\n"
                  "2 3 1000000000000 c\n3 4 1000000000000 d\n4 5 1000000000000 e\n",
                  {"--processors", "2", "--cycles-per-byte", "1000000", "--max-unroll", "1"}) ==
        "ops.txt: error: the prologue would have 2^62 cycles or more (less bytes, or a smaller --cycles-per-byte)");
}

TEST_CASE("only a periodic plan without faults is repeated") {
  const InputFiles files;
  files.write("ops.txt", kOperations);
  const auto repeat = [&](const std::string& plan, const std::string& periods) {
    return gantry_says(files, 2,
                       {"plan", "repeat", plan, "ops.txt", "--periods", periods, "--workload-out", "many.yaml"});
  };
  gantry_says(files, 0, {"plan", "heft", "ops.txt", "--processors", "2", "-o", "heft.json"});
  CHECK(repeat("heft.json", "3") ==
        "heft.json: error: is not a periodic plan: it has no metric `period` (gantry plan periodic)");
  gantry_says(files, 0, {"plan", "periodic", "ops.txt", "--processors", "2", "-o", "plan.json"});
  CHECK(repeat("plan.json", "10000000") == "--periods: error: makes 40000000 tasks (at most 16777216)");
  std::string text = file_text(files.path("plan.json"));
  text.replace(text.find("\"retiming\":1"), 12, "\"retiming\":0");
  files.write("plan.json", text);
  CHECK(repeat("plan.json", "3").rfind("plan.json: error: task ", 0) == 0);
  CHECK(!std::filesystem::exists(files.path("many.yaml")));
}

}  // namespace gantry::periodic_command_test
