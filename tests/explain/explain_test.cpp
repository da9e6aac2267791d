// SPDX-License-Identifier: Apache-2.0
// What a run says about itself: the verdict names what binds, `gantry explain` tells what the files have.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"
#include "program_run.h"

namespace gantry::explain_test {

namespace {

using Json = nlohmann::json;

/// Runs the experiment and answers its verdict, sentence by sentence in one text.
std::string verdict_of(const InputFiles& files, const std::string& experiment, const std::string& out,
                       const std::vector<std::string>& sets = {}) {
  files.write("experiment.yaml", experiment);
  std::vector<std::string> words = {"run", "experiment.yaml", "--out", out};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  ProgramRun run(files, words);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const Json summary = Json::parse(file_text(files.path(out + "/summary.json")));
  std::string text;
  for (const Json& sentence : summary.at("verdict")) text += sentence.get<std::string>() + '\n';
  return text;
}

const std::string kMachine =
    "name: why\n"
    "architecture:\n"
    "  interconnect: {topology: mesh, columns: 4, rows: 4}\n"
    "  processors: [{name: core, count: 12, queue_depth: 2}]\n";

/// Chains, each in a row of the file: their second tasks block the queue for all behind them.
std::string chains() {
  std::string tasks = "workload:\n  tasks:\n";
  for (int chain = 0; chain < 8; ++chain) {
    for (int link = 0; link < 4; ++link) {
      const std::string id = "c" + std::to_string(chain) + "_" + std::to_string(link);
      const std::string after =
          link == 0 ? "" : ", after: [c" + std::to_string(chain) + "_" + std::to_string(link - 1) + "]";
      tasks += "    - {id: " + id + ", cycles: 2000" + after + "}\n";
    }
  }
  return tasks;
}

}  // namespace

TEST_CASE("the verdict names head-of-line blocking where order costs, and not where it does not") {
  const InputFiles files;
  const std::string slow = verdict_of(files, kMachine + chains(), "file");
  CHECK(slow.find("head-of-line blocking") != std::string::npos);
  CHECK(slow.find("workload.order") != std::string::npos);
  const std::string fast = verdict_of(files, kMachine + chains(), "level", {"workload.order=level"});
  CHECK(fast.find("head-of-line blocking") == std::string::npos);
  const auto cycles = [&](const std::string& out) {
    return Json::parse(file_text(files.path(out + "/summary.json"))).at("cycles").get<std::uint64_t>();
  };
  // Eight chains one after the other, or side by side.
  CHECK(cycles("file") > 5 * cycles("level"));
}

TEST_CASE("the verdict names the reading of descriptors where tasks are too small for it") {
  const InputFiles files;
  const std::string text =
      verdict_of(files,
                 kMachine +
                     "workload: {generator: poisson, tasks: 4000, interval_cycles: 2, cycles: 10, weight: 1}\n"
                     "output: {tasks: false, jobs: false}\n",
                 "out");
  CHECK(text.find("fetch") != std::string::npos);
  CHECK(text.find(".outstanding_bursts") != std::string::npos);
}

TEST_CASE("the verdict names transfers where data bind") {
  const InputFiles files;
  std::string tasks = "workload:\n  tasks:\n";
  for (int i = 0; i < 24; ++i) {
    tasks += "    - {id: t" + std::to_string(i) + ", jobs: 4, cycles: 50, input_bytes: 16384, output_bytes: 16384}\n";
  }
  const std::string text = verdict_of(files, kMachine + tasks, "out");
  CHECK(text.find("memory") != std::string::npos);
}

TEST_CASE("what whatif measured of the run stands behind the verdict, if it is in the run's directory") {
  const InputFiles files;
  verdict_of(files, R"(
architecture: {interconnect: {columns: 5, rows: 4}, processors: [{count: 16}], host: {ring_entries: 1}}
workload: {generator: task_bench, pattern: trivial, width: 64, steps: 1, mapping: {cycles_per_unit: 10000}}
)",
             "out");
  const auto explained = [&] {
    ProgramRun program(files, {"explain", "out", "--json"});
    REQUIRE(program.finish() == 0);
    return Json::parse(program.out()).at("verdict").back().get<std::string>();
  };
  const std::string alone = explained();
  CHECK(alone.find("Measured") == std::string::npos);
  ProgramRun turns(files, {"whatif", "experiment.yaml", "--pairs", "0", "--out", "out"});
  REQUIRE(turns.finish() == 0);
  // Tasks run one after the other behind the ring; with two entries it is two at a time.
  CHECK(explained().find("Measured by gantry whatif, makespan saved: host rings doubled 50.0 %") == 0);

