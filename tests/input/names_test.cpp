// SPDX-License-Identifier: Apache-2.0
// Names stay on one line: one with a line break or a control character is refused where it stands, in every format that
// could hold one, and a file's name is printed without.
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/base/one_line.h"
#include "input_files.h"
#include "program_run.h"

namespace gantry::names_test {

namespace {

constexpr const char* kOneLine = " must be one line of text without control characters\n";

std::string errors(const InputFiles& files, const std::string& experiment) {
  files.write("e.yaml", experiment);
  ProgramRun run(files, {"validate", "e.yaml"});
  CHECK(run.finish() == 2);
  return run.err();
}

/// With this file as the workload.
std::string workload_errors(const std::string& file, const std::string& text) {
  const InputFiles files;
  files.write(file, text);
  return errors(files, "architecture: {processors: [{}]}\nworkload: " + file + "\n");
}

}  // namespace

TEST_CASE("line breaks and control characters are those of ASCII and Unicode") {
  CHECK(is_one_line("plain, \"quoted\" and \xc3\xa4\xe2\x82\xac"));
  for (const char* text :
       {"a\nb", "a\r", "\tb", "\x1b[31m", "a\x7f", "a\xc2\x85z", "\xc2\x9b", "\xe2\x80\xa8", "b\xe2\x80\xa9"}) {
    CHECK_FALSE(is_one_line(text));
    CHECK(is_one_line(one_line(text)));
  }
  CHECK(one_line("a\nb\xc2\x85z\xe2\x80\xa8") == "a?b?z?");
  CHECK(one_line("\xc3\xa4\xe2\x80\xa6") == "\xc3\xa4\xe2\x80\xa6");  // neighbours of them in UTF-8
  CHECK(one_line("a\xc2") == "a\xc2");
}

TEST_CASE("names of an experiment, its machine and its tasks are one line") {
  const InputFiles files;
  const auto refused = [&](const std::string& architecture, const std::string& rest) {
    return errors(files, "architecture: " + architecture + "\n" + rest);
  };
  const std::string tasks = "workload: {tasks: [{id: a}]}\n";
  CHECK(refused("{processors: [{}]}", tasks + "name: \"a\\nb\"\n") ==
        std::string("e.yaml:3:7: error: name") + kOneLine);
  CHECK(refused("{name: \"a\\rb\", processors: [{}]}", tasks) ==
        std::string("e.yaml:1:22: error: architecture.name") + kOneLine);
  CHECK(refused("{processors: [{name: \"a\\nb\"}]}", tasks) ==
        std::string("e.yaml:1:36: error: architecture.processors[0].name") + kOneLine);
  CHECK(refused("{processors: [{type: \"a\\u2028b\"}]}", tasks) ==
        std::string("e.yaml:1:36: error: architecture.processors[0].type") + kOneLine);
  CHECK(refused("{processors: [{}]}", "workload: {tasks: [{id: \"a\\nb\"}]}\n").find("e.yaml:2:25: error: ") == 0);
  CHECK(refused("{processors: [{}]}", "workload: {tasks: [{id: a, after: [\"a\\eb\"]}]}\n")
            .find("e.yaml:2:36: error: ") == 0);
  const std::string serving =
      errors(files,
             "serving:\n  scheduler: {rated: {count: 1}}\n  nodes: [{name: \"a\\nb\", cycles: 1}]\n"
             "  sessions: [{name: \"c\\nd\", graph: [x], arrivals: {generator: poisson, interval_cycles: 1}}]\n");
  INFO(serving);
  CHECK(serving.find("e.yaml:3:18: error: serving.nodes[0].name must be one line of text") != std::string::npos);
  CHECK(serving.find("e.yaml:4:21: error: serving.sessions[0].name must be one line of text") != std::string::npos);
}

TEST_CASE("names in foreign workloads are one line") {
  CHECK(workload_errors("w.dot", "digraph g { \"a\nb\" }\n") ==
        "w.dot:1:13: error: the name of a node must be one line of text, and not empty\n");
  CHECK(workload_errors("w.dot", "digraph g { \"a\xc2\x85\" }\n") ==
        "w.dot:1:13: error: the name of a node must be one line of text, and not empty\n");
  CHECK(workload_errors("w.dot", "digraph \"g\nh\" { a }\n") ==
        "w.dot:1:9: error: the name of a graph must be one line of text\n");
  CHECK(workload_errors("w.json", R"({"name": "w", "schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
{"id": "a\nb", "name": "x", "parents": [], "children": []}]}, "execution": {"tasks": [{"id": "a", "runtimeInSeconds": 1}]}}})")
            .find("w.json:2:8: error: ") == 0);
  CHECK(workload_errors("w.json", R"({"maxFPGAs": 2, "maxCPUs": 1, "maxSizePerFPGA": 1000, "nodes": [
{"id": "0\n", "supportedOnFpga": 1, "cpuLatency": 4.5, "fpgaLatency": 1, "isBackwardNode": 0, "size": 300}], "edges": []})")
            .find("w.json:2:8: error: ") == 0);
  CHECK(workload_errors(
            "w.txt",
            "a\rb -- Conv -- forward_compute_time=1, backward_compute_time=0, activation_size=1, parameter_size=0\n")
            .find("w.txt:1:1: error: the id must be one line of text") == 0);
  const InputFiles files;
  files.write("a.jsonl", "{\"timestamp\": 1, \"id\": \"a\\nb\"}\n");
  CHECK(errors(files, "architecture: {processors: [{}]}\nworkload: {generator: trace, path: a.jsonl}\n")
            .find("a.jsonl:1:24: error: the id must be one line of text") == 0);
}

