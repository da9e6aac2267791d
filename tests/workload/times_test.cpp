// SPDX-License-Identifier: Apache-2.0
// Tasks for which a foreign file has no time are never silently tasks of the time 0; and sums of times are exact.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::times_test {

namespace {

const std::string kNone = "note: no task has a time (mapping.work gives a default)";

struct Untimed {
  std::string format;
  std::string text;
  std::string where = "f:1:1: ";
};

/// Two tasks each, in the formats that know a time's absence.
std::vector<Untimed> untimed() {
  return {
      {"dot", "digraph { a -> b [size=3] }"},
      {"arrivals", "time,work\n1,\n2,\n"},
      {"arrivals", "{\"time\": 1, \"work\": null}\n{\"time\": 2}\n"},
      {"wfcommons", R"({"workflow": {"specification": {"tasks": [{"id": "a"}, {"id": "b"}]}}})"},
      {"wfcommons", R"({"workflow": {"tasks": [{"name": "a"}, {"name": "b", "runtime": null}]}})"},
      {"dax", "<adag><job id=\"a\"/><job id=\"b\"/></adag>"},
      {"saga", R"({"task_graph": {"tasks": [{"name": "a"}, {"name": "b"}], "dependencies": []}})"},
      {"cedr", R"({"DAG": {"a": {"platforms": [{"name": "cpu"}]}, "b": {"platforms": [{"name": "cpu"}]}}})"},
  };
}

}  // namespace

TEST_CASE("a file without any time is noted, and mapping.work gives all its tasks one", "[formats]") {
  for (const Untimed& c : untimed()) {
    INFO(c.text);
    CHECK(errors(c.format, c.text) == Lines{c.where + kNone});
    const Workload workload = load(c.format, c.text, "{work: 2.5, cycles_per_unit: 10}");
    REQUIRE(workload.tasks.size() == 2);
    for (const WorkloadTask& task : workload.tasks) {
      CHECK(task.cycles == 25);
      for (const TypeCycles& on : task.cycles_by_type) CHECK(on.cycles == 25);
    }
    CHECK(facts(workload).unit_total_work == 5);
    // Zero is a time that one can want.
    CHECK(load(c.format, c.text, "{work: 0}").tasks[0].cycles == 0);
  }
}

TEST_CASE("a DS3 job without times is refused, unless mapping.work gives one", "[formats]") {
  const std::string job = "add_new_tasks 2\na 0\nb 1 0\n";
  CHECK(load("ds3", job, "{work: 3}").tasks[1].cycles == 3);
  const Workload workload = load("ds3", job + "add_new_resource resource_name P\na 7\n", "{work: 3}");
  CHECK(workload.tasks[0].cycles == 7);
  CHECK(workload.tasks[1].cycles == 3);
  CHECK(workload.tasks[1].cycles_by_type.empty());
}

TEST_CASE("some tasks without a time are counted, and the first is named", "[formats]") {
  const std::string text = "digraph { a [size=4]; b; c [size=0]; d }";
  CHECK(errors("dot", text) ==
        Lines{"f:1:23: note: 2 of 4 tasks have no time, the first of them 'b' (mapping.work gives a default)"});
  const Workload workload = load("dot", text, "{work: 9}");
  std::vector<std::uint64_t> cycles;
  for (const WorkloadTask& task : workload.tasks) cycles.push_back(task.cycles);
  CHECK(cycles == std::vector<std::uint64_t>{4, 9, 0, 9});  // a time of 0 is one
}

TEST_CASE("times that are all 0 are noted, a default that nothing needs as well", "[formats]") {
  CHECK(errors("dot", "digraph { a [size=0] }") == Lines{"f:1:1: note: every task has the time 0"});
  CHECK(errors("dot", "digraph { a [size=4] }", "{work: 3}") ==
        Lines{"m:1:8: note: mapping.work changes nothing: every task has a time"});
  CHECK(errors("dot", "digraph { a }", "{work: -1}") ==
        Lines{"m:1:8: error: mapping.work must be a decimal number from 0 up to 10^15 with at most 12 fraction digits, "
              "not '-1'"});
}

TEST_CASE("events and communication need no time", "[formats]") {
  const std::string fields = "fields: {class: kind}";
  const std::string text = "digraph { a [kind=event]; b [kind=communication] }";
  CHECK(errors("dot", text, fields) == Lines());
  CHECK(errors("dot", "digraph { a [kind=event]; b [kind=block] }", fields) == Lines{"f:1:1: " + kNone});
  const Workload workload = load("dot", text + "", "{class: block, " + fields + "}");
  CHECK(workload.tasks[1].cycles == 0);
}

