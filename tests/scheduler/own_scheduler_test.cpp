// SPDX-License-Identifier: Apache-2.0
// A scheduler behind three queues instead of ours (docs/schedulers_in_rtl.md): the cycles of the examples that
// ship, their runs by both kernels, and what is refused.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "csv_table.h"
#include "program_run.h"

namespace gantry::own_scheduler_test {

using Json = nlohmann::json;

namespace {

std::uint64_t cycle(const CsvTable& table, std::size_t row, const std::string& column) {
  return std::stoull(table.at(row, column));
}

const std::string kMachine = R"(
architecture:
  interconnect: {columns: 4, rows: 3}
  processors: [{name: core, count: 4}]
workload:
)";

/// Runs e.yaml by SystemC and by the cycle kernel, which write the same.
void run_in_both_kernels(const InputFiles& files, const std::string& engine) {
  for (const char* kernel : {"systemc", "cycle"}) {
    ProgramRun run(files, {"run", "e.yaml", "--engine", engine, "--kernel", kernel, "--out", kernel});
    INFO(run.err());
    REQUIRE(run.finish() == 0);
  }
  for (const char* name : {"jobs.csv", "tasks.csv", "critical_path.csv", "summary.json"}) {
    INFO(name);
    CHECK(file_text(files.path(std::string("systemc/") + name)) == file_text(files.path(std::string("cycle/") + name)));
  }
}

}  // namespace

TEST_CASE("the example issues a job two cycles behind its request, and three behind a completion it waits for") {
  const InputFiles files;
  // Eight jobs on four cores: job 4 waits for the first core that is idle. Task b waits for a.
  files.write("e.yaml", kMachine + R"(
  tasks:
    - {id: a, jobs: 8, cycles: 100}
    - {id: b, jobs: 1, cycles: 50, after: [a]}
)");
  run_in_both_kernels(files, "scheduler=fifo");
  const CsvTable tasks(files.path("cycle/tasks.csv"));
  const CsvTable jobs(files.path("cycle/jobs.csv"));
  REQUIRE(tasks.rows() == 2);
  REQUIRE(jobs.rows() == 9);
  // The request is taken in q and in a register in q + 1, when the job is taken and at its port; issued in q + 2.
  CHECK(cycle(jobs, 0, "issued") == cycle(tasks, 0, "requested") + 2);
  CHECK(cycle(jobs, 8, "issued") == cycle(tasks, 1, "requested") + 2);
  // One port: a message of five flits leaves behind the one before it.
  for (std::size_t j = 1; j < 4; ++j) CHECK(cycle(jobs, j, "issued") == cycle(jobs, j - 1, "sent") + 1);
  // The completion is offered in c + 1, the core is idle in c + 2, when the job is taken; issued in c + 3.
  std::map<std::string, std::uint64_t> completed;
  for (std::size_t j = 0; j < 8; ++j) {
    INFO("job " << j << " on " << jobs.at(j, "processor"));
    if (j == 4) CHECK(cycle(jobs, j, "issued") == completed[jobs.at(j, "processor")] + 3);
    if (j > 4) CHECK(cycle(jobs, j, "issued") >= completed[jobs.at(j, "processor")] + 3);
    completed[jobs.at(j, "processor")] = cycle(jobs, j, "completed");
  }
  CHECK(completed.size() == 4);

  ProgramRun check(files, {"check", "cycle"});
  INFO(check.err());
  CHECK(check.finish() == 0);
  const Json summary = Json::parse(file_text(files.path("cycle/summary.json")));
  CHECK(summary["provenance"]["engine"]["dispatcher"] == "fifo");
  // The path goes through the computation of two jobs of a, one behind the other, and of b.
  CHECK(summary["critical_path"]["compute"] == 250);
}