TEST_CASE("no processor and no inference node has the name of another terminal") {
  const InputFiles files;
  const std::string tasks = "workload: {tasks: [{id: a}]}\n";
  const auto with_group = [&](const std::string& group) {
    return "architecture: {processors: [" + group + "]}\n" + tasks;
  };
  CHECK(errors(files, with_group("{name: memory}")) ==
        "e.yaml:1:36: error: architecture.processors[0].name is 'memory', and with a number that is how the "
        "interconnect's other terminals are called (another `name`; without one it is the group's type)\n");
  CHECK(errors(files, with_group("{name: memory1}")).find("e.yaml:1:36: error: ") == 0);
  CHECK(errors(files, with_group("{type: background}")).find("e.yaml:1:29: error: ") == 0);
  CHECK(errors(files, with_group("{name: scheduler.send}")).find("e.yaml:1:36: error: ") == 0);
  files.write("e.yaml",
              with_group("{name: memories}, {name: scheduler}, {name: host, count: 2}") + "output: {packets: true}\n");
  CHECK(ProgramRun(files, {"run", "e.yaml", "--out", "out"}).finish() == 0);
  CHECK(ProgramRun(files, {"check", "out"}).finish() == 0);
  for (const std::string name : {"gateway", "scheduler"}) {
    CHECK(
        errors(files,
               "serving:\n  interconnect: {columns: 3, rows: 1}\n  scheduler: {rated: {count: 1}}\n  nodes: [{name: " +
                   name + ", cycles: 1}]\n  sessions: [{count: 1, graph: [" + name +
                   "], arrivals: {generator: poisson, interval_cycles: 9}}]\n") ==
        "e.yaml:4:18: error: serving.nodes[0].name is '" + name +
            "', and so is another terminal of the interconnect\n");
  }
}

TEST_CASE("a file's name may hold what it likes, and is printed on one line") {
  const InputFiles files;
  const std::string name = "two\nlines.yaml";
  files.write(name, "architecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\noutput: {trace: false}\n");
  ProgramRun run(files, {"run", name});
  CHECK(run.finish() == 0);
  CHECK(run.out().find("two?lines  seed 1\n") == 0);
  CHECK(run.out().find("\noutputs in out/two?lines: experiment.yaml critical_path.csv slack.csv jobs.csv ") !=
        std::string::npos);
  CHECK(file_text(files.path("out/two?lines/summary.json")).find("\"experiment\": \"two?lines\"") != std::string::npos);
  CHECK(file_text(files.path("out/two?lines/network.svg")).find("<title>two?lines: mesh</title>") != std::string::npos);
  CHECK(ProgramRun(files, {"check", "out/two?lines"}).finish() == 0);
  ProgramRun valid(files, {"validate", name});
  CHECK(valid.out() == "two?lines.yaml: experiment ok\n");
  files.write(name, "nonsense: 1\narchitecture: {processors: [{}]}\nworkload: {tasks: [{id: a}]}\n");
  ProgramRun wrong(files, {"run", name, "--out", "x\ny"});
  CHECK(wrong.finish() == 2);
  CHECK(wrong.err().find("two?lines.yaml:1:1: error: unknown key 'nonsense'") == 0);
}

TEST_CASE("no processor's store has the name of a cluster's store") {
  const InputFiles files;
  const std::string tasks = "workload: {tasks: [{id: a}]}\n";
  const auto with = [&](const std::string& own, const std::string& shared) {
    return "architecture: {processors: [{" + own + "local: {bytes: 64, bytes_per_cycle: 8}}, {type: x, " + shared +
           "local: {bytes: 64, bytes_per_cycle: 8, per: cluster}}]}\n" + tasks;
  };
  CHECK(errors(files, with("name: cluster, count: 3, ", "cluster: 2, ")) ==
        "e.yaml:1:36: error: architecture.processors[0] has a local store called 'cluster2', as is that of cluster "
        "2 (another `name`; a store is called by its processor, or by the cluster that shares it)\n");
  CHECK(errors(files, with("type: cluster1, ", "cluster: 10, ")).find("e.yaml:1:29: error: ") == 0);
  files.write("e.yaml", with("name: cluster, count: 2, ", "cluster: 2, "));
  CHECK(ProgramRun(files, {"run", "e.yaml", "--out", "out"}).finish() == 0);
}

}  // namespace gantry::names_test
