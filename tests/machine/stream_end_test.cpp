// SPDX-License-Identifier: Apache-2.0
// What every command does when its standard output fails, a file may not grow, or the terminal goes away.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "sanitized.h"

namespace gantry::stream_end_test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkload = "tasks:\n  - {id: a, cycles: 20}\n  - {id: b, cycles: 30, after: [a]}\n";
constexpr const char* kFailed = "error: the standard output cannot be written\n";

/// Every command in a form that prints something and is right.
const std::vector<std::string>& all_commands() {
  static const std::vector<std::string> all = {
      "--help",
      "--version",
      "run --help",
      "run e.yaml",
      "run e.yaml --kernel cycle",
      "pick s.stim",
      "pick --report s.stim",
      "pick --report-csv s.stim",
      "pick --engine rtl s.stim",
      "workload info w.yaml",
      "workload convert w.yaml --to native",
      "validate e.yaml w.yaml",
      "network n.yaml",
      "select q.yaml",
      "check out/done",
      "list",
      "list pickers",
      "plan heft w.yaml --processors 2",
      "plan heft w.yaml --processors 2 --json",
      "plan partition w.yaml --parts 2",
      "plan periodic w.yaml --processors 2",
      "plan pipeline w.yaml --resources 2",
      "plan repeat periodic.json w.yaml --periods 2 --workload-out many.yaml",
      "plan check heft.json w.yaml",
  };
  return all;
}

class Files : public InputFiles {
 public:
  Files() {
    write("e.yaml", "architecture: {processors: [{count: 2}]}\nworkload: w.yaml\n");
    write("w.yaml", kWorkload);
    write("s.stim", "add 0 B 10 4\npick 2\n");
    write("n.yaml", "measured_cycles: 200\ntraffic: {packets_per_cycle: 0.05}\n");
    write("q.yaml", "rated: {count: 1}\nnodes: [{name: a, pending: 1, weight: 1, compute: 1}]\n");
    REQUIRE(ProgramRun(*this, {"run", "e.yaml", "--out", "out/done"}).finish() == 0);
    REQUIRE(ProgramRun(*this, {"plan", "heft", "w.yaml", "--processors", "2", "-o", "heft.json"}).finish() == 0);
    REQUIRE(ProgramRun(*this, {"plan", "periodic", "w.yaml", "--processors", "2", "-o", "periodic.json"}).finish() ==
            0);
  }
};

/// Many short tasks: seconds of a run.
std::string long_workload() {
  std::string text = "tasks:\n";
  for (int t = 0; t < (kSanitized ? 6000 : 60000); ++t) text += "  - {id: t" + std::to_string(t) + ", cycles: 2000}\n";
  return text;
}

}  // namespace

TEST_CASE("a standard output that fails is one error and exit status 1, whatever the command") {
  const Files files;
  std::size_t number = 0;
  for (const std::string& command : all_commands()) {
    if (kSanitized && number++ % 4 != 0) continue;
    INFO(command);
    CHECK(ShellRun(files, "gantry " + command).finish() == 0);
    ShellRun full(files, "gantry " + command + " > /dev/full");
    CHECK(full.finish() == 1);
    CHECK(full.err().find(kFailed) != std::string::npos);
    ShellRun closed(files, "gantry " + command + " >&-");
    CHECK(closed.finish() == 1);
    CHECK(closed.err().find(kFailed) != std::string::npos);
    ShellRun limited(files, "ulimit -f 0; gantry " + command + " > limited.txt 2> /dev/null");
    CHECK(limited.finish() == 1);
  }
}

TEST_CASE("a pipe that nobody reads is a standard output that fails, without words: head has what it wanted") {
  const Files files;
  for (const char* command : {"list", "pick s.stim", "run e.yaml", "workload convert w.yaml --to native"}) {
    INFO(command);
    ShellRun run(files, std::string("(sleep 0.2; gantry ") + command + "; echo $? > status) | true; cat status");
    CHECK(run.out() == "1\n");
    CHECK(run.err().find(kFailed) == std::string::npos);
  }
}

