// SPDX-License-Identifier: Apache-2.0
// output.slowdown: what faults cost the run and each of its streams, against the same experiment without them.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::slowdown_test {

namespace {

using Json = nlohmann::json;

/// Two streams with a core each; `old` works on `slow0` alone, `young` on `fast0`.
constexpr const char* kStreams = R"(
architecture:
  interconnect: {columns: 3, rows: 2}
  processors: [{name: slow, type: old}, {name: fast, type: young}]
workload:
  streams:
    - {name: hurt, workload: {tasks: [{id: a, cycles: 1000, processor: old}]}, arrivals: {process: periodic, interval_cycles: 5000}, count: 4}
    - {name: sound, workload: {tasks: [{id: b, cycles: 700, processor: young}]}, arrivals: {process: periodic, interval_cycles: 7000}, count: 3}
)";
constexpr const char* kFaults = "faults=[{processor: slow0, kind: hang, at: 5200, cycles: 400}]";

Json summary_of(const InputFiles& files, const std::vector<std::string>& sets) {
  std::vector<std::string> words = {"run", "e.yaml", "--out", "run"};
  for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
  ProgramRun run(files, words);
  run.finish();
  INFO(run.err());
  ProgramRun check(files, {"check", "run"});
  CHECK(check.finish() == 0);
  return Json::parse(file_text(files.path("run/summary.json")));
}

/// By stream, of the last run: its instances have one task each.
std::vector<double> mean_responses(const InputFiles& files) {
  const CsvTable tasks(files.path("run/tasks.csv"));
  std::vector<double> sums(2, 0.0);
  std::vector<double> counts(2, 0.0);
  for (std::size_t row = 0; row < tasks.rows(); ++row) {
    const std::size_t stream = std::stoull(tasks.at(row, "stream"));
    const double arrival = std::stod(tasks.at(row, "instance")) * (stream == 0 ? 5000.0 : 7000.0);
    sums[stream] += std::stod(tasks.at(row, "completed")) - arrival;
    counts[stream] += 1.0;
  }
  return {sums[0] / counts[0], sums[1] / counts[1]};
}

}  // namespace

TEST_CASE("each stream's slowdown is its mean response against that without the faults") {
  const InputFiles files;
  files.write("e.yaml", kStreams);
  const Json sound = summary_of(files, {});
  const std::vector<double> alone = mean_responses(files);
  const Json failing = summary_of(files, {kFaults, "output.slowdown=true"});
  const std::vector<double> hit = mean_responses(files);
  const Json& without = failing["without_faults"];
  CHECK(without["cycles"] == sound["cycles"]);
  REQUIRE(without["streams"].size() == 2);
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK(without["streams"][s]["response_cycles"] == alone[s]);
    CHECK(without["streams"][s]["with_faults"] == hit[s]);
    CHECK(without["streams"][s]["slowdown"] == hit[s] / alone[s]);
  }
  // One of four instances computes when its core hangs for 400 cycles. The other stream has a core of its own.
  CHECK(hit[0] == alone[0] + 100.0);
  CHECK(hit[1] == alone[1]);
}

TEST_CASE("a stream of which no instance is done has no slowdown") {
  const InputFiles files;
  files.write("e.yaml", kStreams);
  const Json dead = summary_of(
      files, {"faults=[{processor: slow0, kind: die, at: 100}]", "output.slowdown=true", "limits.max_cycles=30000"});
  const Json& without = dead["without_faults"];
  CHECK(without["slowdown"] == nullptr);
  CHECK(without["streams"][0]["response_cycles"].is_number());
  CHECK(without["streams"][0]["slowdown"] == nullptr);
  CHECK(without["streams"][1]["slowdown"] == 1.0);
}

TEST_CASE("a run of one graph has a slowdown of its own and none of streams") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {interconnect: {columns: 3, rows: 2}, processors: [{count: 1}]}\n"
              "workload: {tasks: [{id: a, cycles: 1000}]}\n");
  const double sound = summary_of(files, {})["cycles"];
  const Json without = summary_of(files, {"faults=[{processor: core0, kind: hang, at: 500, cycles: 400}]",
                                          "output.slowdown=true"})["without_faults"];
  CHECK(without["cycles"] == sound);
  CHECK(without["slowdown"] == (sound + 400.0) / sound);
  CHECK(without["streams"].empty());
}

TEST_CASE("check refuses slowdowns that are not those of both means") {
  const InputFiles files;
  files.write("e.yaml", kStreams);
  Json summary = summary_of(files, {kFaults, "output.slowdown=true"});
  for (const char* key : {"response_cycles", "with_faults", "slowdown"}) {
    Json changed = summary;
    Json& value = changed["without_faults"]["streams"][1][key];
    value = value.get<double>() + 0.5;
    files.write("run/summary.json", changed.dump(2) + '\n');
    ProgramRun check(files, {"check", "run"});
    CHECK(check.finish() == 1);
    CHECK(check.err().find("the slowdown of sound is not that of the mean responses of both runs") !=
          std::string::npos);
  }
}

}  // namespace gantry::slowdown_test
