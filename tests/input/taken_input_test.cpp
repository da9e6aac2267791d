// SPDX-License-Identifier: Apache-2.0
// No input is taken and ignored: it has an effect, or a note or an error says that it has none.
#include <sstream>
#include <string>
#include <vector>

#include "architecture/trace_reader.h"
#include "catch.h"
#include "experiment/graph_source.h"
#include "gantry/base/decimal.h"
#include "gantry/base/speed.h"
#include "gantry/scheduler/picker.h"
#include "good_experiment.h"
#include "network/network_experiment.h"
#include "pick/run.h"
#include "program_run.h"
#include "text/csv_reader.h"
#include "text/text_lines.h"
#include "workload/format.h"
#include "workload/native_writer.h"
#include "workload/stream_source.h"

namespace gantry::taken_input_test {

namespace {

const std::string kMark(kByteOrderMark);

/// As an editor of another system writes it: with a byte order mark and CRLF.
std::string from_elsewhere(const std::string& text) {
  std::string written = kMark;
  for (const char c : text) written += c == '\n' ? "\r\n" : std::string(1, c);
  return written;
}

Task first_task(const Experiment& experiment) {
  Task task;
  if (experiment.stream) {
    REQUIRE(StreamSource(*experiment.stream, experiment.architecture, 1).next(task));
  } else {
    REQUIRE(GraphSource(experiment.workload, experiment.architecture).next(task));
  }
  return task;
}

std::vector<std::string> network_lines(const std::string& text, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  read_network_experiment(text + "traffic: {packets_per_cycle: 0.1}\n", "n.yaml", sets, diagnostics);
  return diagnostics.lines();
}

}  // namespace

TEST_CASE("a communication task whose bytes are given as 0 moves none") {
  GoodExperiment files;
  const auto bytes = [&](const std::string& keys) {
    files.write("w.yaml", "tasks: [{id: a, class: communication" + keys + "}]\n");
    const auto experiment = files.load();
    REQUIRE(experiment);
    const Task task = first_task(*experiment);
    return std::to_string(task.input_bytes) + ' ' + std::to_string(task.output_bytes);
  };
  CHECK(bytes("") == "8 8");
  CHECK(bytes(", input_bytes: 0, output_bytes: 0") == "0 0");
  CHECK(bytes(", input_bytes: 0") == "0 0");
  CHECK(bytes(", output_bytes: 4") == "0 4");
  // Conversion keeps it.
  std::ostringstream text;
  files.write("w.yaml", "tasks: [{id: a, class: communication, output_bytes: 0}]\n");
  write_native(files.load()->workload, text);
  CHECK(text.str().find("\"input_bytes\":0") != std::string::npos);
  // Streams and mappings.
  const std::string poisson =
      "workload={generator: poisson, tasks: 1, interval_cycles: 1, cycles: 1, class: communication";
  CHECK(first_task(*files.load({poisson + "}"})).input_bytes == 8);
  CHECK(first_task(*files.load({poisson + ", output_bytes: 0}"})).input_bytes == 0);
  files.write("w.txt", "1 0\n0 A 3\n");
  const std::string mapped = "workload={path: w.txt, mapping: {class: communication";
  CHECK(first_task(*files.load({mapped + "}}"})).input_bytes == 8);
  CHECK(first_task(*files.load({mapped + ", input_bytes: 0}}"})).input_bytes == 0);
}

TEST_CASE("of equal predecessors one is kept, and a note says so") {
  GoodExperiment files;
  std::string after = "{task: a, bytes: 8}";
  for (int i = 0; i < 400; ++i) after += ", a";
  files.write("w.yaml", "tasks:\n- {id: a}\n- {id: b, after: [" + after + "]}\n");
  const auto experiment = files.load();
  REQUIRE(experiment);
  CHECK(experiment->workload.tasks[1].after.size() == 2);  // one of them has bytes
  CHECK(files.errors(files.diagnostics) ==
        Lines{"w.yaml:3:3: note: `after` of task 'b' names 'a' more than once (one of equal predecessors is kept)"});
  ProgramRun run(files, {"run", "e.yaml", "--out", "out"});
  INFO(run.err());
  REQUIRE(run.finish() == 0);
  CHECK(file_text(files.path("out/edges.csv")) == "task,predecessor\nb,a\n");
}

TEST_CASE("seconds become cycles of the machine's clock") {
  GoodExperiment files;
  files.write(
      "w.json",
      R"({"name": "w", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [{"id": "a"}], "files": []},
                  "execution": {"makespanInSeconds": 9, "tasks": [{"id": "a", "runtimeInSeconds": 0.001}]}}})");
  files.write("w.csv", "time,GeneratedTokens\n0,5\n0.001,7\n");
  const auto workload = [&](const std::string& key, const std::string& clock) {
    const auto experiment = files.load({"workload=" + key, "architecture.clock_mhz=" + clock});
    for (const std::string& line : files.diagnostics.lines()) UNSCOPED_INFO(line);
    REQUIRE(experiment);
    return experiment->workload;
  };
  CHECK(workload("w.json", "1000").tasks[0].cycles == 1000000);
  CHECK(workload("w.json", "500").tasks[0].cycles == 500000);
  CHECK(workload("{path: w.json, mapping: {cycles_per_unit: 7000}}", "500").tasks[0].cycles == 7);
  CHECK(workload("w.csv", "500").tasks[1].submit == 500000);
  CHECK(workload("w.csv", "500").tasks[1].cycles == 7);  // tokens are no time
  CHECK(workload("{path: w.csv, mapping: {time_unit: cycles}}", "500").tasks[1].submit == 1);
  CHECK(workload("{path: w.csv, mapping: {cycles_per_second: 1000}}", "500").tasks[1].submit == 1);
  const auto last = [&](const std::string& clock) {
    const auto experiment =
        files.load({"workload={generator: trace, path: w.csv, cycles: 1}", "architecture.clock_mhz=" + clock});
    REQUIRE(experiment);
    StreamSource source(*experiment->stream, experiment->architecture, 1);
    Task task;
    while (source.next(task)) {
    }
    return task.submit;
  };
  CHECK(last("1000") == 1000000);
  CHECK(last("250") == 250000);
}

