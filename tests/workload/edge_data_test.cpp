// SPDX-License-Identifier: Apache-2.0
// `workload.edges: data`: edges with bytes become data objects, and none of their bytes counts twice.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/task_source.h"
#include "foreign_workload.h"
#include "gantry/workload/data_use.h"
#include "input_files.h"
#include "shared_folder.h"
#include "workload/native_writer.h"

namespace gantry::edge_data_test {

namespace {

struct Desk {
  InputFiles files;
  Lines problems;

  /// The experiment with a workload of these lines, indented by two.
  std::optional<Experiment> read(const std::string& workload, const std::vector<std::string>& sets = {}) {
    Diagnostics diagnostics;
    auto experiment = read_experiment("architecture: {processors: [{count: 4}, {type: dma}]}\nworkload:\n" + workload,
                                      files.path("e.yaml"), sets, diagnostics);
    problems = files.errors(diagnostics);
    return experiment;
  }
  Workload workload(const std::string& text, const std::vector<std::string>& sets = {}) {
    auto experiment = read(text, sets);
    REQUIRE(experiment);
    return std::move(experiment->workload);
  }
};

/// "x(8): a -> b": object x of 8 bytes, which a writes and b reads.
Lines objects(const Workload& workload) {
  Lines lines;
  const std::vector<std::uint32_t> writers = object_writers(workload);
  for (std::uint32_t object = 0; object < workload.data.size(); ++object) {
    std::string line = workload.data[object].id + '(' + std::to_string(workload.data[object].bytes) + "):";
    if (writers[object] != kNone) line += ' ' + workload.tasks[writers[object]].id;
    line += " ->";
    for (const WorkloadTask& task : workload.tasks) {
      for (const WorkloadRead& read : task.reads) {
        if (read.object == object) line += ' ' + task.id + (read.whole ? "*" : "");
      }
    }
    lines.push_back(line);
  }
  return lines;
}

/// Input and output bytes of all jobs of all tasks.
std::uint64_t private_bytes(const Workload& workload) {
  std::uint64_t sum = 0;
  for (const WorkloadTask& task : workload.tasks) sum += task.jobs * (task.input_bytes + task.output_bytes);
  return sum;
}

std::uint64_t object_bytes(const Workload& workload) {
  std::uint64_t sum = 0;
  for (const DataObject& object : workload.data) sum += object.bytes;
  return sum;
}

const std::string kNative =
    "  tasks:\n"
    "    - {id: a, jobs: 2, cycles: 10}\n"
    "    - {id: b, cycles: 10, after: [{task: a, bytes: 64}, {task: a, bytes: 32}, {task: a, critical: true}]}\n"
    "    - {id: c, cycles: 10, input_bytes: 5, after: [b, {task: a, bytes: 8}]}\n";

/// A workflow of Pegasus 5. Jobs are "ID: reads / writes", with one letter for each file of 100 bytes.
std::string pegasus(const Lines& jobs, const std::string& children) {
  std::string text = "pegasus: \"5.0\"\nname: w\njobs:\n";
  for (const std::string& job : jobs) {
    text += "- {type: job, id: " + job.substr(0, 1) + ", name: x, uses: [";
    const std::size_t divider = job.find('/');
    for (std::size_t at = 3; at < job.size(); ++at) {
      if (job[at] == ' ' || job[at] == '/') continue;
      text += std::string(text.back() == '[' ? "" : ", ") + "{lfn: " + job[at] +
              ", type: " + (at < divider ? "input" : "output") + ", size: 100}";
    }
    text += "], profiles: {pegasus: {runtime: 1}}}\n";
  }
  return text + "jobDependencies:\n" + children;
}

}  // namespace

TEST_CASE("an edge with bytes carries an object", "[edge_data]") {
  Desk desk;
  const Workload workload = desk.workload("  edges: data\n" + kNative);
  CHECK(desk.problems == Lines());
  CHECK(objects(workload) == Lines{"a->b(64): a -> b", "a->b.2(32): a -> b", "a->c(8): a -> c"});
  // The order and what planners see stay.
  CHECK(after(workload, 1) == "a(64) a(32) a");
  CHECK(workload.tasks[2].input_bytes == 5);
}

TEST_CASE("without the key, and with none, edges carry nothing", "[edge_data]") {
  Desk desk;
  CHECK(desk.workload(kNative).data.empty());
  CHECK(desk.workload("  edges: none\n" + kNative).data.empty());
  CHECK(desk.workload(kNative, {"workload.edges=data"}).data.size() == 3);
}

TEST_CASE("objects that both ends of an edge name are a part of its bytes", "[edge_data]") {
  Desk desk;
  const std::string text =
      "  data: [{id: x, bytes: 60}, {id: y, bytes: 10}, {id: z, bytes: 5}]\n"
      "  tasks:\n"
      "    - {id: a, writes: [x, y]}\n"
      "    - {id: b, reads: [x, y, z], after: [{task: a, bytes: 64}, {task: a, bytes: 32}]}\n"
      "    - {id: c, reads: [x], after: [{task: a, bytes: 60}]}\n";
  CHECK(objects(desk.workload("  edges: data\n" + text)) ==
        Lines{"x(60): a -> b c", "y(10): a -> b", "z(5): -> b", "a->b(26): a -> b"});
}

TEST_CASE("edges from or to event tasks only order, and a note counts them", "[edge_data]") {
  Desk desk;
  const Workload workload = desk.workload(
      "  edges: data\n"
      "  tasks:\n"
      "    - {id: s, class: event}\n"
      "    - {id: a, after: [{task: s, bytes: 100}]}\n"
      "    - {id: b, after: [{task: a, bytes: 7}]}\n"
      "    - {id: e, class: event, after: [b, {task: a, bytes: 20}]}\n");
  CHECK(objects(workload) == Lines{"a->b(7): a -> b"});
  CHECK(desk.problems ==
        Lines{"e.yaml:3:10: note: 2 edges from or to event tasks with 120 bytes become no data objects"});
}

TEST_CASE("an edge into or out of an alternative only orders", "[edge_data]") {
  Desk desk;
  const Workload workload = desk.workload(
      "  edges: data\n"
      "  branch: [{p: 0.5, tasks: [b, c]}]\n"
      "  tasks:\n"
      "    - {id: a}\n"
      "    - {id: b, after: [{task: a, bytes: 7}]}\n"
      "    - {id: c, after: [{task: b, bytes: 9}]}\n");
  CHECK(objects(workload) == Lines{"b->c(9): b -> c"});
  CHECK(
      desk.problems ==
      Lines{"e.yaml:3:10: note: 1 edge into or out of an alternative of a branch with 7 bytes becomes no data object"});
}

TEST_CASE("what a mapping takes from edges is what carries no object", "[edge_data]") {
  Desk desk;
  // A graph of the format stg: a -> b -> c with 64 and 32 bytes.
  desk.files.write("w.txt", "3 2\n0 A 300\n1 B 200\n2 C 100\n0 1 64 x\n1 2 32 y\n");
  const std::string path = "  path: w.txt\n";
  const Workload none = desk.workload(path);
  CHECK(none.data.empty());
  CHECK(private_bytes(none) == 2 * (64 + 32));  // written and read
  const Workload data = desk.workload(path + "  edges: data\n");
  CHECK(object_bytes(data) == 64 + 32);
  CHECK(private_bytes(data) == 0);
  // Scaled bytes; a fixed number per job is private data of the task.
  const Workload scaled =
      desk.workload(path + "  edges: data\n  mapping: {bytes_scale: 0.5, jobs: 4, input_bytes: 3}\n");
  CHECK(object_bytes(scaled) == 32 + 16);
  CHECK(private_bytes(scaled) == 3 * 4 * 3);
  // One workload, read again: the memory of workloads keeps both apart.
  CHECK(private_bytes(desk.workload(path)) == 2 * (64 + 32));
}

TEST_CASE("bytes of an edge from an event still come from global memory", "[edge_data]") {
  Desk desk;
  desk.files.write("g.dot", "digraph { s [kind=event]; s -> a [size=100]; a -> b [size=20] }");
  const std::string map = "  path: g.dot\n  mapping: {fields: {class: kind, bytes: size}}\n";
  const Workload data = desk.workload(map + "  edges: data\n");
  CHECK(objects(data) == Lines{"a->b(20): a -> b"});
  REQUIRE(data.tasks[1].id == "a");
  CHECK(data.tasks[1].input_bytes == 100);
  CHECK(data.tasks[1].output_bytes == 0);
  CHECK(private_bytes(data) == 100);
}

TEST_CASE("each file of a workflow is one object, whose bytes count nowhere else", "[edge_data]") {
  Desk desk;
  // a reads 50 bytes from outside and writes f of 30; b reads f and 4 bytes from outside, and writes 9.
  desk.files.write("w.json", R"({"name": "w", "schemaVersion": "1.5", "workflow": {"specification": {
    "tasks": [{"name": "a", "id": "a", "children": ["b"], "parents": [], "inputFiles": ["i"], "outputFiles": ["f"]},
              {"name": "b", "id": "b", "children": [], "parents": ["a"], "inputFiles": ["f", "j"], "outputFiles": ["o"]}],
    "files": [{"id": "i", "sizeInBytes": 50}, {"id": "f", "sizeInBytes": 30}, {"id": "j", "sizeInBytes": 4},
              {"id": "o", "sizeInBytes": 9}]},
    "execution": {"tasks": [{"id": "a", "runtimeInSeconds": 1}, {"id": "b", "runtimeInSeconds": 1}]}}})");
  const Workload none = desk.workload("  path: w.json\n");
  CHECK(private_bytes(none) == 50 + 30 + 34 + 9);
  const Workload data = desk.workload("  path: w.json\n  edges: data\n");
  CHECK(objects(data) == Lines{"i(50): -> a", "f(30): a -> b", "j(4): -> b", "o(9): b ->"});
  CHECK(private_bytes(data) == 0);
  // The order and what planners see stay.
  CHECK(after(data, 1) == "a(30)");
  // Scaled: ceil(50 / 4), ceil(30 / 4), 1 and ceil(9 / 4) bytes. A file that nobody writes has a part for each job.
  const Workload scaled = desk.workload("  path: w.json\n  edges: data\n  mapping: {bytes_scale: 0.25, jobs: 4}\n");
  CHECK(objects(scaled) == Lines{"i(13): -> a", "f(8): a -> b", "j(1): -> b", "o(3): b ->"});
  CHECK((scaled.data[0].parts == 4 && scaled.data[1].parts == 1));
}

