// SPDX-License-Identifier: Apache-2.0
// A key is told once, beside its struct: everything else that knows of it is held against that line.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "catch.h"
#include "cost/cost_schemas.h"
#include "experiment/schemas.h"
#include "gantry/base/keys.h"
#include "network/network_schemas.h"
#include "program_run.h"
#include "regress/suite_schemas.h"
#include "sanitized.h"
#include "serving/serving_schemas.h"
#include "sweep/study_schemas.h"
#include "text/file_digest.h"

namespace gantry::keys_test {

namespace {

std::string shown(const InputFiles& files, const std::vector<std::string>& words) {
  std::vector<std::string> all = {"show"};
  all.insert(all.end(), words.begin(), words.end());
  ProgramRun run(files, all);
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  return run.out();
}

const std::string kPages = std::string(GANTRY_SOURCE_DIR) + "/docs/";
const std::string kExperiments = std::string(GANTRY_SOURCE_DIR) + "/sim/experiments/";

}  // namespace

TEST_CASE("docs/ has the row of every key, and rows of no others") {
  std::map<std::string, std::set<std::string>> known;
  std::vector<KeySection> tables = experiment_key_tables();
  for (const auto& more : {cost_key_tables(), workload_key_tables(), network_key_tables(), serving_key_tables(),
                           study_key_tables(), suite_key_tables()})
    tables.insert(tables.end(), more.begin(), more.end());
  for (const KeySection& section : tables) {
    INFO(section.page << ": " << section.title);
    const std::string page = file_text(kPages + section.page);
    CHECK(page.find("# " + section.title + "\n") != std::string::npos);
    CHECK_FALSE(section.rows.empty());
    for (const std::string& row : section.rows) {
      INFO(row);
      CHECK(page.find('\n' + row + '\n') != std::string::npos);
      known[section.page].insert(row);
    }
  }
  // Of tables with the four columns of keys, what no line of keys describes: files and what depends on the machine.
  const std::vector<std::string> others = {"`architecture`", "`workload`", "`workload.",  "`plan`",
                                           "`background`",   "`faults`",   "`provenance`"};
  for (const auto& [name, rows] : known) {
    const std::string page = file_text(kPages + name);
    std::istringstream lines(page);
    std::vector<std::string> table;  // one with the four columns of keys, if it is of lines of keys
    bool inside = false;
    const auto check_table = [&, &rows = rows, &name = name] {
      const auto is_known = [&](const std::string& row) { return rows.count(row) == 1; };
      if (std::none_of(table.begin(), table.end(), is_known)) table.clear();
      for (const std::string& row : table) {
        INFO(name << ": " << row);
        CHECK((is_known(row) || std::any_of(others.begin(), others.end(),
                                            [&](const std::string& key) { return row.rfind("| " + key, 0) == 0; })));
      }
      table.clear();
    };
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("| key | default | range", 0) == 0) inside = true;
      if (line.empty() && inside) check_table();
      if (line.empty()) inside = false;
      if (inside && line.rfind("| `", 0) == 0) table.push_back(line);
    }
  }
}

TEST_CASE("network and serving experiments are shown, too, and run to the same bytes") {
  const std::vector<std::vector<std::string>> cases = {
      {"network", kExperiments + "network/mesh8x8.yaml", "--set", "traffic.packets_per_cycle=[0.01, 0.05]", "--set",
       "saturation=false", "--set", "interconnect.router=pipelined"},
      {"network", "trace.yaml"},
      {"run", kExperiments + "serving/recognisers.yaml", "--set", "serving.sessions.0.count=50", "--seed", "7"},
  };
  for (const std::vector<std::string>& words : cases) {
    if (kSanitized && words[1] != "trace.yaml") continue;
    INFO(words[1]);
    const InputFiles files;
    files.write("trace.yaml",
                "interconnect: {topology: ring, virtual_channels: 4}\nnodes: 5\n"
                "traffic: {pattern: trace, packets: [[1, 0, 3, 2], [9, 4, 4, 1]]}\n");
    std::vector<std::string> first = words;
    first.insert(first.end(), {"--out", "first"});
    ProgramRun run(files, first);
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    ProgramRun again(files, {words[0], files.path("first/experiment.yaml"), "--out", "again"});
    INFO(again.err());
    REQUIRE(again.finish() == 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(files.path("first"))) {
      const std::string file = entry.path().string().substr(files.path("first").size());
      if (!entry.is_regular_file() || entry.path().filename() == "timing.json") continue;
      INFO(file);
      CHECK(file_text(entry.path().string()) == file_text(files.path("again") + file));
    }
    CHECK(std::filesystem::exists(files.path("again/timing.json")));
  }
}

