// SPDX-License-Identifier: Apache-2.0
// JSON has no text without quotes: a word with a meaning means it in quotes as well, and a number in quotes is none.
#include <string>
#include <vector>

#include "catch.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::quoted_words_test {

namespace {

/// What the program prints, its errors if it ends with status 2.
std::string printed(const InputFiles& files, const std::vector<std::string>& arguments) {
  ProgramRun program(files, arguments);
  const int status = program.finish();
  CHECK((status == 0 || status == 2));
  return status == 0 ? program.out() : program.err();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a selection's count is auto with and without quotes, in YAML and in JSON") {
  const InputFiles files;
  files.write("plain.yaml",
              "rated: {count: auto, compute: 2}\nnodes:\n- {name: a, compute: 1, pending: 3}\n"
              "- {name: b, compute: 2, pending: 1}\n");
  files.write("quoted.yaml", replaced(file_text(files.path("plain.yaml")), "auto", "'auto'"));
  files.write("all.json",
              R"({"rated": {"count": "auto", "compute": 2},
"nodes": [{"name": "a", "compute": 1, "pending": 3}, {"name": "b", "compute": 2, "pending": 1}]})");
  const std::string chosen = printed(files, {"select", "plain.yaml"});
  CHECK(chosen.find(R"("selected": ["a"])") != std::string::npos);
  CHECK(printed(files, {"select", "quoted.yaml"}) == chosen);
  CHECK(printed(files, {"select", "all.json"}) == chosen);

  files.write("number.json", replaced(file_text(files.path("all.json")), "\"auto\"", "\"1\""));
  CHECK(printed(files, {"select", "number.json"}) ==
        "number.json:1:21: error: rated.count must be a whole number from 1 to 1000000, not '1' in quotes (write the "
        "number without them)\n");
}

TEST_CASE("the passes of a node are its sessions' work with and without quotes, in YAML and in JSON") {
  const InputFiles files;
  files.write("arrivals.jsonl", "{\"timestamp\": 1, \"input_length\": 9, \"output_length\": 3}\n");
  files.write("plain.yaml", R"(serving:
  interconnect: {columns: 3, rows: 1}
  scheduler: {rated: {count: 1}}
  nodes: [{name: decode, cycles: 100, passes: work}]
  sessions:
    - graph: [decode]
      arrivals: {generator: trace, path: arrivals.jsonl, mapping: {time_unit: us, cycles_per_second: 1000000000}}
)");
  const std::string json =
      R"({"serving": {"interconnect": {"columns": 3, "rows": 1}, "scheduler": {"rated": {"count": 1}},
"nodes": [{"name": "decode", "cycles": 100, "passes": "work"}],
"sessions": [{"graph": ["decode"], "arrivals": {"generator": "trace", "path": "arrivals.jsonl",
"mapping": {"time_unit": "us", "cycles_per_second": 1000000000}}}]}})";
  files.write("quoted.yaml", replaced(file_text(files.path("plain.yaml")), "work", "\"work\""));
  files.write("all.json", json);
  std::string visits;
  for (const char* file : {"plain.yaml", "quoted.yaml", "all.json"}) {
    INFO(file);
    printed(files, {"run", file, "--out", "out"});
    const std::string now = file_text(files.path("out/visits.csv"));
    CHECK(now.find("0,decode,2,") != std::string::npos);  // three passes
    if (visits.empty()) visits = now;
    CHECK(now == visits);
  }
  files.write("number.json", replaced(json, "\"work\"", "\"3\""));
  CHECK(printed(files, {"run", "number.json"}) ==
        "number.json:2:55: error: serving.nodes[0].passes must be a whole number from 0 to 1048576, not '3' in quotes "
        "(write the number without them)\n");
}

TEST_CASE("a mapping takes the jobs from the cores of a task with and without quotes, in YAML and in JSON") {
  const InputFiles files;
  files.write("w.json", R"({"name": "w", "schemaVersion": "1.5", "workflow": {
"specification": {"tasks": [{"name": "a", "id": "a", "parents": [], "children": []}]},
"execution": {"makespanInSeconds": 1, "executedAt": "now", "tasks": [{"id": "a", "runtimeInSeconds": 1, "coreCount": 4}]}}})");
  const auto experiment = [](const std::string& jobs) {
    return "architecture: {processors: [{count: 4}]}\nworkload: {path: w.json, mapping: {jobs: " + jobs +
           "}}\noutput: {trace: false}\n";
  };
  files.write("plain.yaml", experiment("cores"));
  files.write("quoted.yaml", experiment("'cores'"));
  files.write(
      "all.json",
      R"({"architecture": {"processors": [{"count": 4}]}, "workload": {"path": "w.json", "mapping": {"jobs": "cores"}}, "output": {"trace": false}})");
  for (const char* file : {"plain.yaml", "quoted.yaml", "all.json"}) {
    INFO(file);
    INFO(printed(files, {"run", file, "--out", "out"}));
    CHECK(file_text(files.path("out/tasks.csv")).find("\na,block,1,4,") != std::string::npos);
  }
  files.write("number.yaml", experiment("'4'"));
  CHECK(printed(files, {"run", "number.yaml"}).find("in quotes (write the number without them)") != std::string::npos);
}

}  // namespace gantry::quoted_words_test
