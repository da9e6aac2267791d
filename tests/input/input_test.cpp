// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "catch.h"
#include "experiment/experiment.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "input_files.h"
#include "text/text_file.h"
#include "text/yaml_node.h"

namespace gantry::input_test {

namespace {

using Lines = std::vector<std::string>;

/// The error of a file with this content, read as YAML.
Lines parse_errors(const std::string& text, const std::string& name = "f.yaml") {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto read = read_text_file(files.write(name, text), diagnostics);
  if (read) parse_yaml(*read, files.path(name), diagnostics);
  return files.errors(diagnostics);
}

std::string first(const Lines& lines) { return lines.empty() ? "no error" : lines.front(); }

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

struct SetExperiment : InputFiles {
  SetExperiment() {
    write("a.yaml", "processors:\n  - {count: 2}\n  - {type: dma}\nhost: {ring_entries: 8}\n");
    write("w.yaml", "tasks:\n  - {id: a}\n");
    write("e.yaml", "architecture: a.yaml\nworkload: w.yaml\n");
  }
  Experiment load(const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    const auto read = load_experiment(path("e.yaml"), sets, diagnostics);
    CHECK(errors(diagnostics).empty());
    return read.value_or(Experiment());
  }
  Lines load_errors(const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    CHECK_FALSE(load_experiment(path("e.yaml"), sets, diagnostics));
    return errors(diagnostics);
  }
};

}  // namespace

TEST_CASE("a path that leads to no text is one error", "[input]") {
  const InputFiles files;
  const auto error = [&](const std::string& path) {
    Diagnostics diagnostics;
    CHECK_FALSE(read_text_file(path, diagnostics));
    const Lines lines = files.errors(diagnostics);
    REQUIRE(lines.size() == 1);
    return lines.front();
  };
  CHECK(error(files.path("none")) == "none: error: the file cannot be opened: No such file or directory");
  CHECK(error(files.path(".")) == ".: error: this is a directory (a file is needed)");
  CHECK(error(files.write("empty", "")) == "empty:1:1: error: the file is empty");
  const std::string not_text = " error: this is not UTF-8 text (a text file without control characters)";
  CHECK(error(files.write("nul", std::string("a: 1\nb\0", 7))) == "nul:2:2:" + not_text);
  CHECK(error(files.write("latin1", "a: 1\nname: caf\xe9\n")) ==
        "latin1:2:10: error: this is text in another encoding, not UTF-8 text (convert it with iconv, as in iconv -f "
        "ISO-8859-1 -t UTF-8)");
  CHECK(error(files.write("overlong", "\xc0\xaf")) == "overlong:1:1:" + not_text);
  CHECK(error("/dev/zero") == "/dev/zero:1:1:" + not_text);
}

TEST_CASE("a file that an experiment names is no directory and no device, and its fault is that of its name",
          "[input]") {
  SetExperiment files;
  const auto error = [&](const std::string& set) {
    const Lines lines = files.load_errors({set});
    REQUIRE(lines.size() == 1);
    return lines.front();
  };
  CHECK(error("architecture=.") ==
        "--set architecture=.:1:14: error: . is a directory (architecture must name a file)");
  CHECK(error("workload=/dev/null") ==
        "--set workload=/dev/null:1:10: error: /dev/null is a device (workload must name a file)");
  CHECK(error("workload={generator: trace, path: /dev/zero, cycles: 1}") ==
        "--set workload={generator: trace, path: /dev/zero, cycles: 1}:1:35: error: /dev/zero is a device "
        "(trace must name a file)");
  CHECK(error("architecture=a.yaml/b") ==
        "--set architecture=a.yaml/b:1:14: error: there is no architecture file a.yaml/b (paths start beside the "
        "experiment's file)");
  const std::string name(300, 'x');
  CHECK(error("workload=" + name)
            .find(":1:10: error: the workload file " + name + " cannot be opened: File name too long") !=
        std::string::npos);
  // A regular file of which no byte can be read.
  CHECK(error("workload={path: /proc/self/mem, format: native}") ==
        "--set workload={path: /proc/self/mem, format: native}:1:17: error: the workload file /proc/self/mem cannot be "
        "read: Input/output error");
  CHECK(error("architecture=/proc/self/mem") ==
        "--set architecture=/proc/self/mem:1:14: error: the architecture file /proc/self/mem cannot be read: "
        "Input/output error");
}

TEST_CASE("text in UTF-8 is welcome, with or without a byte order mark", "[input]") {
  CHECK(parse_errors("\xef\xbb\xbfname: caf\xc3\xa9 \xf0\x9f\x9a\x80\n").empty());
  CHECK(parse_errors("a: 1\r\nb: 2\r\n").empty());
}

TEST_CASE("a document that cannot be read is one error with its position", "[input]") {
  // The wording and the column are the library's.
  CHECK(first(parse_errors("a: [1, 2\nb: 3\n")).rfind("f.yaml:2:", 0) == 0);
  CHECK(parse_errors("# nothing\n") == Lines{"f.yaml:1:1: error: there is nothing in it but comments and blank space"});
  CHECK(parse_errors("a: 1\n---\nb: 2\n") ==
        Lines{"f.yaml:2:1: error: a second document starts here (one document per file)"});
  CHECK(parse_errors("a: !thing 5\n") == Lines{"f.yaml:1:4: error: unknown tag '!thing' (no tags are needed)"});
  CHECK(parse_errors("{\"a\": 1,\n \"b\" 2}", "f.json") ==
        Lines{"f.json:2:6: error: not JSON: syntax error while parsing object separator - unexpected number literal; "
              "expected ':'"});
}

TEST_CASE("nesting and aliases are bounded", "[input]") {
  CHECK(first(parse_errors(repeat("[", 100000))).find(" error: nested deeper than 64 levels") != std::string::npos);
  CHECK(parse_errors(repeat("- ", 100000)) == Lines{"f.yaml:1:129: error: nested deeper than 64 levels"});
  CHECK(parse_errors(repeat("[", 1000) + repeat("]", 1000)) ==
        Lines{"f.yaml:1:65: error: nested deeper than 64 levels"});
  CHECK(parse_errors("a: &x [*x]\n") == Lines{"f.yaml:1:8: error: this alias refers to a node that contains it"});
  std::string bomb = "a0: &a0 x\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [" + before + repeat("," + before, 8) + "]\n";
  }
  const Lines lines = parse_errors(bomb);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("error: anchors and aliases expand to more than 64 MiB") != std::string::npos);
}