  // The answer is of another run, or of none.
  verdict_of(files, file_text(files.path("experiment.yaml")), "out", {"architecture.host.ring_entries=2"});
  CHECK(explained().find("Measured") == std::string::npos);
  for (const char* text :
       {"", "{}", "[1]", "{\"schema\": \"gantry-whatif-1\"", "{\"schema\": \"gantry-whatif-1\", \"base\": 1}"}) {
    files.write("out/whatif.json", text);
    CHECK(explained().find("Measured") == std::string::npos);
  }
}

TEST_CASE("gantry explain tells what the summary has, as text and as JSON") {
  const InputFiles files;
  verdict_of(files, kMachine + chains(), "out");
  const Json summary = Json::parse(file_text(files.path("out/summary.json")));

  ProgramRun text(files, {"explain", "out"});
  REQUIRE(text.finish() == 0);
  CHECK(text.out().find("critical path") != std::string::npos);
  CHECK(text.out().find("longest steps") != std::string::npos);
  CHECK(text.out().find("no shorter, because of") != std::string::npos);

  ProgramRun json(files, {"explain", "out", "--json"});
  REQUIRE(json.finish() == 0);
  const Json told = Json::parse(json.out());
  CHECK(told.at("verdict") == summary.at("verdict"));
  std::uint64_t sum = 0;
  for (const auto& [cause, cycles] : told.at("critical_path").items()) {
    CHECK(summary.at("critical_path").at(cause) == cycles);
    sum += cycles.get<std::uint64_t>();
  }
  CHECK(sum == summary.at("cycles"));
  CHECK(told.at("longest_steps").size() == 10);
  CHECK(told.at("longest_steps")[0].at("cause") == "compute");

  ProgramRun check(files, {"check", "out"});
  CHECK(check.finish() == 0);
}

TEST_CASE("a path that has been tampered with is found by gantry check") {
  const InputFiles files;
  verdict_of(files, kMachine + chains(), "out");
  const std::string path = file_text(files.path("out/critical_path.csv"));
  const std::size_t at = path.find(",compute,");
  REQUIRE(at != std::string::npos);
  const auto found = [&](const std::string& changed) {
    files.write("out/critical_path.csv", changed);
    ProgramRun check(files, {"check", "out"});
    return check.finish() == 1;
  };
  CHECK(found(path.substr(0, at) + ",network," + path.substr(at + 9)));  // another cause
  CHECK(found(path.substr(0, path.rfind('\n', path.size() - 2) + 1)));   // without its last step
  CHECK(found(path.substr(0, path.find("c0_0")) + "c7_3" + path.substr(path.find("c0_0") + 4)));  // another task
}

TEST_CASE("what is no finished run of jobs is refused with its place") {
  const InputFiles files;
  ProgramRun nothing(files, {"explain", "nowhere"});
  CHECK(nothing.finish() == 2);
  CHECK(nothing.err().find("nowhere/summary.json:1:1: error: ") == 0);
  files.write("summary.json", "{}");
  ProgramRun empty(files, {"explain", "."});
  CHECK(empty.finish() == 2);
  CHECK(empty.err().find("schema is missing") != std::string::npos);
}

}  // namespace gantry::explain_test