TEST_CASE("a file that many tasks read is one object", "[edge_data]") {
  Desk desk;
  desk.files.write("w.yml",
                   pegasus({"a: i / f", "b: f i / g", "c: f i / h", "d: g h /"},
                           "- {id: a, children: [b, c]}\n- {id: b, children: [d]}\n- {id: c, children: [d]}\n"));
  const Workload data = desk.workload("  path: w.yml\n  edges: data\n");
  CHECK(desk.problems == Lines());
  CHECK(objects(data) == Lines{"i(100): -> a b c", "f(100): a -> b c", "g(100): b -> d", "h(100): c -> d"});
  CHECK(private_bytes(data) == 0);
}

TEST_CASE("files never change the order of tasks", "[edge_data]") {
  Desk desk;
  // c comes after a by way of b. d waits for nobody and reads f as well.
  desk.files.write(
      "w.yml", pegasus({"a: / f", "b: /", "c: f /", "d: f /"}, "- {id: a, children: [b]}\n- {id: b, children: [c]}\n"));
  const Workload data = desk.workload("  path: w.yml\n  edges: data\n");
  CHECK(objects(data) == Lines{"f(100): a -> c"});
  CHECK(after(data, 2) == "b a");
  CHECK(data.tasks[3].after.empty());
  CHECK(data.tasks[3].input_bytes == 100);
  CHECK(desk.problems ==
        Lines{"w.yml:7:3: note: task 'd' reads a file whose writer it does not wait for: it comes from "
              "global memory"});
}

