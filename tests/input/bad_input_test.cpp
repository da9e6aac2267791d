// SPDX-License-Identifier: Apache-2.0
// What every reader does with input that nobody meant: cut off, binary, endless, absurdly deep or large. Each answer is
// a refusal with its place, in bounded time and memory; the sanitizers watch the way there. Fuzzing goes further, but
// these cases are the ones that users meet.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "input_files.h"
#include "pick/run.h"
#include "program_run.h"
#include "sanitized.h"
#include "workload/format.h"

namespace gantry::bad_input_test {

namespace {

using Lines = std::vector<std::string>;

std::string repeat(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// A reader and a small text that is right for it, in which the last @ stands where a number is.
struct Reader {
  std::string name;
  std::string file;
  std::string text;
  bool whole = false;  ///< a part of a text is never a text

  [[nodiscard]] std::string with(const std::string& number) const {
    std::string out = text;
    return out.replace(out.rfind('@'), 1, number);
  }
  /// The errors, if it was refused.
  [[nodiscard]] Lines read(const std::string& input) const;
};

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all = {
      {"native", "w.yaml", "name: w\ntasks:\n  - {id: a, cycles: @, jobs: 2}\n  - {id: b, after: [a]}\n"},
      {"native", "w.json", R"({"tasks": [{"id": "a", "cycles": @}, {"id": "b", "after": ["a"]}]})", true},
      {"wfcommons", "w.json",
       R"({"name": "w", "workflow": {"specification": {"tasks": [{"id": "a", "outputFiles": ["f"]}],
           "files": [{"id": "f", "sizeInBytes": 8}]}, "execution": {"tasks": [{"id": "a", "runtimeInSeconds": @}]}}})",
       true},
      {"stg", "w.stg", "2\n0 0 0\n1 @ 1 0\n2 7 1 1\n3 0 1 2\n", true},
      {"op-list", "w.txt", "2 1\n0 load @\n1 add 2\n0 1 64 transfer\n", true},
      {"metis", "w.graph", "3 2 011\n@ 2 7\n5 1 7 3 7\n6 2 7\n", true},
      {"dot", "w.dot", "digraph g { a [size=\"@\"]; b [size=1]; a -> b [size=\"3\"]; }", true},
      {"arrivals", "w.csv", "time,work,weight\n0.5,@,1\n0.75,4,2\n"},
      {"pipedream", "w.txt",
       "n1 -- Conv(3) -- forward_compute_time=@, backward_compute_time=3.5, activation_size=[8; 1.0], "
       "parameter_size=2\nn2 -- R -- forward_compute_time=1, backward_compute_time=1, activation_size=0.0, "
       "parameter_size=0\n\tn1 -- n2",
       true},
      {"dnn-placement", "w.json",
       R"({"maxFPGAs": 1, "maxCPUs": 1, "maxSizePerFPGA": 9, "nodes": [
           {"id": "a", "supportedOnFpga": 1, "cpuLatency": 4, "fpgaLatency": @, "size": 3, "colorClass": 1},
           {"id": "b", "supportedOnFpga": 0, "cpuLatency": 4, "fpgaLatency": 1, "size": 3}],
           "edges": [{"sourceId": "a", "destId": "b", "cost": 2}]})",
       true},
      {"ds3", "w.txt", "job_name j\nadd_new_tasks 1\na 0\na earliest_start @\nadd_new_resource resource_name P\na 5\n",
       true},
      {"stomp", "w.trc", "fpga,cpu\n0,filter,@,40\n3,decode,None,8\n"},
      {"cedr", "w.json",
       R"({"AppName": "j", "DAG": {"a": {"platforms": [{"name": "cpu", "nodecost": @}]},
           "b": {"predecessors": [{"name": "a", "edgecost": 2}], "platforms": [{"name": "fft", "nodecost": 1}]}}})",
       true},
      {"saga", "w.json",
       R"({"task_graph": {"tasks": [{"name": "a", "cost": @}, {"name": "b", "cost": 2}],
           "dependencies": [{"source": "a", "target": "b", "size": 64.0}]}})",
       true},
      {"dax", "w.xml",
       "<adag>\n<job id=\"a\" runtime=\"@\"><uses file=\"f\" link=\"output\" size=\"8\"/></job>\n"
       "<job id=\"b\" runtime=\"2\"/><child ref=\"b\"><parent ref=\"a\"/></child>\n</adag>",
       true},
      {"simai", "w.txt", "DATA\n2\na -1 @ NONE 0 2 NONE 0 3 ALLREDUCE 8 5\nb -1 1 NONE 0 2 NONE 0 3 NONE 0 5\n", true},
      {"layers", "w.csv", "Layer,M,N,K,\nFC1,64,@,32,\nFC2,64,5,16,\nFC3,64,5,16,\n"},
      {"pegasus", "w.json",
       R"({"pegasus": "5.0", "name": "w", "jobs": [{"id": "a", "profiles": {"pegasus": {"runtime": @}},
           "uses": [{"lfn": "f", "type": "output", "size": 8}]}, {"id": "b", "profiles": {"pegasus": {"runtime": 1}},
           "uses": [{"lfn": "f", "type": "input"}]}]})",
       true},
      {"graphml", "w.graphml",
       "<graphml>\n<key id=\"k\" for=\"node\" attr.name=\"time\"/>\n<graph edgedefault=\"directed\">\n"
       "<node id=\"a\"><data key=\"k\">@</data></node>\n<node id=\"b\"><data key=\"k\">1</data></node><edge "
       "source=\"a\" "
       "target=\"b\"/></graph></graphml>",
       true},
      {"tgff", "w.tgff",
       "@HYPERPERIOD 8\n@GRAPH 0 {\nPERIOD 8\nTASK a TYPE 0\nTASK b TYPE 0\nARC x FROM a TO b TYPE 0\n}\n"
       "@CORE 0 {\n# type version execution_time\n0 0 @\n}\n",
       true},
      {"kineto", "w.json",
       R"({"schemaVersion": 1, "traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": @,
           "args": {"device": 0, "stream": 7, "correlation": 3}}]})",
       true},
      {"chakra", "w.json",
       R"({"workload_graph": [{"Id": 1, "NodeType": 4, "runtime": @}, {"Id": 2, "NodeType": 7, "data_deps": [1]}]})",
       true},
      {"pytorch", "w.json",
       R"json({"schema": "1.0.1", "nodes": [{"id": 2, "name": "aten::relu", "parent": 1, "op_schema": "relu",
           "inputs": [[@, 5, 0, 12, 4, "cpu"]], "input_shapes": [[4, 3]], "input_types": ["Tensor(float)"],
           "outputs": [[3, 6, 0, 20, 4, "cpu"]], "output_shapes": [[4, 5]], "output_types": ["Tensor(float)"]}]})json",
       true},
      {"architecture", "a.yaml", "memory: {latency_cycles: @}\nprocessors:\n  - {type: core, count: 4}\n"},
      {"experiment", "e.yaml",
       "seed: @\narchitecture: {processors: [{count: 2}]}\nworkload: {tasks: [{id: a}, {id: b, after: [a]}]}\n"},
      {"experiment", "e.json",
       R"({"limits": {"max_cycles": @}, "architecture": {"processors": [{}]}, "workload": {"tasks": [{"id": "a"}]}})",
       true},
      {"stimulus", "s.stim", "add 0 B @ 4\nadd 1 C 20 4\nblock 1\npick 3\n"},
  };
  return all;
}

