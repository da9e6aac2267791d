// SPDX-License-Identifier: Apache-2.0
// Times of a model's operators from a table: which row an operator takes, what its jobs take then, and what can be
// wrong in a table.
#include <string>

#include "catch.h"
#include "experiment/experiment.h"
#include "foreign_workload.h"
#include "input_files.h"

namespace gantry::operator_times_test {

namespace {

/// Two products of 64 x 512 by 512 x 128 and 64 x 128 by 128 x 32.
const std::string kTwo = "Layer,M,N,K\nfirst,64,128,512\nlast,64,32,128\n";

struct Made {
  Workload workload;
  Lines lines;
};

/// A model with a table of times, t.csv. `lowering`: further keys of it.
Made make(const std::string& table, const std::string& lowering = "", const std::string& model = kTwo,
          const std::string& file = "l.csv", const std::string& clock = "1000") {
  const InputFiles files;
  files.write(file, model);
  files.write("t.csv", table);
  Diagnostics diagnostics;
  auto experiment =
      read_experiment("architecture: {clock_mhz: " + clock +
                          ", processors: [{count: 4}]}\n"
                          "workload: {path: " +
                          file + ", lowering: {times: t.csv" + (lowering.empty() ? "" : ", " + lowering) + "}}\n",
                      files.path("e.yaml"), {}, diagnostics);
  Made made;
  made.lines = files.errors(diagnostics);
  if (experiment) made.workload = std::move(experiment->workload);
  return made;
}

/// "first: 4 x 1250": jobs and cycles of each.
Lines jobs(const Made& made) {
  Lines lines;
  for (const WorkloadTask& task : made.workload.tasks) {
    std::string text = task.id + ": " + std::to_string(task.jobs) + " x " + std::to_string(task.cycles);
    for (const TypeCycles& on : task.cycles_by_type) text += ' ' + on.type + '=' + std::to_string(on.cycles);
    lines.push_back(text);
  }
  return lines;
}

}  // namespace

TEST_CASE("an operator takes the time of its row, and its jobs share it") {
  const Made made = make("operator,cycles\nfirst,5000\nlast,700\n");
  CHECK(made.lines == Lines());
  CHECK(jobs(made) == Lines{"first: 1 x 5000", "last: 1 x 700"});
  // 5,000 cycles at most 2,000 per job are 3, so 4 jobs. Of 129 columns in 4 parts the largest has 33: 33 / 129 of
  // 5,000 are 1279.07.
  CHECK(jobs(make("operator,cycles\nfirst,5000\nlast,0\n", "job_cycles: 2000, cut: channels")) ==
        Lines{"first: 4 x 1250", "last: 1 x 0"});
  CHECK(jobs(make("operator,cycles\nfirst,5000\n", "job_cycles: 2000, cut: channels",
                  "Layer,M,N,K\nfirst,64,129,512\n")) == Lines{"first: 4 x 1280"});
  // Rates and shares of them do not matter.
  CHECK(jobs(make("operator,cycles\nproduct,5000\n", "macs_per_cycle: 3, efficiency: 0.5")) ==
        Lines{"first: 1 x 5000", "last: 1 x 5000"});
}

TEST_CASE("a row is found by the operator's name, then by type and shapes, then by type") {
  const std::string rows = "operator,shapes,cycles\nproduct,,10\nproduct,64x128 128x32,20\nlast,,30\n";
  CHECK(jobs(make(rows)) == Lines{"first: 1 x 10", "last: 1 x 30"});
  CHECK(make(rows).lines == Lines{"t.csv:3:1: note: this row is of no operator of the model"});
  CHECK(jobs(make("operator,shapes,cycles\nproduct,,10\nproduct,64x128 128x32,20\n")) ==
        Lines{"first: 1 x 10", "last: 1 x 20"});
}

TEST_CASE("columns of types of processors give each its time, and an empty one cannot run the operator") {
  const Made made = make("operator,core,gpu\nfirst,5000,60\nlast,700,\n");
  CHECK(jobs(made) == Lines{"first: 1 x 60 core=5000 gpu=60", "last: 1 x 700 core=700"});
}

TEST_CASE("times in seconds follow the clock") {
  // 2.5 us of 500 MHz are 1,250 cycles; 0.003 us are 1.5.
  CHECK(jobs(make("operator,cycles\nfirst,2.5\nlast,0.003\n", "times_unit: us", kTwo, "l.csv", "500")) ==
        Lines{"first: 1 x 1250", "last: 1 x 2"});
}

TEST_CASE("an operator without a row takes the default, or is an error") {
  const std::string one = "operator,cycles\nlast,700\n";
  // 64 x 128 x 512 multiply-accumulates, 256 in a cycle.
  CHECK(jobs(make(one, "times_default: work")) == Lines{"first: 1 x 16384", "last: 1 x 700"});
  CHECK(jobs(make(one, "times_default: 4.5")) == Lines{"first: 1 x 5", "last: 1 x 700"});
  CHECK(make(one).lines ==
        Lines{"l.csv:2:1: error: operator 'first' of the type 'product' with the shapes '64x512 512x128' has no row in "
              "t.csv (a row of its type, or lowering.times_default)"});
}

TEST_CASE("an operator that joins another one adds its time") {
  // mm of 4 x 3 by 3 x 5, then relu: one task of both. A type that one of them cannot run, the task cannot run.
  const std::string model = R"json({"schema": "1.1.0-chakra.0.0.4", "pid": 7, "nodes": [
{"id": 2, "name": "aten::mm", "ctrl_deps": 1, "inputs": {"values": [[10, 99, 0, 12, 4, "cpu"], [11, 99, 0, 15, 4, "cpu"]],
 "shapes": [[4, 3], [3, 5]], "types": ["Tensor(float)", "Tensor(float)"]}, "outputs": {"values": [[12, 99, 0, 20, 4, "cpu"]],
 "shapes": [[4, 5]], "types": ["Tensor(float)"]}, "attrs": [{"name": "op_schema", "type": "string", "value": "aten::mm()"}]},
{"id": 3, "name": "aten::relu", "ctrl_deps": 1, "inputs": {"values": [[12, 99, 0, 20, 4, "cpu"]], "shapes": [[4, 5]],
 "types": ["Tensor(float)"]}, "outputs": {"values": [[13, 99, 0, 20, 4, "cpu"]], "shapes": [[4, 5]],
 "types": ["Tensor(float)"]}, "attrs": [{"name": "op_schema", "type": "string", "value": "aten::relu()"}]}]})json";
  const auto with = [&](const std::string& table, const std::string& lowering = "") {
    return jobs(make(table, lowering, model, "m.json"));
  };
  CHECK(with("operator,shapes,cycles\naten::mm,4x3 3x5,100\naten::relu,4x5,7\n") == Lines{"aten::mm.2: 1 x 107"});
  CHECK(with("operator,cycles\naten::mm,100\naten::relu,7\n", "fuse: false") ==
        Lines{"aten::mm.2: 1 x 100", "aten::relu.3: 1 x 7"});
  CHECK(with("operator,core,gpu\naten::mm,100,10\naten::relu,7,\n") == Lines{"aten::mm.2: 1 x 107 core=107"});
  // Without a type in common they stay apart.
  CHECK(with("operator,core,gpu\naten::mm,,10\naten::relu,7,\n") ==
        Lines{"aten::mm.2: 1 x 10 gpu=10", "aten::relu.3: 1 x 7 core=7"});
  // One by its table, the other by its work: 4 x 3 x 5 multiply-accumulates at 256, 20 elements at 32 in a cycle.
  CHECK(with("operator,cycles\naten::mm,100\n", "times_default: work") == Lines{"aten::mm.2: 1 x 101"});
  CHECK(with("operator,cycles\naten::relu,7\n", "times_default: work") == Lines{"aten::mm.2: 1 x 8"});
}