TEST_CASE("a file that is written twice is no object, and its bytes go with the edges", "[edge_data]") {
  Desk desk;
  desk.files.write("w.yml", pegasus({"a: / f g", "b: f / f", "c: f g /"},
                                    "- {id: a, children: [b, c]}\n- {id: b, children: [c]}\n"));
  const Workload data = desk.workload("  path: w.yml\n  edges: data\n");
  CHECK(objects(data) == Lines{"g(100): a -> c", "a->b(100): a -> b", "a->c(100): a -> c", "b->c(100): b -> c"});
  CHECK(private_bytes(data) == 0);
  CHECK(desk.problems == Lines{"w.yml:1:1: note: 1 file is no data object, because several tasks write it, or its "
                               "writer reads it"});
  // What is converted has the same objects, and its edges make no others.
  std::ostringstream native;
  write_native(data, native);
  desk.files.write("n.yaml", native.str());
  CHECK(objects(desk.workload("  path: n.yaml\n  edges: data\n")) == objects(data));
}

TEST_CASE("the files of known workflows are their objects", "[edge_data][shared]") {
  struct Known {
    std::string path;
    std::size_t objects;
    std::uint64_t bytes;
    std::size_t outside;  ///< that no task writes
    std::size_t results;  ///< that no task reads
    std::size_t reads;
  };
  for (const Known& known :
       std::vector<Known>{{"dax/Montage_25.xml", 45, 203313476, 9, 1, 96},
                          {"dax/smalldax.xml", 5, 8167312, 2, 1, 4},
                          {"wfcommons/montage-chameleon-2mass-005d-001.json", 111, 218728217, 26, 7, 240},
                          {"wfcommons/blast-chameleon-small-001.json", 86, 5112434776, 5, 1, 163},
                          {"wfcommons/epigenomics-chameleon-hep-1seq-100k-001.json", 54, 563858523, 5, 1, 121},
                          {"wfcommons/rnaseq-dirt02-001.json", 680, 290795168, 27, 429, 553}}) {
    INFO(known.path);
    const auto path = shared_path(known.path);
    if (!has_shared(path)) continue;
    Desk desk;
    const Workload data = desk.workload("  path: " + std::filesystem::absolute(path).string() + "\n  edges: data\n");
    const std::vector<std::uint32_t> writers = object_writers(data);
    std::vector<std::size_t> readers(data.data.size());
    for (const WorkloadTask& task : data.tasks) {
      for (const WorkloadRead& read : task.reads) ++readers[read.object];
    }
    CHECK(data.data.size() == known.objects);
    CHECK(object_bytes(data) == known.bytes);
    CHECK(static_cast<std::size_t>(std::count(writers.begin(), writers.end(), kNone)) == known.outside);
    CHECK(static_cast<std::size_t>(std::count(readers.begin(), readers.end(), 0U)) == known.results);
    CHECK(std::accumulate(readers.begin(), readers.end(), std::size_t{0}) == known.reads);
  }
}