TEST_CASE("an experiment that is shown runs to the same bytes, and shows itself again") {
  const std::vector<std::vector<std::string>> cases = {
      {kExperiments + "resnet50.yaml"},
      {kExperiments + "gpt2_prefill.yaml", "--set", "policies.picker=stride"},
      {kExperiments + "resnet50.yaml", "--set", "architecture=architectures/tree32.yaml", "--set",
       "output.trace={from: 5, to: 70000}", "--set", "architecture.dispatcher.mode=per_job"},
      {"own.yaml"},
      {kExperiments + "resnet50.yaml", "--set", "architecture.dispatcher.picker.frac=4", "--set",
       "architecture.dispatcher.picker.preset={B: 3}", "--set", "policies.picker=preset", "--set",
       "architecture.processors.0.speed=1.25"},
  };
  for (const std::vector<std::string>& words : cases) {
    if (kSanitized && words[0] != "own.yaml") continue;
    INFO(words[0] << ' ' << words.size());
    const InputFiles files;
    files.write(
        "own.yaml",
        "architecture:\n  interconnect: {topology: torus, virtual_channels: 4, router: pipelined, speculative: true}\n"
        "  processors: [{count: 3}, {type: gpu, speed: 2.5}]\n  placement: {host: 7}\n"
        "workload:\n  tasks: [{id: \"1\", cycles: 70}, {id: b, jobs: 4, cycles: 9, after: [{task: 1, bytes: 5}]}]\n"
        "background: {pattern: uniform, packets_per_cycle: 0.001, packet_flits: 2}\n");
    std::vector<std::string> first = {"run", "--kernel", "cycle", "--out", "first"};
    first.insert(first.end(), words.begin(), words.end());
    ProgramRun run(files, first);
    INFO(run.err());
    REQUIRE(run.finish() == 0);
    ProgramRun again(files, {"run", "--kernel", "cycle", "--out", "again", files.path("first/experiment.yaml")});
    INFO(again.err());
    REQUIRE(again.finish() == 0);
    for (const char* file : {"experiment.yaml", "summary.json", "tasks.csv", "jobs.csv", "trace.json", "links.csv"}) {
      INFO(file);
      CHECK(file_text(files.path(std::string("first/") + file)) == file_text(files.path(std::string("again/") + file)));
    }
    // What `show` prints stands in the current directory, that of a run in its own.
    files.write("shown.yaml", shown(files, words));
    CHECK(shown(files, {files.path("shown.yaml")}) == file_text(files.path("shown.yaml")));
  }
}

TEST_CASE("a workload with another content than its SHA-256 is refused") {
  const InputFiles files;
  files.write("w.yaml", "tasks: [{id: a, cycles: 3}]\n");
  files.write("e.yaml", "architecture: {processors: [{count: 1}]}\nworkload:\n  path: w.yaml\n  sha256: " +
                            std::string(64, '0') + "\n");
  ProgramRun run(files, {"run", "e.yaml"});
  CHECK(run.finish() == 2);
  CHECK(run.err().find(":3:9: error: the workload w.yaml is not the file that workload.sha256 means") !=
        std::string::npos);
}

TEST_CASE("the picker alone says what its rounds come from, too") {
  const InputFiles files;
  files.write("s.stim", "add 0 B 10 2\npick 3\n");
  ProgramRun run(files, {"pick", "s.stim", "--out", "out", "--policy", "fifo"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  CHECK(file_text(files.path("out/picks.txt")) == "0 0 B 0 0 0\n1 0 B 0 0 0\n2 -\n");
  const auto summary = nlohmann::json::parse(file_text(files.path("out/summary.json")));
  CHECK(summary["picker"] == nlohmann::json{{"policy", "fifo"}, {"rounds", 3}, {"picks", 2}});
  CHECK(summary["provenance"]["picker"] == "fifo");
  CHECK(summary["provenance"]["workload"]["sha256"] == sha256("add 0 B 10 2\npick 3\n"));
  CHECK(std::filesystem::exists(files.path("out/timing.json")));
}

}  // namespace gantry::keys_test
