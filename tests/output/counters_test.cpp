// SPDX-License-Identifier: Apache-2.0
// What a block counts is told once, where the block makes it: summary, waveforms and docs/ are held against that line.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch.h"
#include "program_run.h"
#include "run/machine_measures.h"
#include "serving/serving_measures.h"

namespace gantry::counters_test {

namespace {

std::string page(const char* file) { return file_text(std::string(GANTRY_SOURCE_DIR) + "/docs/" + file); }

std::string table(const std::string& head, const std::vector<std::string>& rows) {
  std::string text = head;
  for (const std::string& row : rows) text += row + '\n';
  return text;
}

constexpr const char* kCounts = "| block | key | unit | meaning |\n| --- | --- | --- | --- |\n";
constexpr const char* kWires = "| wire | is |\n| --- | --- |\n";

/// "| `block` | `key` |" of everything that the summary's blocks have.
std::vector<std::string> written_counts(const std::string& summary) {
  std::vector<std::string> rows;
  const auto root = nlohmann::ordered_json::parse(summary);
  for (const auto& block : root.at("blocks").items()) {
    for (const char* kind : {"stalls", "queues", "counters"}) {
      for (const auto& entry : block.value().at(kind).items()) {
        rows.push_back("| `" + block.key() + "` | `" + kind + '.' + entry.key() + "` |");
      }
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// The same of a table's rows.
std::vector<std::string> told_counts(std::vector<std::string> rows) {
  for (std::string& row : rows) row.resize(row.find("` | ", row.find("` | ") + 1) + 3);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::string run_file(const char* experiment, const char* file, int status = 0) {
  const InputFiles files;
  files.write("e.yaml", experiment);
  ProgramRun run(files, {"run", "--kernel", "cycle", "--out", "out", "e.yaml"});
  INFO(run.err());
  REQUIRE(run.finish() == status);
  return file_text(files.path(std::string("out/") + file));
}

constexpr const char* kMachine =
    "architecture: {processors: [{count: 2, local: {bytes: 64, bytes_per_cycle: 8}}], dispatcher: {match_against: "
    "reserve, preload: true}, monitor: "
    "{early_registration: true, job_timeout: 5}}\nworkload: {data: [{id: d, bytes: "
    "64}], tasks: [{id: a, jobs: 2, cycles: "
    "9, reads: [d]}]}\n"
    "faults: [{processor: core0, kind: slow, at: 0}, {memory: 0, kind: error, at: 0}, {store: core0, kind: die, at: "
    "0}]\n"
    "output: {waves: true}\n";
/// What does not go with data or gangs.
constexpr const char* kRetries =
    "architecture: {processors: [{count: 2}], dispatcher: {max_retries: 1}, monitor: {job_timeout: 5}}\n"
    "workload: {tasks: [{id: a, jobs: 2, cycles: 9}]}\n";

constexpr const char* kServing = R"(
serving:
  scheduler: {rated: {count: 1}}
  nodes: [{name: NODE, cycles: 100}]
  sessions: [{name: s, count: 2, arrivals: {generator: poisson, interval_cycles: 1000}, graph: [NODE]}]
)";

}  // namespace

TEST_CASE("docs/ shows everything that blocks count, as they tell it") {
  CHECK(page("outputs.md").find('\n' + table(kCounts, machine_measures().counts) + '\n') != std::string::npos);
  CHECK(page("outputs.md").find('\n' + table(kWires, machine_measures().wires) + '\n') != std::string::npos);
  CHECK(page("serving.md").find('\n' + table(kCounts, serving_measures().counts) + '\n') != std::string::npos);
}

TEST_CASE("a summary has everything that blocks tell, and nothing else") {
  std::vector<std::string> written;
  std::vector<std::string> more = written_counts(run_file(kRetries, "summary.json", 1));
  const std::vector<std::string> most = written_counts(run_file(kMachine, "summary.json"));
  std::set_union(most.begin(), most.end(), more.begin(), more.end(), std::back_inserter(written));
  CHECK(written == told_counts(machine_measures().counts));
  CHECK(written_counts(run_file(kServing, "summary.json")) == told_counts(serving_measures().counts));
}

TEST_CASE("waveforms have a wire for everything that blocks show in them alone") {
  const std::string waves = run_file(kMachine, "waves.vcd");
  for (const std::string& row : machine_measures().wires) {
    const std::size_t dot = row.find('.');
    const std::string wire = row.substr(dot + 1, row.find('`', dot) - dot - 1);
    INFO(row);
    CHECK(waves.find(' ' + wire + ' ') != std::string::npos);
  }
}

}  // namespace gantry::counters_test