TEST_CASE("the example in C++ has the cycles of the one in Verilog, and gives shorter jobs first") {
  const InputFiles files;
  // The long task comes first and takes all cores. Then the short one has them until it has no job left.
  files.write("e.yaml", kMachine + R"(
  tasks:
    - {id: long, jobs: 8, cycles: 100}
    - {id: short, jobs: 8, cycles: 50}
)");
  run_in_both_kernels(files, "scheduler=shortest");
  const CsvTable tasks(files.path("cycle/tasks.csv"));
  const CsvTable jobs(files.path("cycle/jobs.csv"));
  REQUIRE(jobs.rows() == 16);
  std::string order;
  std::map<std::string, std::uint64_t> completed;
  for (std::size_t j = 0; j < 16; ++j) {
    INFO("job " << j << " on " << jobs.at(j, "processor"));
    order += jobs.at(j, "task")[0];
    // A job that waits for its core: three cycles behind the completion, or one behind the last flit of the job before
    // it.
    if (j >= 4) {
      CHECK(cycle(jobs, j, "issued") ==
            std::max(completed[jobs.at(j, "processor")] + 3, cycle(jobs, j - 1, "sent") + 1));
    }
    completed[jobs.at(j, "processor")] = cycle(jobs, j, "completed");
  }
  CHECK(order == "llllssssssssllll");
  for (std::size_t t = 0; t < 2; ++t) {
    if (tasks.at(t, "task") == "long") CHECK(cycle(jobs, 0, "issued") == cycle(tasks, t, "requested") + 2);
  }
  ProgramRun check(files, {"check", "cycle"});
  INFO(check.err());
  CHECK(check.finish() == 0);
}

TEST_CASE("a scheduler that is faster than the machine's keys say has no bounds above its run") {
  const InputFiles files;
  std::string chain;
  for (int i = 0; i < 40; ++i) {
    chain += "    - {id: t" + std::to_string(i) + ", cycles: 1";
    if (i > 0) chain += ", after: [t" + std::to_string(i - 1) + "]";
    chain += "}\n";
  }
  files.write("e.yaml", kMachine + "  tasks:\n" + chain);
  ProgramRun run(files, {"run", "e.yaml", "--engine", "scheduler=fifo", "--set", "architecture.task_cache.window=64",
                         "--set", "architecture.dispatcher.collect_cycles=200", "--out", "o"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  const Json summary = Json::parse(file_text(files.path("o/summary.json")));
  CHECK(summary["cycles"] < 40 * 200);
  CHECK_FALSE(summary.contains("bounds"));
  ProgramRun check(files, {"check", "o"});
  INFO(check.err());
  CHECK(check.finish() == 0);
}

TEST_CASE("a machine that a scheduler's socket cannot have is refused, and so are engines beside it") {
  const InputFiles files;
  files.write("e.yaml", kMachine + "  tasks: [{id: a, cycles: 5}]\n");
  files.write("data.yaml", kMachine + "  data: [{id: d, bytes: 5}]\n  tasks: [{id: a, cycles: 5, reads: [d]}]\n");
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"run", "--engine", "scheduler=fifo", "--out", "o"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun run(files, words);
    CHECK(run.finish() == 2);
    return run.err();
  };
  CHECK(refusal({"e.yaml", "--set", "architecture.processors.core.count=65", "--set",
                 "architecture.interconnect.rows=20"}) ==
        "--engine scheduler=fifo: error: the dispatcher in Verilog is not built for processors of 65 (at most 64)\n");
  CHECK(refusal({"e.yaml", "--set", "architecture.decomposer.slots=257"}) ==
        "--engine scheduler=fifo: error: the dispatcher in Verilog is not built for slots of 257 (at most 256)\n");
  CHECK(refusal({"data.yaml"}).find("--engine scheduler=fifo: error: ") == 0);
  ProgramRun beside(files, {"run", "e.yaml", "--engine", "scheduler=lockstep:fifo", "--out", "o"});
  CHECK(beside.finish() == 2);
  CHECK(beside.err() ==
        "--engine scheduler=lockstep:fifo: error: the engine must be model, fifo or shortest, not 'lockstep:fifo'\n");
  CHECK(refusal({"e.yaml", "--engine", "picker=rtl"}) ==
        "--engine picker=rtl: error: the dispatcher in Verilog has its own (--engine scheduler=fifo)\n");
  CHECK(refusal({"e.yaml", "--engine", "dispatcher=model"}) ==
        "--engine dispatcher=model: error: the engine of the dispatcher is given already (--engine scheduler=fifo)\n");
}

}  // namespace gantry::own_scheduler_test
