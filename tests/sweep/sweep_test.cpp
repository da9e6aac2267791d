// SPDX-License-Identifier: Apache-2.0
// gantry sweep as a user has it: the same bytes however many run at a time and however often it was ended.
#include <sqlite3.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/state_monitor_config.h"
#include "program_run.h"
#include "sanitized.h"
#include "study_directory.h"

namespace gantry::sweep_test {

namespace {

namespace fs = std::filesystem;

/// 24 points, of which 6 cannot be built: there is no machine without a core.
const char* const kStudy =
    "base:\n  name: b\n"
    "  architecture: {interconnect: {topology: crossbar}, processors: [{name: c, count: 2}]}\n"
    "  workload: {generator: cholesky, tiles: 5}\n"
    "vary:\n"
    "  architecture.processors.c.count: [1, 2, 4, 0]\n"
    "  architecture.monitor.task_ids: [2, 8]\n"
    "  policies.picker: [fifo, stride, weight_delay]\n"
    "objectives:\n"
    "  - minimise: architecture.processors.c.count\n"
    "  - minimise: cycles\n"
    "metrics: [processors.0.utilization, {per_core: cycles / architecture.processors.c.count}]\n"
    "constraints: [cycles < 1000000000]\n";

std::size_t number_before(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  return std::stoul(text.substr(at + word.size()));
}

}  // namespace

TEST_CASE("one worker and three write the same bytes, and what is there is not computed again") {
  const InputFiles files;
  files.write("s.yaml", kStudy);
  ProgramRun one(files, {"sweep", "s.yaml", "--jobs", "1", "--out", "one"});
  INFO(one.err());
  REQUIRE(one.finish() == 0);
  CHECK(one.out().find("s: 24 points: 18 done, 6 infeasible; computed 18, reused 0\n") == 0);
  ProgramRun three(files, {"sweep", "s.yaml", "--jobs", "3", "--out", "three"});
  REQUIRE(three.finish() == 0);
  check_same_studies(files, "one", "three");
  CHECK(study_contents(files.path("one")).count("study.sqlite") == 1);

  ProgramRun again(files, {"sweep", "s.yaml", "--out", "three"});
  REQUIRE(again.finish() == 0);
  CHECK(again.out().find("computed 0, reused 18\n") != std::string::npos);
  check_same_studies(files, "one", "three");
  // Another study of some of these points takes them over.
  files.write("t.yaml", std::string(kStudy) + "name: s\nexclude: [policies.picker == 'fifo']\n");
  ProgramRun other(files, {"sweep", "t.yaml", "--out", "deeper/other", "--reuse", "one"});
  REQUIRE(other.finish() == 0);
  CHECK(other.out().find("s: 16 points: 12 done, 4 infeasible; computed 0, reused 12\n") == 0);
  // What another build made may differ, whatever its version says.
  const std::string made = [&] {
    for (const auto& entry : fs::directory_iterator(files.path("three/points"))) return entry.path().string();
    return std::string();
  }();
  std::string point = file_text(made + "/point.json");
  point.replace(point.find("\"build\": \"") + 10, 4, "none");
  std::ofstream(made + "/point.json", std::ios::binary) << point;
  ProgramRun anew(files, {"sweep", "s.yaml", "--out", "three"});
  CHECK(anew.out().find("computed 1, reused 17\n1 point of another version or build of gantry") != std::string::npos);
  check_same_studies(files, "one", "three");
  ProgramRun status(files, {"sweep", "status", "three"});
  CHECK(status.out() == "s: 24 points, 18 done, 6 infeasible\n");

  // A point is a run of its own, which gives its bytes again; and a row of the database.
  const std::string row = [&] {
    const std::string table = file_text(files.path("one/points.csv"));
    const std::size_t begin = table.find("\n7,") + 1;
    return table.substr(begin, table.find('\n', begin) - begin);
  }();
  const std::string id = row.substr(2, 16);
  ProgramRun rerun(files, {"run", "one/points/" + id + "/experiment.yaml", "--kernel", "cycle", "--out", "rerun"});
  REQUIRE(rerun.finish() == 0);
  CHECK(file_text(files.path("rerun/summary.json")) == file_text(files.path("one/points/" + id + "/summary.json")));
  const auto summary = nlohmann::json::parse(file_text(files.path("rerun/summary.json")));
  const std::uint64_t cycles = summary["cycles"];
  CHECK(row.find("done,2,2,stride," + std::to_string(cycles) + ',') == 19);
  sqlite3* database = nullptr;
  sqlite3_stmt* statement = nullptr;
  REQUIRE(sqlite3_open_v2(files.path("one/study.sqlite").c_str(), &database, SQLITE_OPEN_READONLY, nullptr) ==
          SQLITE_OK);
  REQUIRE(sqlite3_prepare_v2(database, "SELECT cycles, typeof(id) FROM points WHERE number = 7", -1, &statement,
                             nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
  CHECK(static_cast<std::uint64_t>(sqlite3_column_int64(statement, 0)) == cycles);
  CHECK(std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, 1))) == "text");
  sqlite3_finalize(statement);
  sqlite3_close(database);
}