TEST_CASE("a closed standard output does not end in a file of the run") {
  const Files files;
  ShellRun run(files, "gantry run e.yaml --out d >&- <&-");
  CHECK(run.finish() == 1);
  CHECK(ProgramRun(files, {"check", "d"}).finish() == 0);
  for (const char* file : {"tasks.csv", "jobs.csv", "edges.csv", "trace.json"}) {
    INFO(file);
    CHECK(file_text(files.path(std::string("d/") + file)) == file_text(files.path(std::string("out/done/") + file)));
  }
}

TEST_CASE("a file that may not grow is a file that cannot be written") {
  const Files files;
  files.write("w.yaml", long_workload());
  const std::string limit = "ulimit -f 64; ";
  ShellRun run(files, limit + "gantry run e.yaml --set limits.max_cycles=300000");
  CHECK(run.finish() == 1);
  CHECK(run.err().find("out/e/trace.json: error: cannot be written: File too large") != std::string::npos);
  CHECK(!fs::exists(files.path("out/e/summary.json")));  // nothing that looks like the end of a run
  files.write(
      "short.yaml",
      "architecture: {processors: [{}]}\noutput: {trace: false, pictures: false}\nworkload: {tasks: [{id: a}]}\n");
  int half = 0;
  for (int kilobytes = 0; kilobytes < 24; ++kilobytes) {
    INFO(kilobytes);
    fs::remove_all(files.path("short"));
    ShellRun one(files,
                 "ulimit -f " + std::to_string(2 * kilobytes) + "; gantry run short.yaml --out short > /dev/null");
    const int status = one.finish();
    half += status == 0 ? 0 : 1;
    CHECK(fs::exists(files.path("short/summary.json")) == (status == 0));
    if (status == 0) CHECK(ProgramRun(files, {"check", "short"}).finish() == 0);
  }
  CHECK(half > 5);
  for (const std::string& command :
       {std::string("plan heft w.yaml --processors 2 -o big"),
        std::string("workload convert w.yaml --to native -o big"),
        std::string(
            "plan pipeline s.yaml --resources 2 --subtasks 2000 --nodes 1 --iterations 1 --workload-out big")}) {
    files.write("s.yaml", kWorkload);
    INFO(command);
    ShellRun limited(files, limit + "gantry " + command);
    CHECK(limited.finish() == 1);
    CHECK(limited.err().find("big: error: the file cannot be written: File too large") != std::string::npos);
    CHECK(!fs::exists(files.path("big")));
  }
}

TEST_CASE("SIGTERM and a terminal that goes away end a run as Ctrl-C does") {
  const Files files;
  files.write("w.yaml", long_workload());
  for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
    INFO(signal);
    fs::remove_all(files.path("out/e"));
    ProgramRun run(files, {"run", "e.yaml"});
    // The files are created when the run begins; from then on it takes seconds.
    const std::string tasks = files.path("out/e/tasks.csv");
    for (int i = 0; i < 6000 && !fs::exists(tasks); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    run.interrupt(signal);
    CHECK(run.finish() == 1);
    CHECK(run.err().find("interrupted") != std::string::npos);
    const auto summary = nlohmann::json::parse(file_text(files.path("out/e/summary.json")));
    CHECK(summary.at("complete") == false);
    CHECK(ProgramRun(files, {"check", "out/e"}).finish() == 0);
  }
}

TEST_CASE("a run under nohup outlives its terminal") {
  const Files files;
  files.write("w.yaml", long_workload());
  ShellRun run(files, "trap '' HUP; exec '" GANTRY_PROGRAM "' run e.yaml --set limits.max_cycles=3000000");
  const std::string tasks = files.path("out/e/tasks.csv");
  for (int i = 0; i < 6000 && !fs::exists(tasks); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  run.interrupt(SIGHUP);
  CHECK(run.finish() == 1);
  CHECK(run.err().find("cycle limit") != std::string::npos);
}

}  // namespace gantry::stream_end_test