Lines Reader::read(const std::string& input) const {
  const InputFiles files;
  const std::string path = files.write(file, input);
  Diagnostics diagnostics;
  if (name == "architecture") {
    load_architecture(path, diagnostics);
  } else if (name == "experiment") {
    load_experiment(path, {}, diagnostics);
  } else if (name == "stimulus") {
    std::istringstream in(input);
    std::ostringstream out;
    run_stimulus(in, path, builtin_pickers().find(kSourcePicker)->make, out, diagnostics);
  } else {
    Workload workload;
    load_workload(path, name, workload, diagnostics);
  }
  return files.errors(diagnostics);
}

/// Whether every error is one short line with a place: what the user sees of a mistake that may be megabytes.
bool in_good_form(const Reader& reader, const Lines& errors) {
  for (const std::string& error : errors) {
    if (error.size() > 400 || error.find('\n') != std::string::npos || !is_placed_error(error, reader.file)) {
      UNSCOPED_INFO(error.substr(0, 400));
      return false;
    }
  }
  return true;
}

bool refused(const Reader& reader, const std::string& input) {
  const Lines errors = reader.read(input);
  return in_good_form(reader, errors) && !errors.empty();
}

/// Bytes that are no text, the same in every run.
std::string garbage(std::size_t size) {
  std::uint32_t state = 12345;
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 1664525 + 1013904223;
    bytes += static_cast<char>(state >> 24);
  }
  return bytes;
}

}  // namespace

TEST_CASE("the texts of these tests are right before they are spoilt", "[input]") {
  for (const Reader& reader : readers()) {
    INFO(reader.name << ' ' << reader.file);
    CHECK(reader.read(reader.with("10")) == Lines{});
  }
}