TEST_CASE("killed in the middle it goes on, and no point is lost or half there") {
  const InputFiles files;
  files.write("s.yaml", kStudy);
  ProgramRun whole(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "whole"});
  REQUIRE(whole.finish() == 0);
  std::size_t before = 0;
  for (std::size_t round = 1; round <= 2; ++round) {
    ProgramRun killed(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "parts"});
    while (count_whole_points(files.path("parts")) < 5 * round) usleep(200);
    killed.interrupt(SIGKILL);
    CHECK(killed.finish() == 1000 + SIGKILL);
    CHECK(count_whole_points(files.path("parts")) >= before);
    before = count_whole_points(files.path("parts"));
    for (const auto& entry : fs::directory_iterator(files.path("parts/points"))) {
      if (entry.path().filename().string()[0] == '.') continue;
      CHECK(file_text((entry.path() / "summary.json").string()) ==
            file_text(files.path("whole/points/" + entry.path().filename().string() + "/summary.json")));
    }
  }
  ProgramRun rest(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "parts"});
  REQUIRE(rest.finish() == 0);
  CHECK(number_before(rest.out(), "reused ") == before);
  CHECK(number_before(rest.out(), "computed ") == 18 - before);
  check_same_studies(files, "whole", "parts");
}

TEST_CASE("a point that takes too long or does not come to its end stops no other") {
  const InputFiles files;
  files.write("s.yaml",
              "base: {architecture: {processors: [{count: 1}]}, workload: {tasks: [{id: a, cycles: 5}]}}\n"
              "vary:\n"
              "  load:\n"
              "    short: {}\n"
              "    given_up: {limits.max_cycles: 20}\n"
              "    endless: {workload: {generator: poisson, tasks: 100000000, interval_cycles: 2000, "
              "cycles: {exponential: 500}}}\n"
              "point: {timeout_seconds: 1}\n");
  ProgramRun run(files, {"sweep", "s.yaml", "--jobs", "2", "--out", "out"});
  CHECK(run.finish() == 1);
  INFO(run.out() << run.err());
  const std::string table = file_text(files.path("out/points.csv"));
  CHECK(table.find(",done,short,") != std::string::npos);
  CHECK(table.find(",failed,given_up,,") != std::string::npos);
  CHECK(table.find(",timeout,endless,,it took longer than 1 s and was ended\n") != std::string::npos);
  CHECK(run.out().find("s: 3 points: 1 done, 1 failed, 1 timeout; computed 3, reused 0\n") == 0);
  // What came to an end is known, what did not is tried again.
  ProgramRun again(files, {"sweep", "s.yaml", "--out", "out"});
  CHECK(again.finish() == 1);
  CHECK(again.out().find("computed 1, reused 2\n") != std::string::npos);
}