TEST_CASE("a conversion says which clock it takes") {
  const GoodExperiment files;
  files.write("w.csv", "time,GeneratedTokens\n0,5\n0.001,7\n");
  files.write("clock.yaml", "clock_mhz: 100\nprocessors: [{count: 2}]\n");
  const std::string note = "its times are cycles of a clock of 1000 MHz";
  const auto notes = [&](const std::vector<std::string>& words) {
    ProgramRun run(files, words);
    INFO(run.err());
    CHECK(run.finish() == 0);
    return run.err().find(note) != std::string::npos;
  };
  CHECK(notes({"workload", "convert", "w.csv", "--to", "native"}));
  CHECK_FALSE(notes({"workload", "info", "w.csv"}));
  CHECK_FALSE(notes({"workload", "convert", "w.csv", "--to", "native", "--set", "mapping.cycles_per_second=10"}));
  CHECK(notes({"plan", "heft", "w.csv", "--processors", "2"}));
  CHECK_FALSE(notes({"plan", "heft", "w.csv", "--architecture", "clock.yaml"}));
}

TEST_CASE("a key of earlier versions that changed nothing is noted") {
  GoodExperiment files;
  CHECK(files.load({"architecture.descriptor={basic_bytes: 64, full_bytes: 64}"}));
  CHECK(files.diagnostics.lines().size() == 1);
  CHECK(files.diagnostics.lines().front().find("descriptor.basic_bytes has no effect") != std::string::npos);
}

TEST_CASE("all nodes have a place, and `nodes` is given where it is the size") {
  CHECK(
      network_lines("nodes: 20\ninterconnect: {topology: dragonfly, concentration: 1, virtual_channels: 4}\n") ==
      Lines{"n.yaml:1:8: error: nodes is 20, and the topology dragonfly has at most 6 with these keys (fewer nodes, or "
            "more of its routers)"});
  CHECK(
      network_lines("nodes: 20\ninterconnect: {columns: 3, rows: 3}\n") ==
      Lines{"n.yaml:1:8: error: nodes is 20, and the topology mesh has 9 nodes by its own keys (leave out `nodes`, or "
            "the keys of the size)"});
  CHECK(network_lines("nodes: 9\ninterconnect: {columns: 3, rows: 3}\n").empty());
  CHECK(network_lines("nodes: 20\ninterconnect: {columns: auto, rows: auto}\n").empty());
  CHECK(network_lines("nodes: 20\ninterconnect: {topology: tree}\n").empty());
  CHECK(network_lines("interconnect: {columns: 3, rows: 3}\n").empty());
  // What `--set` replaces is no mistake of the file.
  CHECK(network_lines("nodes: 20\n", {"interconnect={columns: 3, rows: 3}"}) ==
        Lines{"n.yaml:1:8: note: nodes falls away: the topology mesh has 9 nodes by its own keys"});
  Diagnostics diagnostics;
  auto experiment = read_network_experiment(
      "nodes: 20\ninterconnect: {topology: tree}\ntraffic: {packets_per_cycle: 0.1}\n", "n.yaml", {}, diagnostics);
  REQUIRE(experiment);
  CHECK(resolved_network_experiment(*experiment, ".").find("nodes: 32\n") != std::string::npos);
}

