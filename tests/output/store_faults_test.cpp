// SPDX-License-Identifier: Apache-2.0
// A run whose local store dies, as a user sees it (docs/faults.md, "Local stores"): exit status, messages, tables,
// sums, and what `gantry check` finds when a number is wrong.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"
#include "check/check_run.h"
#include "csv_table.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::store_faults_test {

using Json = nlohmann::json;

namespace {

/// p0 writes two parts of 256 bytes, p1 reads them long after, behind another task. `store`: that dies in between.
std::string machine(const std::string& store) {
  return "architecture:\n"
         "  interconnect: {topology: mesh, columns: 3, rows: 3, flit_bytes: 32, header_bytes: 8, virtual_channels: 2, "
         "buffer_flits: 8}\n"
         "  memory: {latency_cycles: 13, bytes_per_cycle: 128}\n"
         "  placement: {host: 0, scheduler: 1, memory: [2], processors: [4, 3]}\n"
         "  processors: [{name: p, type: first, local: {bytes: 1024, bytes_per_cycle: 32}}, "
         "{name: q, type: second, local: {bytes: 1024, bytes_per_cycle: 32}}]\n"
         "workload:\n"
         "  data: [{id: made, bytes: 512}, {id: next, bytes: 256}]\n"
         "  tasks:\n"
         "    - {id: write, jobs: 2, cycles: 10, processor: first, writes: [made]}\n"
         "    - {id: wait, cycles: 3000, processor: first, after: [write]}\n"
         "    - {id: read, cycles: 10, processor: second, reads: [made], writes: [next], after: [wait]}\n"
         "    - {id: last, cycles: 10, processor: second, reads: [next]}\n"
         "faults: [{store: " +
         store +
         ", kind: die, at: 2000}]\n"
         "output: {residency: true}\n";
}

struct Ran {
  Ran(const std::string& text, const std::vector<std::string>& more, int status) {
    files.write("e.yaml", text);
    std::vector<std::string> words = {"run", "--kernel", "cycle", "--out", "run", "e.yaml"};
    words.insert(words.end(), more.begin(), more.end());
    ProgramRun run(files, words);
    const int ended = run.finish();
    INFO(run.err());
    REQUIRE(ended == status);
    err = run.err();
    summary = Json::parse(file_text(files.path("run/summary.json")));
  }
  [[nodiscard]] std::string text(const std::string& file) const { return file_text(files.path("run/" + file)); }
  [[nodiscard]] int check() const {
    const CheckReport report = check_run(files.path("run"));
    for (const std::string& line : report.errors) UNSCOPED_INFO(line);
    return report.status;
  }
  /// Whether `gantry check` finds a table that says something else.
  [[nodiscard]] bool finds(const std::string& file, const std::string& right, const std::string& wrong) const {
    const std::string before = text(file);
    std::string after = before;
    const std::size_t at = after.find(right);
    REQUIRE(at != std::string::npos);
    files.write("run/" + file, after.replace(at, right.size(), wrong));
    const bool found = check() != 0;
    files.write("run/" + file, before);
    return found;
  }

  InputFiles files;
  std::string err;
  Json summary;
};

}  // namespace

TEST_CASE("a run whose parts are lost says which, and with which store") {
  const Ran ran(machine("p0"), {}, 1);
  CHECK(ran.err.find(": part 0 of made, which it reads, was lost with the store of p0") != std::string::npos);
  CHECK(ran.err.find(": part 0 of next, which it reads, was not written, since a job of its writer failed") !=
        std::string::npos);
  CHECK(ran.summary["end"] == "failed");
  CHECK(ran.summary["tasks"]["completed"] == 2);
  CHECK(ran.summary["tasks"]["failed"] == 2);
  CHECK(ran.summary["jobs"]["failed"] == 2);
  CHECK(ran.summary["faults"]["begun"] == 1);
  // The store had two parts, which one job was to read. It had not arrived.
  CHECK(ran.text("faults.csv") ==
        "processor,kind,begin,end,jobs,lost,failed,delay_cycles,parts,parts_lost\n"
        "store p0,die,2000,,0,0,0,0,2,2\n");
  CHECK(ran.text("residency.csv").find(",2000,written,0,lost\n") != std::string::npos);
  CHECK(ran.check() == 0);
  CHECK(ran.finds("faults.csv", ",2,2\n", ",2,1\n"));
  CHECK(ran.finds("faults.csv", ",2,2\n", ",1,2\n"));
  CHECK(ran.finds("faults.csv", "store p0,die", "store p2,die"));
  CHECK(ran.finds("faults.csv", "store p0,die,2000,,", "store p0,die,2000,2100,"));
  CHECK(ran.finds("faults.csv", "store p0,die", "store p0,hang"));
}

TEST_CASE("with writes through the same death costs a longer way, and nothing is lost") {
  const Ran ran(machine("p0"), {"--set", "architecture.memory.writes=through"}, 0);
  CHECK(ran.summary["end"] == "complete");
  CHECK(ran.summary["tasks"]["failed"] == 0);
  CHECK(ran.summary["data"]["read"]["memory"]["parts"] == 2);
  CHECK(ran.check() == 0);
  CHECK(ran.finds("residency.csv", ",lost\n", ",dropped\n"));
}

TEST_CASE("a store without parts dies without a trace in cycles") {
  const Ran ran(machine("q0"), {}, 0);
  CHECK(ran.text("faults.csv").find("store q0,die,2000,,0,0,0,0,0,0\n") != std::string::npos);
  CHECK(ran.check() == 0);
}

TEST_CASE("a run goes on from a checkpoint through the death of a store") {
  const Ran uncut(machine("p0"), {"--checkpoint-at", "1500"}, 1);
  uncut.files.write("again.yaml", machine("p0"));
  ProgramRun run(uncut.files,
                 {"run", "--kernel", "cycle", "--out", "again", "--restore", "run/checkpoint-1500", "e.yaml"});
  REQUIRE(run.finish() == 1);
  for (const char* file : {"faults.csv", "residency.csv", "jobs.csv", "tasks.csv", "summary.json"}) {
    INFO(file);
    CHECK(file_text(uncut.files.path(std::string("again/") + file)) == uncut.text(file));
  }
}

TEST_CASE("a dying store needs data objects") {
  const InputFiles files;
  files.write("e.yaml",
              "architecture: {processors: [{name: p, local: {bytes: 64, bytes_per_cycle: 8}}]}\n"
              "workload: {tasks: [{id: a}]}\n"
              "faults: [{store: p0, kind: die, at: 5}]\n");
  ProgramRun run(files, {"validate", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(run.err().find("e.yaml:3:") != std::string::npos);
  CHECK(run.err().find("faults name a local store, and no task has data objects") != std::string::npos);
}

}  // namespace gantry::store_faults_test
