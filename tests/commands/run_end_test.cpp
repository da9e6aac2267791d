// SPDX-License-Identifier: Apache-2.0
// Runs that do not come to their own end: interrupted by the user, by a limit, or before they began because a file
// cannot be written.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "program_run.h"

namespace gantry::run_end_test {

namespace {

constexpr const char* kKernels[] = {"systemc", "cycle"};

nlohmann::json summary(const InputFiles& files) {
  return nlohmann::json::parse(file_text(files.path("out/e/summary.json")));
}

std::size_t rows(const InputFiles& files, const char* table) {
  const std::string text = file_text(files.path(std::string("out/e/") + table));
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
}

bool passes_check(const InputFiles& files) {
  ProgramRun check(files, {"check", "out/e"});
  return check.finish() == 0;
}

}  // namespace

TEST_CASE("an interrupt ends a run whose one job moves data for hours") {
  using Clock = std::chrono::steady_clock;
  for (const char* kernel : kKernels) {
    INFO(kernel);
    const InputFiles files;
    files.write("e.yaml",
                "architecture: {processors: [{}]}\noutput: {trace: false}\n"
                "workload: {tasks: [{id: a, cycles: 1, input_bytes: 1099511627776}]}\n");
    ProgramRun run(files, {"run", "e.yaml", "--kernel", kernel});
    const std::string tasks = files.path("out/e/tasks.csv");
    for (int i = 0; i < 6000 && !std::filesystem::exists(tasks); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto sent = Clock::now();
    run.interrupt();
    REQUIRE(run.finish() == 1);
    // Milliseconds on a quiet machine; far less than the transfer.
    CHECK(Clock::now() - sent < std::chrono::seconds(10));
    CHECK(run.err().find(": interrupted; 1 of 1 tasks unfinished\n") != std::string::npos);
    CHECK(summary(files).at("end") == "interrupted");
    CHECK(rows(files, "tasks.csv") == 1);
    CHECK(passes_check(files));
  }
}

TEST_CASE("a stream that is stopped by a limit has rows for the tasks that the host had submitted") {
  for (const char* kernel : kKernels) {
    INFO(kernel);
    const InputFiles files;
    // One arrival per 100 cycles, each served in 1000: most of those submitted are unfinished.
    files.write("e.yaml",
                "architecture: {processors: [{}]}\nlimits: {max_cycles: 20000}\n"
                "workload: {generator: bursts, tasks: 1000000, burst_tasks: 1, burst_interval_cycles: 100, "
                "cycles: 1000}\n");
    ProgramRun run(files, {"run", "e.yaml", "--kernel", kernel});
    CHECK(run.finish() == 1);
    CHECK(run.err().find("cycle limit") != std::string::npos);
    const nlohmann::json told = summary(files);
    CHECK(told.at("cycles") == 20000);
    CHECK(told.at("end") == "cycle_limit");
    const std::uint64_t submitted = told.at("tasks").at("submitted");
    const std::uint64_t completed = told.at("tasks").at("completed");
    CHECK(completed >= 15);
    CHECK(submitted > completed);
    CHECK(submitted <= 201);
    CHECK(rows(files, "tasks.csv") == submitted);
    CHECK(rows(files, "jobs.csv") == completed);
    CHECK(passes_check(files));
  }
}

TEST_CASE("the largest limit is none") {
  for (const char* kernel : kKernels) {
    INFO(kernel);
    const InputFiles files;
    files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a, cycles: 281474976710656}]}\n");
    ProgramRun run(files, {"run", "e.yaml", "--kernel", kernel, "--set", "limits.max_cycles=4611686018427387904"});
    CHECK(run.finish() == 0);
    CHECK(run.err() == "");
    CHECK(summary(files).at("cycles") > 281474976710656U);
    ProgramRun beyond(files, {"run", "e.yaml", "--set", "limits.max_cycles=4611686018427387905"});
    CHECK(beyond.finish() == 2);
    CHECK(beyond.err() ==
          "--set limits.max_cycles=4611686018427387905:1:19: error: limits.max_cycles must be 0 to "
          "4611686018427387904, not 4611686018427387905\n");
  }
}

TEST_CASE("outputs that cannot be opened are known before cycle 0") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\n");
  files.write("file", "");
  ProgramRun under_file(files, {"run", "e.yaml", "--out", "file/out"});
  CHECK(under_file.finish() == 2);
  CHECK(under_file.out() == "");
  CHECK(under_file.err() == "file/out: error: cannot create the output directory (Not a directory)\n");
  // A directory where a table is to be.
  for (const char* table : {"tasks.csv", "jobs.csv", "edges.csv", "trace.json"}) {
    INFO(table);
    const std::string out = std::string("out_") + table;
    std::filesystem::create_directories(files.path(out + '/' + table));
    ProgramRun run(files, {"run", "e.yaml", "--out", out});
    CHECK(run.finish() == 2);
    CHECK(run.out() == "");
    CHECK(run.err() == out + '/' + table + ": error: cannot be written: Is a directory\n");
    CHECK_FALSE(std::filesystem::exists(files.path(out + "/summary.json")));
  }
}

TEST_CASE("an output that cannot be opened after the run is an unfinished one") {
  const InputFiles files;
  files.write("e.yaml", "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\n");
  std::filesystem::create_directories(files.path("out/e/summary.json"));
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 1);
  CHECK(run.out() == "");
  CHECK(run.err().find("out/e/summary.json: error: ") == 0);
}

TEST_CASE("an unknown command is told by its name") {
  const InputFiles files;
  ProgramRun run(files, {"fly", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(run.out() == "");
  CHECK(run.err() == "error: unknown command 'fly' (--help shows what is right)\n");
}

}  // namespace gantry::run_end_test