TEST_CASE("text from elsewhere is read as ours: byte order mark and CRLF") {
  const InputFiles files;
  files.write("t.csv", from_elsewhere("id,cycle,from,to,flits,after,delay\n1,1,0,3,2,,\n2,4,3,0,1,1,5\n"));
  files.write("p.csv", from_elsewhere("from,to\n0,1\n1,0\n"));
  const auto read = [&](const std::string& traffic) {
    Diagnostics diagnostics;
    read_network_experiment("nodes: " + std::string(traffic.find("perm") == std::string::npos ? "4" : "2") +
                                "\ninterconnect: {topology: ring, virtual_channels: 4}\ntraffic: {" + traffic + "}\n",
                            files.path("n.yaml"), {}, diagnostics);
    return files.errors(diagnostics);
  };
  CHECK(read("pattern: trace, trace: {path: t.csv}").empty());
  CHECK(read("pattern: permutation, permutation: {path: p.csv}, packets_per_cycle: 0.1").empty());
  const auto rounds = [](const std::string& stimulus) {
    std::istringstream in(stimulus);
    std::ostringstream out;
    Diagnostics diagnostics;
    CHECK(run_stimulus(in, "s", builtin_pickers().find("weight_delay")->make, out, diagnostics));
    return out.str();
  };
  const std::string stimulus = "config slots=4\nadd 0 B 10 4\npick 2\n";
  CHECK(rounds(from_elsewhere(stimulus)) == rounds(stimulus));
  GoodExperiment good;
  for (const char* file : {"a.yaml", "w.yaml", "e.yaml"}) good.write(file, from_elsewhere(file_text(good.path(file))));
  CHECK(good.load_errors().empty());
}

TEST_CASE("a carriage return is dropped before a line feed alone, wherever the file is cut into pieces") {
  const auto read = [](const std::string& text) {
    TextSource source(std::make_unique<std::stringbuf>(text, std::ios::in));
    return std::string(std::istreambuf_iterator<char>(&source), {});
  };
  CHECK(read("").empty());
  CHECK(read(kMark).empty());
  CHECK(read("\r") == "\r");
  CHECK(read("a\rb\r\r\nc\r\n") == "a\rb\r\nc\n");
  CHECK(read("a" + kMark) == "a" + kMark);
  for (const std::size_t length : {65535, 65536, 65537}) {
    const std::string line(length - 1, 'x');
    CHECK(read(line + "\r\ny") == line + "\ny");
    CHECK(read(line + "\ry") == line + "\ry");
    CHECK(read(line + "\r") == line + "\r");
  }
}

TEST_CASE("all decimal numbers of YAML are numbers") {
  CHECK(without_exponent(".5") == "0.5");
  CHECK(without_exponent("+.5e1") == "5");
  CHECK(without_exponent("5.") == "5");
  CHECK(without_exponent("+2.50") == "2.5");
  for (const char* text : {".", "+", "+.", "-.5", "1.2.3", "+-1", "x."}) CHECK(without_exponent(text) == text);
  CHECK(parse_speed(".5")->millionths == 500000);
  CHECK(network_lines("nodes: 9\ninterconnect: {columns: 3, rows: 3}\n", {"traffic.packets_per_cycle=.05"}).empty());
  CHECK(network_lines("seed: 2\n", {"traffic.packets_per_cycle=5.e-2"}).empty());
}

TEST_CASE("a number in quotes gets a hint, whatever its kind") {
  GoodExperiment files;
  const auto hint = [&](const std::string& set) {
    const Lines lines = files.load_errors({set});
    return lines.size() == 1 && lines[0].find(" in quotes (write the ") != std::string::npos;
  };
  CHECK(hint("architecture.processors.0.speed='1'"));
  CHECK(hint("architecture.clock_mhz='1000'"));
  CHECK(hint("output.trace='true'"));
  CHECK(hint("workload={path: w.yaml, part: '0.5'}"));
  CHECK(hint("workload={generator: poisson, tasks: 1, interval_cycles: '1.5', cycles: 1}"));
  CHECK(hint("workload={generator: cholesky, tiles: 2, mapping: {cycles_per_unit: '1'}}"));
  CHECK(hint("background={packets_per_cycle: '0.1'}"));
  CHECK_FALSE(hint("architecture.processors.0.speed='fast'"));
}

}  // namespace gantry::taken_input_test