TEST_CASE("what is wrong in a table is found where it stands") {
  const auto error = [](const std::string& table, const std::string& lowering = "") {
    const Made made = make(table, lowering);
    REQUIRE(made.lines.size() == 1);
    return made.lines[0];
  };
  CHECK(error("# nothing\n") ==
        "t.csv:1:1: error: the table has no line with the names of its columns (operator, shapes, cycles or "
        "processor types)");
  CHECK(error("kernel,cycles\na,1\n") == "t.csv:1:1: error: the first line must name a column `operator`");
  CHECK(error("operator\na\n") ==
        "t.csv:1:1: error: the first line must name a column `cycles`, or one for each type of processors");
  CHECK(
      error("operator,cycles,core\na,1,2\n").find("t.csv:1:1: error: the first line must name a column `cycles`, or") ==
      0);
  CHECK(error("operator,cycles,cycles\na,1,2\n").find("t.csv:1:17: error: the column 'cycles' is there twice") == 0);
  CHECK(error("operator,cycles\nproduct\n") == "t.csv:2:1: error: the row has 1 fields (the first line has 2)");
  CHECK(error("operator,cycles\nproduct,fast\n").find("t.csv:2:9: error: a time must be a decimal number from 0") == 0);
  CHECK(error("operator,cycles\nproduct,-1\n").find("t.csv:2:9: error: a time must be") == 0);
  CHECK(error("operator,cycles\nproduct,\n") == "t.csv:2:1: error: the row has no time");
  CHECK(error("operator,cycles\n,5\n") == "t.csv:2:1: error: the row names no operator");
  CHECK(error("operator,cycles\nproduct,5\nproduct,6\n") ==
        "t.csv:3:1: error: the row on line 2 is for the same operator and shapes");
  CHECK(error("operator,cycles\nproduct,5\n", "times_unit: us, times_default: soon")
            .find("lowering.times_default must be none, work or a decimal number, not 'soon'") != std::string::npos);
}

}  // namespace gantry::operator_times_test