TEST_CASE("no seed of a foreign format becomes a workload without a time in silence", "[formats]") {
  const InputFiles files;
  for (const WorkloadFormat& format : workload_formats().entries()) {
    if (!format.mapping) continue;
    const std::string seeds = std::string(GANTRY_SOURCE_DIR) + "/tests/fuzz/seeds/" + format.name;
    for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
      INFO(entry.path().string());
      Workload workload;
      const Lines lines = read(format.name, file_text(entry.path().string()), workload);
      const bool noted = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find(": error: ") != std::string::npos || line.find(" time") != std::string::npos;
      });
      const bool timed = std::all_of(workload.tasks.begin(), workload.tasks.end(), [](const WorkloadTask& task) {
        return task.cycles > 0 || task.cls == TaskClass::event || task.cls == TaskClass::communication ||
               (task.work && !task.work->is_zero());
      });
      const bool zeros = std::any_of(workload.tasks.begin(), workload.tasks.end(),
                                     [](const WorkloadTask& task) { return task.cycles > 0; });
      CHECK((noted || timed || zeros));
    }
  }
}

TEST_CASE("every command that reads a workload says that no task has a time", "[formats]") {
  const InputFiles files;
  files.write("g.dot", "digraph { a -> b }");
  files.write("e.yaml", "architecture: {processors: [{count: 1}]}\nworkload: g.dot\n");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"workload", "info", "g.dot"},
                                             {"workload", "convert", "g.dot", "--to", "native", "-o", "g.yaml"},
                                             {"validate", "e.yaml"},
                                             {"run", "e.yaml", "--out", "out"}}) {
    INFO(command[0] << ' ' << command[1]);
    ProgramRun run(files, command);
    CHECK(run.finish() == 0);
    CHECK(run.err().find("g.dot:1:1: " + kNone) != std::string::npos);
  }
}

TEST_CASE("info sums decimals exactly", "[formats]") {
  const InputFiles files;
  // Doubles give 721.2230000000001 for the path and cannot hold the digits of the sum.
  files.write("w.txt", "4 1\n0 A 0.1\n1 B 0.2\n2 C 720.923\n3 D 1234567890123456.789\n0 1 5 x\n");
  files.write("path.txt", "3 2\n0 A 700.001\n1 B 0.1\n2 C 21.122\n0 1 0 x\n1 2 0 x\n");
  ProgramRun info(files, {"workload", "info", "w.txt"});
  CHECK(info.finish() == 2);  // one of the times is above what a machine can simulate ...
  ProgramRun sum(files, {"workload", "info", "w.txt", "--set", "mapping.cycles_per_unit=0.001"});
  CHECK(sum.finish() == 0);
  CHECK(sum.out().find("\"total_work\": 1234567890124178.012,") != std::string::npos);
  ProgramRun path(files, {"workload", "info", "path.txt"});
  CHECK(path.finish() == 0);
  CHECK(path.out().find("\"critical_path\": 721.223,") != std::string::npos);
}

TEST_CASE("sums of decimals are exact to 31 digits, and then rounded up", "[formats]") {
  const auto sum = [](const std::vector<std::string>& numbers) {
    DecimalScale scale;
    for (const std::string& number : numbers) scale.include(*parse_decimal(number));
    Uint128 steps = 0;
    for (const std::string& number : numbers) steps += scale.steps(*parse_decimal(number));
    return to_text(scale.sum(steps));
  };
  CHECK(sum({}) == "0");
  CHECK(sum({"0", "0.0"}) == "0");
  CHECK(sum({"0.1", "0.2"}) == "0.3");
  CHECK(sum({"1e15", "0.000000000000001"}) == "1000000000000000.000000000000001");
  CHECK(sum({"1e20", "1e-10", "1e-100000"}) == "100000000000000000000.0000000002");
  CHECK(sum({"1e100000", "7"}).substr(0, 6) == "1.0000");
  CHECK(sum({"1.5e-80", "1.5e-80"}) == "3e-80");
  CHECK(sum({"1e30"}) == "1" + std::string(30, '0'));
  CHECK(sum(std::vector<std::string>(1000, "184467440737095516.5")) == "184467440737095516500");
  CHECK(DecimalSum{3, -1} == 0.3);
  CHECK(DecimalSum{3, -100000} == 0.0);
}

}  // namespace gantry::times_test
