// SPDX-License-Identifier: Apache-2.0
// TGFF: graphs with periods and deadlines, and tables of cores. What a hyperperiod becomes, and what can be wrong in a
// file.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "foreign_workload.h"
#include "shared_folder.h"
#include "workload/native_writer.h"

namespace gantry::tgff_test {

namespace {

std::string cycles(const Workload& workload, std::size_t task) {
  std::string text;
  for (const TypeCycles& on : workload.tasks[task].cycles_by_type) {
    if (!text.empty()) text += ", ";
    text += on.type + ' ' + std::to_string(on.cycles);
  }
  return text;
}

std::string graph(const std::string& lines, const std::string& number = "0") {
  return "@TASK_GRAPH " + number + " {\n" + lines + "}\n";
}

std::string core(const std::string& rows, const std::string& number = "0") {
  return "@CORE " + number + " {\n# price\n  10.5\n\n#----\n# type version execution_time\n" + rows + "}\n";
}

const std::string kPair = "PERIOD 8\nTASK a TYPE 0\nTASK b TYPE 1\nARC x FROM a TO b TYPE 0\n";
const std::string kTwo =
    "@HYPERPERIOD 8\n\n@COMMUN_QUANT 0 {\n# type    quantity\n      0    100.5\n      1    7\n}\n" +
    graph(kPair + "HARD_DEADLINE d0 ON b AT 5\n") +
    graph("PERIOD 4\nTASK c TYPE 1\nHARD_DEADLINE d1 ON c AT 3\n", "1") +
    core("  0    0       0.5\n  1    0       2\n") +
    "@CORE 1 {\n# type version valid execution_time\n0 0 1 0.25\n1 0 0 9\n}\n";

Lines notes(const std::string& text, const std::string& mapping = "") {
  Workload workload;
  return read("tgff", text, workload, mapping);
}

std::string first_error(const std::string& text, const std::string& mapping = "") {
  for (const std::string& line : notes(text, mapping)) {
    if (line.find(" error: ") != std::string::npos) return line;
  }
  return "none";
}

/// Ids without the notes of the file.
Lines ids_of(const std::string& text) {
  Workload workload;
  read("tgff", text, workload);
  return ids(workload);
}

struct Case {
  std::string text;
  std::string error;
};

}  // namespace

TEST_CASE("a TGFF file is one hyperperiod, with a time on each core that can run the task", "[formats]") {
  CHECK(guess(kTwo) == "tgff");
  const Workload workload = load("tgff", kTwo, "{cycles_per_unit: 10}");
  CHECK(workload.unit == "u.t.");
  CHECK(ids(workload) == Lines{"a", "b", "c.0", "c.1"});  // c twice, since its period is half of the hyperperiod
  CHECK(cycles(workload, 0) == "core0 5, core1 3");
  CHECK(cycles(workload, 1) == "core0 20");  // its row of CORE 1 is not valid
  CHECK(workload.tasks[0].cycles == 3);
  CHECK(after(workload, 1) == "a(101)");
  CHECK(workload.tasks[1].submit == 0);
  CHECK(workload.tasks[1].deadline == 50);
  CHECK(workload.tasks[3].submit == 40);
  CHECK(workload.tasks[3].deadline == 30);  // after its own arrival
  CHECK_FALSE(workload.tasks[0].deadline);
  CHECK(workload.tasks[1].stream == 0);
  CHECK(workload.tasks[3].stream == 1);
  CHECK(facts(workload).unit_critical_path == 2.25);
  CHECK(load("tgff", kTwo, "{arrivals: false}").tasks[3].submit == 0);
  // A unit is a million cycles by default.
  CHECK(load("tgff", kTwo).tasks[1].cycles == 2000000);
}

TEST_CASE("without a hyperperiod a TGFF file has the least common multiple of its periods", "[formats]") {
  const std::string both = graph("PERIOD 0.4\nTASK a TYPE 0\n") + graph("PERIOD 0.6\nTASK b TYPE 0\n", "1");
  CHECK(ids_of(both) == Lines{"a.0", "a.1", "a.2", "b.0", "b.1"});
  CHECK(ids_of("@HYPERPERIOD 1.0\n" + both) == Lines{"a.0", "a.1", "a.2", "b.0", "b.1"});  // that begin before 1.0
  CHECK(ids_of("@HYPERPERIOD 0.4\n" + both) == Lines{"a", "b"});
  // Six digits: three periods of 0.333333 are one of 1.
  CHECK(ids_of("@HYPERPERIOD 1\n" + graph("PERIOD 0.333333\nTASK a TYPE 0\n")) == Lines{"a.0", "a.1", "a.2"});
  CHECK(notes(graph("APERIODIC\nTASK a TYPE 0\n"), "{work: 0}") ==
        Lines{"f:2:1: note: a graph without a period arrives once, in cycle 0"});
}

TEST_CASE("graphs whose tasks have the same names have their number in front", "[formats]") {
  const std::string text = graph("TASK src TYPE 0\n") + graph("PERIOD 2\nTASK src TYPE 0\n", "7");
  CHECK(ids_of("@HYPERPERIOD 4\n" + text) == Lines{"0.src", "1.src.0", "1.src.1"});
}

TEST_CASE("dialects of TGFF files are read alike", "[formats]") {
  // Quantities without names of columns, lower-case words, attributes of tasks, and comments between rows, as in E3S.
  const std::string text =
      "# made by hand\n@COMMUN_QUANT 0 {\n0 4E3\n}\n@MEMORY 8 1\n@MEMORY 9 1\n@LINK 0 {\n# bit_time x\n 1 2\n}\n"
      "@OWN -3{\n# begin\nTask a Type 0 host 1\nTASK b TYPE 0\nARC x from a to b type 0 }\n"
      "@CLIENT_PE 2 {\n# type version valid task_time preempt_time\n# Basic\n0 0 1 2.5 9\n\n"
      "# Fixed Point FFT - one (pulse)\n0 1 1 1.5 9\n}\n";
  CHECK(guess(text) == "tgff");
  Workload workload;
  CHECK(read("tgff", text, workload, "{cycles_per_unit: 2}") ==
        Lines{"f:5:1: note: '@MEMORY' is not read",
              "f:7:1: note: tables 'LINK' are not read (a table of cores has the columns type, version and a time, one "
              "of arcs type and a quantity)",
              "f:13:15: note: attributes of tasks other than TYPE are not read",
              "f:22:1: note: a type of task has several versions on 'CLIENT_PE 2'; the fastest counts"});
  CHECK(cycles(workload, 0) == "client_pe2 3");
  CHECK(after(workload, 1) == "a(4000)");
  // A table without versions is of cores, unless its label is of links: then its rows are arcs.
  const std::string times = "0 {\n# type exec_time\n0 5\n}\n";
  CHECK(cycles(load("tgff", graph("TASK a TYPE 0\n") + "@PE " + times), 0) == "pe0 5000000");
  CHECK(notes(graph("TASK a TYPE 0\n") + "@COMMUN " + times, "{work: 0}").size() == 1);
  // Without cores no task has a time.
  CHECK(load("tgff", graph(kPair), "{work: 0}").tasks[0].work->is_zero());
}

TEST_CASE("soft deadlines of a TGFF file count like hard ones, and the earliest counts", "[formats]") {
  const std::string task = "TASK t0_5 TYPE 0\nHARD_DEADLINE d ON t0_5 AT 6\n";
  Workload workload;
  // TGFF leaves the number of the graph out of the names of tasks with soft deadlines.
  CHECK(read("tgff", graph(task + "SOFT_DEADLINE d ON t_5 AT 2\n"), workload, "{cycles_per_unit: 1, work: 0}") ==
        Lines{"f:4:1: note: soft deadlines count like hard ones; of several of a task the earliest counts"});
  CHECK(workload.tasks[0].deadline == 2);
  // E3S has soft deadlines at 0.
  Workload soon;
  CHECK(read("tgff", graph(task + "SOFT_DEADLINE d ON t0_5 AT 0\n"), soon, "{cycles_per_unit: 1, work: 0}") ==
        Lines{"f:4:28: note: a deadline of 0 is none"});
  CHECK(soon.tasks[0].deadline == 6);
}

TEST_CASE("the mapping names the columns of a TGFF file's tables", "[formats]") {
  const std::string text = graph("TASK a TYPE 0\nTASK b TYPE 0\nARC x FROM a TO b TYPE 1\n") +
                           "@PE 0 {\n# type version exec_time worst\n0 0 1 7\n}\n"
                           "@SIZES 0 {\n# type small large\n1 3 9\n}\n";
  CHECK(cycles(load("tgff", text, "{fields: {time: worst, bytes: large}, cycles_per_unit: 1}"), 0) == "pe0 7");
  CHECK(after(load("tgff", text, "{fields: {bytes: large}}"), 1) == "a(9)");
  CHECK(first_error(text, "{fields: {time: best}}") ==
        "f:1:1: error: no table has a column 'best' (mapping.fields.time)");
  CHECK(first_error(text, "{fields: {bytes: huge}}") ==
        "f:1:1: error: no table has a column 'huge' (mapping.fields.bytes)");
}

TEST_CASE("every mistake in a TGFF file is named with its place", "[formats]") {
  const std::string a = "TASK a TYPE 0\n";
  const std::vector<Case> cases = {
      {"@HYPERPERIOD 8\n", "f:1:1: error: the workload has no tasks (at least one is needed)"},
      {"@HYPERPERIOD -8\n", "f:1:14: error: a hyperperiod must be a number that is not negative, not '-8'"},
      {"@HYPERPERIOD 8\n@HYPERPERIOD 9\n", "f:2:1: error: there is an @HYPERPERIOD already"},
      {"@HYPERPERIOD\n", "f:1:1: error: a hyperperiod is `@HYPERPERIOD TIME`"},
      {"GRAPH 0 {\n}\n",
       "f:1:1: error: outside of a block there is @HYPERPERIOD or a block `@NAME NUMBER {`, not 'GRAPH'"},
      {"@GRAPH 0 {\n" + a, "f:1:1: error: the block 'GRAPH' has no end `}`"},
      {graph("PERIOD 0\n" + a), "f:2:8: error: a period must be above 0"},
      {graph("PERIOD 1\nPERIOD 2\n" + a), "f:3:1: error: the graph has a period already"},
      {graph("PERIOD\n" + a), "f:2:1: error: this line has to be `PERIOD TIME`"},
      {graph("TASK a\n"), "f:2:1: error: this line has to be `TASK NAME TYPE NUMBER`"},
      {graph("TASK a TYPE x\n"), "f:2:13: error: a type must be a whole number, not 'x'"},
      {graph(a + a), "f:3:6: error: 'a' is already the name of the task on line 2"},
      {graph(a + "ARC x FROM a TO b TYPE 0\n"), "f:3:17: error: there is no task 'b' above in this graph"},
      {graph(a + "ARC x FROM a TO a TYPE 0\n"), "f:3:17: error: task 'a' waits for itself"},
      {graph(a + "ARC x FROM a TYPE 0\n"),
       "f:3:1: error: this line has to be `ARC NAME FROM TASK TO TASK TYPE NUMBER`"},
      {graph(a + "HARD_DEADLINE d ON a AT soon\n"),
       "f:3:25: error: a deadline must be a number that is not negative, not 'soon'"},
      {graph(a + "HARD_DEADLINE d ON a AT 1e9\n"),
       "f:3:25: error: a deadline must be at most 281474976710656 cycles after the graph's arrival (a smaller "
       "mapping.cycles_per_unit)"},
      {graph(a + "NODE b TYPE 0\n"),
       "f:3:1: error: a line of a graph begins with PERIOD, APERIODIC, TASK, ARC, HARD_DEADLINE or SOFT_DEADLINE, not "
       "'NODE'"},
      {graph("TASK a TYPE 4\n") + core("0 0 1\n"), "f:2:6: error: no core can run task 'a' of type 4"},
      {graph(a) + core("0 0 1\n") + core("0 0 2\n"), "f:12:1: error: there is a table 'CORE 0' already"},
      {graph(a) + core("0 0\n"), "f:10:1: error: this row has 2 values; table 'CORE 0' has 3 columns"},
      {graph(a) + core("0 0 long\n"),
       "f:10:5: error: execution_time must be a number that is not negative, not 'long'"},
      {graph(a) + core("x 0 1\n"), "f:10:1: error: a type must be a whole number, not 'x'"},
      {graph(kPair) + "@SIZE 0 {\n1 5\n}\n", "f:5:24: error: table 'SIZE 0' has no type 0"},
      {graph(kPair) + "@SIZE 0 {\n0 5\n0 6\n}\n", "f:9:1: error: type 0 has a row already"},
      {graph(a + "TASK b TYPE 0\nARC x FROM a TO b TYPE 0\nARC y FROM b TO a TYPE 0\n"),
       "f:2:6: error: these tasks wait for each other: a waits for b waits for a"},
      {"@HYPERPERIOD 1e9\n" + graph("PERIOD 1\n" + a),
       "f:2:1: error: the hyperperiod has more than 4194304 tasks (a shorter @HYPERPERIOD has fewer)"},
      {graph("PERIOD 1e-300\n" + a) + graph("PERIOD 1\nTASK b TYPE 0\n"),
       "f:5:1: error: the periods have no common multiple in 64 bits (@HYPERPERIOD gives another end)"},
      {"@HYPERPERIOD 2e12\n" + graph("PERIOD 1e12\n" + a),
       "f:2:1: error: its last period begins in a cycle beyond 281474976710656 (a smaller mapping.cycles_per_unit)"},
      {"@HYPERPERIOD 2\n" + graph("PERIOD 1\n" + a + "TASK a.1 TYPE 0\n") + graph("TASK a.1.1 TYPE 0\n"),
       "f:8:6: error: two tasks would have the id 'a.1.1' (names without points)"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(first_error(c.text) == c.error);
  }
}

TEST_CASE("a TGFF workload keeps its deadlines, streams and times as a native one", "[formats]") {
  std::stringstream out;
  write_native(load("tgff", kTwo), out);
  const Workload native = load("native", out.str());
  CHECK(cycles(native, 0) == "core0 500000, core1 250000");
  CHECK(native.tasks[3].stream == 1);
  CHECK(native.tasks[3].submit == 4000000);
  CHECK(native.tasks[3].deadline == 3000000);
}

TEST_CASE("the shared TGFF file has the facts that are known of it", "[shared]") {
  const std::filesystem::path file = shared_path("models/tgff/002_040.tgff");
  if (!has_shared(file)) return;
  Workload workload;
  Diagnostics diagnostics;
  std::string guessed;
  CHECK(load_workload(file.string(), "", workload, diagnostics, &guessed));
  CHECK(diagnostics.lines().empty());
  CHECK(guessed == "tgff");
  const WorkloadFacts have = facts(workload);
  CHECK(have.tasks == 40);
  CHECK(have.edges == 52);
  CHECK(have.depth == 8);
  CHECK(have.widest_level == 10);
  CHECK(have.unit_critical_path == 0.181);  // on CORE 0, which is the faster for every type
  CHECK(have.unit_total_work == Catch::Approx(0.867).epsilon(1e-9));
  const auto has_deadline = [](const WorkloadTask& task) { return task.deadline.has_value(); };
  CHECK(std::count_if(workload.tasks.begin(), workload.tasks.end(), has_deadline) == 18);
}

}  // namespace gantry::tgff_test