TEST_CASE("an alias stands for what it names", "[input]") {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto read =
      load_architecture(files.write("a.yaml", "processors:\n  - &p {count: 2, name: a}\nhost: {}\n"), diagnostics);
  REQUIRE(read);
  const auto tree = parse_yaml("a: &x {k: 7}\nb: *x\n", "f.yaml", diagnostics);
  REQUIRE(tree);
  CHECK(tree->find("b")->find("k")->text == "7");
}

TEST_CASE("JSON and YAML give the same tree with the same positions", "[input]") {
  const std::string text = "{\"a\": [1, true, null,\n  \"x \\\"y\\\"\"], \"b\": {\"c\": -2.5}}\n";
  Diagnostics diagnostics;
  const auto json = parse_yaml(text, "f", diagnostics);
  const auto yaml = parse_yaml("# YAML\n" + text, "f", diagnostics);
  REQUIRE(json);
  REQUIRE(yaml);
  const auto same = [](const YamlNode& a, const YamlNode& b, const auto& again) -> bool {
    if (a.kind != b.kind || a.quoted != b.quoted || a.text != b.text || a.items.size() != b.items.size()) return false;
    if (a.line + 1 != b.line || a.column != b.column) return false;
    for (std::size_t i = 0; i < a.items.size(); ++i) {
      if (!again(a.items[i], b.items[i], again)) return false;
    }
    return true;
  };
  CHECK(same(*json, *yaml, same));
  CHECK(json->find("a")->items[3].line == 2);
  CHECK(json->find("a")->items[3].column == 3);
}

TEST_CASE("--set overrides any key, inside of the architecture's file too", "[input]") {
  SetExperiment files;
  CHECK(files.load({"seed=7"}).seed == 7);
  CHECK(files.load({"limits.max_cycles=100"}).max_cycles == 100);
  CHECK(files.load({"seed=7", "seed=8"}).seed == 8);
  CHECK(files.load({"architecture.processors.0.count=8"}).architecture.processors->at(0).count == 8);
  CHECK(files.load({"architecture.host.ring_entries=16"}).architecture.host->ring_entries == 16);
  CHECK(files.load({"architecture.dispatcher.picker={frac: 4, quant: 2}"})
            .architecture.dispatcher->picker->quantisation() == 2);
  CHECK(files.load({"architecture={processors: [{count: 3}]}"}).architecture.processors->at(0).count == 3);
  CHECK(files.load({"workload={tasks: [{id: x}, {id: y}]}"}).workload.tasks.size() == 2);
  CHECK(files.load({"workload.format=native"}).workload.format == "native");
  CHECK_FALSE(files.load({"output.trace=false", "name=run.json"}).output["trace"].on);
}