TEST_CASE("every workload format is spoilt here and fuzzed", "[input]") {
  for (const WorkloadFormat& format : workload_formats().entries()) {
    INFO(format.name);
    // Bytes are spoilt in models_test.cpp.
    CHECK((format.binary ||
           std::any_of(readers().begin(), readers().end(), [&](const Reader& r) { return r.name == format.name; })));
    CHECK(std::filesystem::is_directory(GANTRY_SOURCE_DIR "/tests/fuzz/seeds/" + format.name));
  }
}

TEST_CASE("an empty file is refused at its beginning", "[input]") {
  for (const Reader& reader : readers()) {
    INFO(reader.name << ' ' << reader.file);
    // A stimulus without a command is a picker that is asked for nothing.
    if (reader.name != "stimulus") CHECK(reader.read("") == Lines{reader.file + ":1:1: error: the file is empty"});
    const Lines blank = reader.read("\n \n");
    CHECK((in_good_form(reader, blank) && (!blank.empty() || reader.name == "stimulus")));
  }
}

TEST_CASE("a file that was cut off is refused, or read as the shorter file that it is", "[input]") {
  for (const Reader& reader : readers()) {
    const std::string text = reader.with("10");
    for (std::size_t quarter = 1; quarter < 4; ++quarter) {
      INFO(reader.name << ' ' << reader.file << ", " << quarter << " quarters of it");
      const Lines errors = reader.read(text.substr(0, text.size() * quarter / 4));
      CHECK(in_good_form(reader, errors));
      if (reader.whole) CHECK_FALSE(errors.empty());
    }
  }
}

TEST_CASE("binary files are refused", "[input]") {
  for (const Reader& reader : readers()) {
    INFO(reader.name << ' ' << reader.file);
    CHECK(refused(reader, garbage(100000)));
    CHECK(refused(reader, std::string(100000, '\0')));
    CHECK(refused(reader, std::string("\177ELF\2\1\1")));
    CHECK(refused(reader, std::string({'\xff', '\xfe', 't', '\0', 'a', '\0', ':', '\0', '1', '\0'})));  // UTF-16
    for (const std::string& bytes :
         {std::string(1, '\0'), std::string("\xff"), std::string("\xc3("), std::string("\x1b[2J")}) {
      CHECK(refused(reader, reader.with("1" + bytes)));
    }
  }
}

TEST_CASE("numbers beyond all bounds are refused where they stand", "[input]") {
  const std::string large = "1" + std::string(30, '0');
  for (const Reader& reader : readers()) {
    for (const std::string& number : {std::string("1e400"), large, "-" + large, std::string("-1"), std::string("NaN"),
                                      std::string("-inf"), std::string(100000, '9')}) {
      INFO(reader.name << ' ' << reader.file << ' ' << number.substr(0, 40));
      CHECK(refused(reader, reader.with(number)));
    }
  }
}

TEST_CASE("a hundred thousand levels are refused without following them", "[input]") {
  constexpr std::size_t kLevels = kSanitized ? 20000 : 100000;
  for (const Reader& reader : readers()) {
    INFO(reader.name << ' ' << reader.file);
    for (const char* open :
         {"[", "{", "(", "- ", "? ", "{a: ", "[{\"a\":", "digraph {", "subgraph {", "a -> {", "\"", "!", "&a "}) {
      INFO(open);
      CHECK(refused(reader, repeat(open, kLevels)));
    }
    CHECK(refused(reader, repeat("[", kLevels) + repeat("]", kLevels)));
    CHECK(refused(reader, repeat("{\"a\":", kLevels) + "1" + repeat("}", kLevels)));
    CHECK(refused(reader, reader.with(repeat("[", kLevels) + "1" + repeat("]", kLevels))));
  }
  const Reader& dot =
      *std::find_if(readers().begin(), readers().end(), [](const Reader& r) { return r.name == "dot"; });
  CHECK(refused(dot, "digraph " + repeat("{", kLevels) + "a" + repeat("}", kLevels)));
}

TEST_CASE("lines of a megabyte are read, and told in short", "[input]") {
  constexpr std::size_t kLong = kSanitized ? 200000 : 1000000;
  const std::string name(kLong, 'x');
  for (const Reader& reader : readers()) {
    INFO(reader.name << ' ' << reader.file);
    CHECK(refused(reader, name));
    CHECK(refused(reader, reader.with(name)));
    CHECK(refused(reader, reader.with("!" + name + " 1")));
    CHECK(refused(reader, reader.with("*" + name)));
    CHECK(refused(reader, reader.with("10\n" + name + ": 1")));
    CHECK(refused(reader, reader.with("10" + std::string(kLong, ' ') + name)));
  }
}

}  // namespace gantry::bad_input_test