TEST_CASE("a metric that no summary has is told where it stands, and repeats give means") {
  const InputFiles files;
  const std::string base =
      "base:\n  architecture: {processors: [{count: 2}]}\n"
      "  workload: {generator: poisson, tasks: 50, interval_cycles: 900, cycles: {exponential: 500}}\n"
      "vary: {policies.picker: [fifo]}\n";
  files.write("s.yaml", base + "objectives: [{minimise: cycle}]\n");
  ProgramRun wrong(files, {"sweep", "s.yaml", "--out", "wrong"});
  CHECK(wrong.finish() == 2);
  CHECK(wrong.err() ==
        "s.yaml:5:25: error: unknown metric: 'cycle' in the summary: there is none (did you mean 'cycles'?)\n");
  files.write("r.yaml", base + "repeats: 3\n");
  ProgramRun run(files, {"sweep", "r.yaml", "--out", "out"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  std::istringstream rows(file_text(files.path("out/repeats.csv")));
  std::string line;
  std::getline(rows, line);
  CHECK(line == "number,seed,id,state,cycles,message");
  double sum = 0.0;
  for (int seed = 1; std::getline(rows, line); ++seed) {
    CHECK(line.rfind("0," + std::to_string(seed) + ',', 0) == 0);
    sum += std::stod(line.substr(line.find(",done,") + 6));
  }
  const std::string table = file_text(files.path("out/points.csv"));
  CHECK(table.rfind("number,id,state,policies.picker,cycles,cycles_half_width,message\n", 0) == 0);
  CHECK(std::stod(table.substr(table.find(",fifo,") + 6)) == Catch::Approx(sum / 3));
}

TEST_CASE("an optimiser of somebody else asks for points by lines of JSON, and gets each batch told") {
  const InputFiles files;
  files.write("s.yaml", kStudy);
  const std::string first =
      R"({"architecture.processors.c.count": 2, "architecture.monitor.task_ids": 8, "policies.picker": "stride"})";
  const std::string none =
      R"({"architecture.processors.c.count": 0, "architecture.monitor.task_ids": 8, "policies.picker": "fifo"})";
  files.write("asked", '[' + first + ", " + none + "]\n{\"a\": 1}\n\n" + first + "\n");
  ShellRun run(files, "gantry sweep s.yaml --ask-tell --out out < asked");
  CHECK(run.finish() == 0);
  INFO(run.err());
  std::istringstream lines(run.out());
  std::vector<nlohmann::json> told;
  for (std::string line; std::getline(lines, line);) told.push_back(nlohmann::json::parse(line));
  REQUIRE(told.size() == 4);
  CHECK(told[0]["axes"][1]["choices"] == nlohmann::json{{"2"}, {"8"}});
  REQUIRE(told[1].size() == 2);
  const auto summary = nlohmann::json::parse(
      file_text(files.path("out/points/" + told[1][0]["id"].get<std::string>() + "/summary.json")));
  CHECK(told[1][0]["metrics"]["cycles"] == summary["cycles"]);
  CHECK(told[1][1]["state"] == "infeasible");
  CHECK(told[2] == nlohmann::json{{"error", "'architecture.processors.c.count' is missing"}});
  CHECK(told[3] == nlohmann::json{told[1][0]});
  CHECK(run.err().find("s: 2 points: 1 done, 1 infeasible; computed 1, reused 0\n") == 0);
}

TEST_CASE("a dry run counts and checks, and leaves nothing") {
  const InputFiles files;
  files.write("s.yaml", std::string(kStudy) + "exclude: [policies.picker == 'fifo']\n");
  ProgramRun run(files, {"sweep", "s.yaml", "--dry-run", "--out", "out"});
  REQUIRE(run.finish() == 0);
  CHECK(run.out().rfind("s: 16 points, 4 of them infeasible; 8 combinations excluded\n", 0) == 0);
  CHECK(run.out().find("12 runs to make, 0 there already; about ") != std::string::npos);
  CHECK(!fs::exists(files.path("out")));
  // Nor is a study written over.
  fs::create_directories(files.path("own"));
  files.write("own/study.json", kStudy);
  ProgramRun own(files, {"sweep", "own/study.json", "--out", "own"});
  CHECK(own.finish() == 2);
  CHECK(file_text(files.path("own/study.json")) == kStudy);
  files.write("bad.yaml", "base: nowhere.yaml\nvary: {seed: [1]}\n");
  ProgramRun bad(files, {"sweep", "bad.yaml"});
  CHECK(bad.finish() == 2);
  CHECK(bad.err().find("bad.yaml:1:7: error: ") == 0);
  CHECK(!fs::exists(files.path("out")));
}

}  // namespace gantry::sweep_test