TEST_CASE("edges of generators carry objects, in streams of graphs too", "[edge_data]") {
  Desk desk;
  const std::string cholesky = "generator: cholesky, tiles: 3, tile_bytes: 4096";
  const Workload data = desk.workload("  {" + cholesky + ", edges: data}\n");
  CHECK(data.tasks.size() == 10);  // 3 x 4 x 5 / 6
  CHECK(data.data.size() == 12);   // 2 x 3 x 4 / 2 edges
  CHECK(private_bytes(data) == 0);
  const auto from = desk.read(
      "  streams:\n"
      "    - {name: s, count: 2, arrivals: {process: periodic, interval_cycles: 100}, workload: {" +
      cholesky +
      "}}\n"
      "    - {name: t, count: 2, arrivals: {process: periodic, interval_cycles: 100}, workload: {" +
      cholesky + ", edges: data}}\n");
  REQUIRE(from);
  CHECK(desk.problems == Lines());
  CHECK(from->streams[0].workload.data.empty());
  CHECK(private_bytes(from->streams[0].workload) == std::uint64_t{2} * 12 * 4096);
  CHECK(from->streams[1].workload.data.size() == 12);
  const auto source = make_task_source(*from);
  REQUIRE(source->objects() != nullptr);
  CHECK(source->objects()->size() == 12);
  std::size_t reads = 0;
  for (Task task; source->next(task);) reads += task.reads.size();
  CHECK(reads == 2 * 12);
}

TEST_CASE("a communication task moves the objects of its edges, and nothing by default", "[edge_data]") {
  Desk desk;
  const auto from = desk.read(
      "  edges: data\n"
      "  tasks:\n"
      "    - {id: a}\n"
      "    - {id: b, class: communication, after: [{task: a, bytes: 64}]}\n");
  REQUIRE(from);
  const auto source = make_task_source(*from);
  Task task;
  REQUIRE(source->next(task));
  REQUIRE(source->next(task));
  CHECK((task.input_bytes == 0 && task.output_bytes == 0 && task.reads.size() == 1));
}

TEST_CASE("mistakes with the key are found where they stand", "[edge_data]") {
  Desk desk;
  CHECK_FALSE(desk.read("  edges: dat\n" + kNative));
  CHECK(desk.problems ==
        Lines{"e.yaml:3:10: error: workload.edges must be none or data, not 'dat' (did you mean 'data'?)"});
  CHECK_FALSE(desk.read("  {generator: poisson, tasks: 3, interval_cycles: 5, cycles: 9, edges: data}\n"));
  CHECK(desk.problems ==
        Lines{"e.yaml:3:72: error: workload.edges goes with a graph; tasks of a stream have no edges"});
  CHECK_FALSE(
      desk.read("  edges: data\n  streams:\n    - {name: s, count: 1, arrivals: {process: periodic, "
                "interval_cycles: 9}, workload: {tasks: [{id: a}]}}\n"));
  CHECK(desk.problems ==
        Lines{"e.yaml:3:10: error: workload.edges goes with a graph: each stream's workload has its own"});
  CHECK_FALSE(
      desk.read("  edges: data\n  data: [{id: a->b, bytes: 4}]\n  tasks:\n    - {id: a, reads: [a->b]}\n"
                "    - {id: b, after: [{task: a, bytes: 9}]}\n"));
  CHECK(desk.problems ==
        Lines{"e.yaml:7:7: error: data object 'a->b' is there already, and an edge would make another one"});
  desk.files.write("m.csv", "layer,m,n,k\nfc,8,8,8\n");
  CHECK_FALSE(desk.read("  path: m.csv\n  format: layers\n  edges: data\n"));
  CHECK(desk.problems.back() ==
        "e.yaml:5:10: error: edges of a model's operators carry no data objects of their own, because its tensors move "
        "as the lowering says");
}

}  // namespace gantry::edge_data_test