TEST_CASE("--set calls a group of processors by its name or by its number", "[input]") {
  SetExperiment files;
  files.write("a.yaml", "processors:\n  - {}\n  - {type: gpu}\n  - {name: \"1\", type: dma}\n");
  CHECK(files.load({"architecture.processors.core.count=3"}).architecture.processors->at(0).count == 3);
  CHECK(files.load({"architecture.processors.gpu.speed=2.5"}).architecture.processors->at(1).speed.millionths ==
        2500000);
  // A number is a number, whatever groups are called; and a new name counts for what follows.
  CHECK(files.load({"architecture.processors.1.count=5"}).architecture.processors->at(1).count == 5);
  CHECK(files.load({"architecture.processors.2.name=copy", "architecture.processors.copy.count=4"})
            .architecture.processors->at(2)
            .count == 4);
}

TEST_CASE("--set with another topology or router lets the keys of the old one in a file fall away", "[input]") {
  SetExperiment files;
  const auto lines = [&](const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    load_experiment(files.path("e.yaml"), sets, diagnostics);
    return files.errors(diagnostics);
  };
  const std::string shape = "{topology: concentrated_mesh, columns: 2,\n  rows: 3, router_cycles: 2}\n";
  files.write("a.yaml", "processors: [{}]\ninterconnect: " + shape);
  const std::string is_of =
      " falls away: it is of the topologies concentrated_mesh, flattened_butterfly, mesh, mesh3d and torus, and the "
      "topology "
      "here is tree";
  CHECK(lines({"architecture.interconnect.topology=tree"}) ==
        Lines{"a.yaml:2:54: note: interconnect.columns" + is_of, "a.yaml:3:9: note: interconnect.rows" + is_of});
  CHECK(lines({"architecture.interconnect.topology=mesh"}) == Lines{});
  CHECK(lines({"architecture.interconnect.router=pipelined"}) ==
        Lines{"a.yaml:3:27: note: interconnect.router_cycles falls away: it is of the router low_latency, and the "
              "router here is pipelined"});
  // What --set gives itself does not.
  const std::string columns = "architecture.interconnect.columns=4";
  CHECK(lines({columns, "architecture.interconnect.topology=tree"}) ==
        Lines{"a.yaml:3:9: note: interconnect.rows" + is_of,
              "--set " + columns +
                  ":1:35: error: interconnect.columns is of the topologies concentrated_mesh, flattened_butterfly, "
                  "mesh, mesh3d and torus, and the "
                  "topology here is tree"});
  // Nor does what stands in the experiment beside a topology of its own.
  files.write("e.yaml",
              "architecture:\n  processors: [{}]\n  interconnect: {topology: tree, columns: 2}\nworkload: w.yaml\n");
  CHECK(lines({"seed=2"}).size() == 1);
}

TEST_CASE("what is wrong with a --set is found in its text", "[input]") {
  SetExperiment files;
  const auto error = [&](const std::string& set) {
    const Lines lines = files.load_errors({set});
    const std::string file = "--set " + set + ":1:";
    REQUIRE(lines.size() == 1);
    REQUIRE(lines[0].compare(0, file.size(), file) == 0);
    return lines[0].substr(file.size());
  };
  CHECK(error("architecture.processors.0.count=0") == "33: error: processors[0].count must be 1 to 4096, not 0");
  CHECK(
      error("architecture.processors.2.count=1") ==
      "25: error: 'architecture.processors' is a list of 2, '2' is none of its numbers (0 to 1) and none of its names "
      "(core and dma)");
  CHECK(error("architecture.processors.cores.count=1") ==
        "25: error: 'architecture.processors' is a list of 2, 'cores' is none of its numbers (0 to 1) and none of its "
        "names (core and dma) (did you mean 'core'?)");
  CHECK(error("architecture.hots.ring_entries=1") == "14: error: unknown key 'hots' (did you mean 'host'?)");
  CHECK(error("architecture.host.ring_entries.x=1") ==
        "32: error: 'architecture.host.ring_entries' is '8' and has no key 'x'");
  CHECK(error("sede=1") == "1: error: unknown key 'sede' (did you mean 'seed'?)");
  CHECK(error("seed") == "5: error: '=' and a value are missing (--set a.b=value)");
  CHECK(error("limits..max_cycles=1") == "8: error: a key is missing here (--set a.b=value)");
  CHECK(error("seed=") == "6: error: seed must be a whole number from 0 to 18446744073709551615, not nothing");
  CHECK(error("architecture=none.yaml") ==
        "14: error: there is no architecture file none.yaml (paths start beside the experiment's file)");
  CHECK(error("seed=[1").find("error: not YAML: ") != std::string::npos);
}

}  // namespace gantry::input_test
