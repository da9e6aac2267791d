// SPDX-License-Identifier: Apache-2.0
// What an experiment takes when it says no more than it has to, and where its mistakes stand.
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/platform/processors_config.h"
#include "good_experiment.h"

namespace gantry::experiment_config_test {

TEST_CASE("an experiment needs no more than an architecture and a workload", "[config]") {
  GoodExperiment files;
  const auto experiment = files.load();
  REQUIRE(files.errors(files.diagnostics).empty());
  REQUIRE(experiment);
  CHECK(experiment->name == "e");
  CHECK(experiment->path == files.path("e.yaml"));
  CHECK(experiment->picker == "weight_delay");
  CHECK(experiment->processor_choice == "earliest_finish");
  CHECK(experiment->max_cycles == 0);
  CHECK(experiment->seed == 1);
  CHECK(experiment->output["trace"].on);
  CHECK(experiment->output["trace"].to == kNever);
  CHECK(experiment->architecture.processors->at(0).speed.millionths == 1500000);
  CHECK(experiment->workload.name == "w");
  CHECK(experiment->workload.tasks.size() == 1);
}

TEST_CASE("architecture and workload may stand inside of the experiment", "[config]") {
  GoodExperiment files;
  files.write("e.yaml",
              "name: inline\n"
              "architecture: {processors: [{count: 5}]}\n"
              "workload: {tasks: [{id: a}, {id: b, after: [a]}]}\n"
              "policies: {picker: fifo, processor_choice: nearest}\n"
              "limits: {max_cycles: 77}\n"
              "output: {jobs: false, trace: {from: 5, to: 9}, waves: true}\n"
              "seed: 18446744073709551615\n");
  const auto experiment = files.load();
  REQUIRE(files.errors(files.diagnostics).empty());
  CHECK(experiment->name == "inline");
  CHECK(experiment->architecture.processors->at(0).count == 5);
  CHECK(experiment->workload.tasks[1].after.size() == 1);
  CHECK(experiment->picker == "fifo");
  CHECK(experiment->processor_choice == "nearest");
  CHECK(experiment->max_cycles == 77);
  CHECK_FALSE(experiment->output["jobs"].on);
  CHECK(experiment->output["trace"].on);
  CHECK(experiment->output["trace"].from == 5);
  CHECK(experiment->output["trace"].to == 9);
  CHECK(experiment->output["waves"].on);
  CHECK(experiment->seed == 18446744073709551615ULL);
}

TEST_CASE("wrong keys of an experiment are found where they stand", "[config]") {
  GoodExperiment files;
  files.write("e.yaml",
              "name: a/b\n"
              "architecture: none.yaml\n"
              "workload: {path: none.txt, format: nativ}\n"
              "policies: {picker: fifi}\n"
              "output: {trace: yes}\n");
  const Lines lines = files.load_errors();
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "e.yaml:1:7: error: name names the output directory and must not have a '/' or be '.' or '..'");
  CHECK(lines[1].rfind("e.yaml:4:20: error: policies.picker must be ", 0) == 0);
  CHECK(lines[1].find("not 'fifi' (did you mean 'fifo'?)") != std::string::npos);
  CHECK(lines[2] == "e.yaml:5:17: error: output.trace must be true or false, not 'yes'");
  CHECK(lines[3] ==
        "e.yaml:2:15: error: there is no architecture file none.yaml (paths start beside the experiment's file)");
  CHECK(lines[4].rfind("e.yaml:3:36: error: workload.format must be ", 0) == 0);

  files.write("e.yaml", "architecture: a.yaml\nworkload: {path: w.yaml, order: levels}\n");
  CHECK(files.load_errors() ==
        Lines{"e.yaml:2:33: error: workload.order must be file, level or rank, not 'levels' (did you mean 'level'?)"});
  files.write("e.yaml",
              "architecture: a.yaml\nworkload: {generator: poisson, tasks: 3, interval_cycles: 9, cycles: 1, order: "
              "rank}\n");
  CHECK(files.load_errors() ==
        Lines{"e.yaml:2:80: error: workload.order goes with a graph of tasks; a stream is submitted as it arrives"});
  for (const std::string part : {"0", "1.1", "half", "0.0000001", "-1", "[1]"}) {
    files.write("e.yaml", "architecture: a.yaml\nworkload: {path: w.yaml, part: " + part + "}\n");
    const Lines wrong = files.load_errors();
    REQUIRE(wrong.size() == 1);
    CHECK(wrong[0].find("e.yaml:2:32: error: workload.part must be a number above 0 and up to 1") == 0);
  }

  files.write("e.yaml", "workload: w.yaml\n");
  CHECK(files.load_errors() ==
        Lines{"e.yaml:1:1: error: an experiment needs the key `architecture` (a path or a map)"});
  files.write("a.yaml", "processors:\n  - {count: 0}\n");
  files.write("e.yaml", "architecture: a.yaml\nworkload: w.yaml\n");
  CHECK(files.load_errors() == Lines{"a.yaml:2:13: error: processors[0].count must be 1 to 4096, not 0"});
}

}  // namespace gantry::experiment_config_test
