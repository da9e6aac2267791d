// SPDX-License-Identifier: Apache-2.0
// Data objects: the native format's keys, their rules, and the tasks and objects that the machine receives.
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/task_source.h"
#include "foreign_workload.h"
#include "gantry/workload/data_use.h"
#include "input_files.h"
#include "output/workload_facts.h"
#include "plan/repeated_workload.h"
#include "workload/native_writer.h"

namespace gantry::data_objects_test {

namespace {

Lines problems(const std::string& text) {
  Workload workload;
  Diagnostics diagnostics;
  read_workload(text, "w", "native", workload, diagnostics);
  return diagnostics.lines();
}

Workload load(const std::string& text) { return gantry::load("native", text); }

/// "x y*": reads a share of x and the whole of y.
std::string reads(const Workload& workload, std::size_t task) {
  std::string text;
  for (const WorkloadRead& read : workload.tasks[task].reads) {
    text += (text.empty() ? "" : " ") + workload.data[read.object].id + (read.whole ? "*" : "");
  }
  return text;
}

std::string writes(const Workload& workload, std::size_t task) {
  std::string text;
  for (const WorkloadWrite& write : workload.tasks[task].writes)
    text += (text.empty() ? "" : " ") + workload.data[write.object].id;
  return text;
}

std::string written(const Workload& workload) {
  std::ostringstream out;
  write_native(workload, out);
  return out.str();
}

Experiment experiment(const std::string& workload) {
  const InputFiles files;
  Diagnostics diagnostics;
  auto read = read_experiment("architecture: {processors: [{count: 4}]}\nworkload:\n" + workload, files.path("e.yaml"),
                              {}, diagnostics);
  CHECK(files.errors(diagnostics) == Lines());
  REQUIRE(read);
  return std::move(*read);
}

std::vector<Task> tasks_of(TaskSource& source) {
  std::vector<Task> tasks;
  for (Task task; source.next(task);) tasks.push_back(task);
  return tasks;
}

using Counts = std::vector<std::uint32_t>;

/// a writes x in four parts; b and c read it, and w.
const std::string kShared =
    "data:\n"
    "  - {id: w, bytes: 100, parts: 2}\n"
    "  - {id: x, bytes: 64}\n"
    "  - {id: y, bytes: 8, keep: true}\n"
    "tasks:\n"
    "  - {id: a, jobs: 4, writes: [x]}\n"
    "  - {id: b, jobs: 2, reads: [x, {data: w, per_job: whole}], writes: [{data: y}]}\n"
    "  - {id: c, reads: [{data: x, per_job: whole}, {data: y, per_job: split}], after: [a]}\n";

}  // namespace

TEST_CASE("a native workload has data objects, and its tasks read and write them", "[data_objects]") {
  const Workload workload = load(kShared);
  REQUIRE(workload.data.size() == 3);
  CHECK(workload.data[0].id == "w");
  CHECK(workload.data[0].bytes == 100);
  CHECK(workload.data[0].parts == 2);
  CHECK(workload.data[1].bytes == 64);
  CHECK_FALSE(workload.data[1].keep);
  CHECK(workload.data[2].keep);
  CHECK(reads(workload, 0).empty());
  CHECK(reads(workload, 1) == "x w*");
  CHECK(reads(workload, 2) == "x* y");
  CHECK(writes(workload, 0) == "x");
  CHECK(writes(workload, 1) == "y");
}

TEST_CASE("a reader waits for the writer, once", "[data_objects]") {
  const Workload workload = load(kShared);
  CHECK(after(workload, 0).empty());
  CHECK(after(workload, 1) == "a");
  CHECK(after(workload, 2) == "a b");  // `after` names a already
}

TEST_CASE("the list of objects may follow the tasks, and two objects of one writer order its reader once",
          "[data_objects]") {
  const Workload workload = load(
      "tasks:\n  - {id: r, reads: [x, y]}\n  - {id: w, jobs: 2, writes: [y, x]}\n"
      "data: [{id: x, bytes: 1}, {id: y, bytes: 2}]\n");
  CHECK(after(workload, 0) == "w");
  CHECK(reads(workload, 0) == "x y");
  CHECK(writes(workload, 1) == "y x");
}

TEST_CASE("a workload with objects reads back as it was written", "[data_objects]") {
  const std::string once = written(load(kShared));
  CHECK(once ==
        "{\n\"name\": \"f\",\n\"data\": [\n"
        "{\"id\":\"w\",\"bytes\":100,\"parts\":2},\n{\"id\":\"x\",\"bytes\":64},\n"
        "{\"id\":\"y\",\"bytes\":8,\"keep\":true}\n],\n\"tasks\": [\n"
        "{\"id\":\"a\",\"jobs\":4,\"writes\":[\"x\"]},\n"
        "{\"id\":\"b\",\"jobs\":2,\"after\":[\"a\"],\"reads\":[\"x\",{\"data\":\"w\",\"per_job\":\"whole\"}],"
        "\"writes\":[\"y\"]},\n"
        "{\"id\":\"c\",\"after\":[\"a\",\"b\"],\"reads\":[{\"data\":\"x\",\"per_job\":\"whole\"},\"y\"]}\n]\n}\n");
  CHECK(written(load(once)) == once);
}

TEST_CASE("info counts objects, those from outside and results", "[data_objects]") {
  const auto facts = nlohmann::json::parse(workload_facts_json(load(kShared), nullptr));
  CHECK(facts["objects"] == 3);
  CHECK(facts["object_bytes"] == 100 + 64 + 8);
  CHECK((facts["outside_objects"] == 1 && facts["outside_bytes"] == 100));
  CHECK((facts["result_objects"] == 1 && facts["result_bytes"] == 8));  // y has a reader, and `keep`
  CHECK_FALSE(nlohmann::json::parse(workload_facts_json(load("tasks: [{id: a}]\n"), nullptr)).contains("objects"));
}

TEST_CASE("mistakes in objects are found before cycle 0, where they stand", "[data_objects]") {
  struct Case {
    const char* text;
    const char* problem;
  };
  const std::vector<Case> cases = {
      {"data: 5\ntasks: [{id: a}]\n", "w:1:7: error: data must be a list of objects {id, bytes}, not '5'"},
      {"data: [5]\ntasks: [{id: a}]\n", "w:1:8: error: data[0] must be a map of keys, not '5'"},
      {"data:\n- {bytes: 5}\ntasks: [{id: a}]\n", "w:2:3: error: data[0].id is missing (every object needs one)"},
      {"data:\n- {id: x}\ntasks: [{id: a, reads: [x]}]\n",
       "w:2:3: error: data[0].bytes is missing (an object has 1 to 2^40 bytes)"},
      {"data:\n- {id: x, bytes: 1}\n- {id: x, bytes: 2}\ntasks: [{id: a, reads: [x]}]\n",
       "w:3:8: error: data[1].id 'x' is already the id of the object on line 2"},
      {"data: [{id: x, bytes: 0}]\ntasks: [{id: a, reads: [x]}]\n",
       "w:1:23: error: data[0].bytes must be 1 to 1099511627776, not 0"},
      {"data: [{id: x, bytes: 1099511627777}]\ntasks: [{id: a, reads: [x]}]\n",
       "w:1:23: error: data[0].bytes must be 1 to 1099511627776, not 1099511627777"},
      {"data: [{id: x, bytes: 9, parts: 0}]\ntasks: [{id: a, reads: [x]}]\n",
       "w:1:33: error: data[0].parts must be 1 to 65536, not 0"},
      {"data: [{id: x, bytes: 9, part: 4}]\ntasks: [{id: a, reads: [x]}]\n",
       "w:1:26: error: unknown key 'data[0].part' (did you mean 'parts'?)"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, reads: [y]}\n",
       "w:3:19: error: there is no data object 'y' to read (the list `data` of the workload names them)"},
      {"tasks:\n- {id: a, writes: [{data: y}]}\n",
       "w:2:27: error: there is no data object 'y' to write (the list `data` of the workload names them)"},
      {"tasks:\n- {id: a, reads: y}\n", "w:2:18: error: reads must be a list of data objects, not 'y' (write [y])"},
      {"tasks:\n- {id: a, reads: [{per_job: whole}]}\n",
       "w:2:19: error: reads[0] names no object (a map has the key `data`)"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, reads: [{data: x, per_job: all}]}\n",
       "w:3:38: error: reads[0].per_job must be split or whole, not 'all'"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, writes: [{data: x, per_job: whole}]}\n",
       "w:3:30: error: unknown key 'writes[0].per_job' (the keys here are data)"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, writes: [x]}\n- {id: b, writes: [x]}\n",
       "w:4:20: error: task 'b' writes data object 'x', as does task 'a' (one task writes an object)"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, writes: [x, x]}\n",
       "w:3:23: error: task 'a' writes data object 'x' twice"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, reads: [x, {data: x, per_job: whole}]}\n",
       "w:3:29: error: task 'a' reads data object 'x' twice"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, reads: [x], writes: [x]}\n",
       "w:3:19: error: task 'a' reads data object 'x', which it writes"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, class: event, reads: [x]}\n",
       "w:3:32: error: reads must be absent in an event task, which has no jobs"},
      {"data: [{id: x, bytes: 9}]\ntasks:\n- {id: a, class: event, writes: [x]}\n",
       "w:3:33: error: writes must be absent in an event task, which has no jobs"},
      {"data:\n- {id: x, bytes: 9, parts: 1}\ntasks:\n- {id: a, writes: [x]}\n",
       "w:2:3: error: data object 'x' has `parts`, and task 'a' writes it (each of its jobs writes a part)"},
      {"data:\n- {id: x, bytes: 9, keep: true}\ntasks:\n- {id: a, reads: [x]}\n",
       "w:2:3: error: data object 'x' has `keep`, and no task writes it (it is in global memory anyway)"},
      {"data: [{id: x, bytes: 9}, {id: y, bytes: 9}]\ntasks:\n- {id: a, reads: [x], writes: [y]}\n"
       "- {id: b, reads: [y], writes: [x]}\n",
       "w:3:3: error: these tasks wait for each other: a waits for b waits for a"},
  };
  for (const Case& wrong : cases) {
    INFO(wrong.text);
    const Lines lines = problems(wrong.text);
    REQUIRE_FALSE(lines.empty());
    CHECK(lines[0] == wrong.problem);
  }
}

TEST_CASE("an object that nobody uses is noted", "[data_objects]") {
  CHECK(problems("data:\n- {id: x, bytes: 9}\ntasks: [{id: a}]\n") ==
        Lines{"w:2:3: note: no task reads or writes data object 'x'"});
}

TEST_CASE("reader and writer of an object run in the same instances", "[data_objects]") {
  const auto branch = [](const std::string& alternatives) {
    return problems(
        "data: [{id: x, bytes: 9}, {id: w, bytes: 9}]\ntasks:\n- {id: a, writes: [x], reads: [w]}\n"
        "- {id: b, reads: [x, w]}\nbranch: [" +
        alternatives + "]\n");
  };
  const Lines apart = {
      "w:4:19: error: task 'b' reads data object 'x', which task 'a' writes, and an instance may have one of them "
      "without the other (both in the same alternative of a branch, or both in none)"};
  CHECK(branch("{p: 0.5, tasks: [a]}") == apart);
  CHECK(branch("{p: 0.5, tasks: [b]}") == apart);
  CHECK(branch("{p: 0.5, tasks: [a]}, {p: 0.5, tasks: [b]}") == apart);
  CHECK(branch("{p: 0.5, tasks: [a, b]}") == Lines());
}

TEST_CASE("a source gives objects their parts and their readers, and tasks the host numbers of writers",
          "[data_objects]") {
  const Experiment from = experiment(
      "  data: [{id: w, bytes: 10, parts: 3}, {id: x, bytes: 64}, {id: y, bytes: 8}, {id: z, bytes: 2}]\n"
      "  tasks:\n"
      "    - {id: c, reads: [{data: x, per_job: whole}, y]}\n"
      "    - {id: b, jobs: 2, reads: [x, {data: w, per_job: whole}], writes: [y]}\n"
      "    - {id: a, jobs: 4, writes: [x, z]}\n");
  const auto source = make_task_source(from);
  const std::vector<ObjectShape>* objects = source->objects();
  REQUIRE(objects != nullptr);
  REQUIRE(objects->size() == 4);
  CHECK(source->object_name(1) == "x");
  const ObjectShape& w = (*objects)[0];
  CHECK((w.bytes == 10 && w.parts == 3 && !w.written && !w.leaves()));
  CHECK(w.readers.empty());
  const ObjectShape& x = (*objects)[1];
  CHECK((x.bytes == 64 && x.parts == 4 && x.written && !x.leaves()));
  // Each part by one of b's two jobs, and by c's.
  CHECK(x.readers == Counts{2, 2, 2, 2});
  const ObjectShape& y = (*objects)[2];
  CHECK((y.parts == 2 && y.written));
  CHECK(y.readers == Counts{1, 1});
  const ObjectShape& z = (*objects)[3];
  CHECK((z.parts == 4 && z.written && z.readers.empty() && z.leaves()));

  const std::vector<Task> tasks = tasks_of(*source);  // a, b, c
  REQUIRE(tasks.size() == 3);
  CHECK(tasks[0].reads.empty());
  CHECK(tasks[0].writes == Counts{1, 3});
  REQUIRE(tasks[1].reads.size() == 2);
  CHECK((tasks[1].reads[0].object == 1 && tasks[1].reads[0].writer == 0 && !tasks[1].reads[0].whole));
  CHECK((tasks[1].reads[1].object == 0 && tasks[1].reads[1].writer == kNever && tasks[1].reads[1].whole));
  CHECK(tasks[1].writes == Counts{2});
  REQUIRE(tasks[2].reads.size() == 2);
  CHECK((tasks[2].reads[1].object == 2 && tasks[2].reads[1].writer == 1));
  CHECK(tasks[2].writes.empty());
}

TEST_CASE("a workload without objects has none in its source", "[data_objects]") {
  const Experiment from = experiment("  tasks: [{id: a}]\n");
  CHECK(make_task_source(from)->objects() == nullptr);
}

TEST_CASE("instances of a stream write objects of their own and share what none of them writes", "[data_objects]") {
  const std::string graph =
      "      workload:\n"
      "        data: [{id: w, bytes: 4}, {id: x, bytes: 8}]\n"
      "        tasks: [{id: a, reads: [w], writes: [x]}, {id: b, reads: [x]}]\n";
  const Experiment from = experiment(
      "  streams:\n"
      "    - name: empty\n      count: 1\n      arrivals: {process: periodic, interval_cycles: 1000}\n"
      "      workload: {tasks: [{id: a}]}\n"
      "    - name: s\n      count: 2\n      arrivals: {process: periodic, interval_cycles: 100}\n" +
      graph + "    - name: t\n      count: 1\n      arrivals: {process: periodic, interval_cycles: 1000}\n" + graph);
  const auto source = make_task_source(from);
  REQUIRE(source->objects() != nullptr);
  REQUIRE(source->objects()->size() == 4);
  CHECK(source->object_name(0) == "s/w");
  CHECK(source->object_name(1) == "s/x");
  CHECK(source->object_name(3) == "t/x");
  const std::vector<Task> tasks = tasks_of(*source);
  REQUIRE(tasks.size() == 7);
  for (std::size_t number = 0; number < tasks.size(); ++number) {
    const Task& task = tasks[number];
    const std::uint32_t first = task.stream == 1 ? 0 : 2;
    if (task.stream == 0) {
      CHECK((task.reads.empty() && task.writes.empty()));
    } else if (task.place == 0) {
      REQUIRE(task.reads.size() == 1);
      CHECK((task.reads[0].object == first && task.reads[0].writer == kNever));
      CHECK(task.writes == Counts{first + 1});
    } else {
      REQUIRE(task.reads.size() == 1);
      CHECK((task.reads[0].object == first + 1 && task.reads[0].writer == number - 1));
    }
  }
}

TEST_CASE("a task that its instance leaves out reads and writes nothing", "[data_objects]") {
  const Experiment from = experiment(
      "  data: [{id: w, bytes: 4}, {id: x, bytes: 8}]\n"
      "  tasks: [{id: a, reads: [w], writes: [x]}, {id: b, reads: [x]}, {id: c, reads: [w]}]\n"
      "  branch: [{p: 0.000001, tasks: [a, b]}]\n");
  const auto source = make_task_source(from);
  const std::vector<Task> tasks = tasks_of(*source);
  REQUIRE(tasks.size() == 3);
  CHECK((tasks[0].jobs == 0 && tasks[0].reads.empty() && tasks[0].writes.empty()));
  CHECK((tasks[1].jobs == 0 && tasks[1].reads.empty()));
  CHECK(tasks[2].reads.size() == 1);
}

TEST_CASE("readers of a part are the jobs whose shares touch it", "[data_objects]") {
  std::mt19937_64 bits(7);  // NOLINT: the same cases every time
  for (int i = 0; i < 300; ++i) {
    Workload workload;
    workload.data.resize(1);
    workload.data[0].bytes = 1 + bits() % 40;
    workload.tasks.resize(3);
    for (WorkloadTask& task : workload.tasks) task.jobs = 1U << (bits() % 5);
    workload.tasks[0].writes.push_back({0, {}});
    workload.tasks[1].reads.push_back({0, bits() % 2 == 0, {}});
    workload.tasks[2].reads.push_back({0, bits() % 2 == 0, {}});
    const ObjectShape shape = object_shapes(workload)[0];
    const std::uint64_t bytes = shape.bytes;
    Counts expected(shape.parts);
    for (std::size_t t = 1; t < 3; ++t) {
      const WorkloadTask& task = workload.tasks[t];
      for (std::uint32_t job = 0; job < task.jobs; ++job) {
        const PartRange read = parts_read(bytes, shape.parts, task.reads[0].whole, job, task.jobs);
        for (std::uint32_t part = read.first; part < read.last; ++part) ++expected[part];
      }
    }
    CHECK(shape.readers == expected);
  }
}

TEST_CASE("a job needs all parts that it reads and writes at once", "[data_objects]") {
  // x has parts of 2, 3, 2 and 3 bytes (10 x i / 4 = 0, 2.5, 5, 7.5), y of 4 and 5 bytes, w of 33, 33 and 34.
  const Workload workload = load(
      "data: [{id: x, bytes: 10}, {id: y, bytes: 9}, {id: w, bytes: 100, parts: 3}]\ntasks:\n"
      "- {id: a, jobs: 4, writes: [x]}\n"
      "- {id: b, jobs: 2, reads: [x, w], writes: [y]}\n"
      "- {id: c, jobs: 8, reads: [x, {data: y, per_job: whole}]}\n"
      "- {id: d, jobs: 4}\n"
      "- {id: e, class: event}\n");
  const std::vector<ObjectShape> objects = object_shapes(workload);
  const auto needs = [&](std::size_t task) {
    std::vector<std::uint64_t> bytes;
    for (std::uint32_t job = 0; job < workload.tasks[task].jobs; ++job)
      bytes.push_back(job_data_bytes(workload.tasks[task], objects, job));
    return bytes;
  };
  using Bytes = std::vector<std::uint64_t>;
  CHECK(needs(0) == Bytes{2, 3, 2, 3});
  // Job 0 reads parts 0 and 1 of x (5 bytes), bytes 0 to 49 of w and so parts 0 and 1 (66), and writes 4 bytes; job 1
  // reads 5 bytes, bytes 50 to 99 of w in parts 1 and 2 (67), and writes 5.
  CHECK(needs(1) == Bytes{75, 77});
  // Bytes 0; 1; 2; 3 and 4; 5; 6; 7; 8 and 9 of x, each in one part of it.
  CHECK(needs(2) == Bytes{11, 11, 12, 12, 11, 11, 12, 12});
  const auto largest = [&](std::size_t task) { return largest_job_data(workload.tasks[task], objects); };
  CHECK((largest(0).job == 1 && largest(0).bytes == 3));
  CHECK((largest(1).job == 1 && largest(1).bytes == 77));
  CHECK((largest(2).job == 2 && largest(2).bytes == 12));
  CHECK((largest(3).job == 0 && largest(3).bytes == 0));
  CHECK((largest(4).job == 0 && largest(4).bytes == 0));

  Diagnostics diagnostics;
  CHECK(check_job_data(workload.tasks[1], objects, 77, "of processor group 'core'", diagnostics));
  CHECK_FALSE(check_job_data(workload.tasks[1], objects, 76, "of processor group 'core'", diagnostics));
  CHECK(
      diagnostics.lines() ==
      Lines{"f:4:3: error: task 'b' has a job, number 1, that reads and writes 77 bytes of data objects, and the local "
            "store of processor group 'core' holds 76 (a larger store, more jobs, or more parts)"});
}

TEST_CASE("a communication task that reads or writes an object has no bytes by default", "[data_objects]") {
  const InputFiles files;
  Diagnostics diagnostics;
  const auto from = read_experiment(
      "architecture: {processors: [{count: 4}, {type: dma}]}\nworkload:\n"
      "  data: [{id: w, bytes: 4}]\n"
      "  tasks: [{id: a, class: communication}, {id: b, class: communication, reads: [w]}]\n",
      files.path("e.yaml"), {}, diagnostics);
  REQUIRE(from);
  const auto source = make_task_source(*from);
  const std::vector<Task> tasks = tasks_of(*source);
  CHECK((tasks[0].input_bytes == 4 && tasks[0].output_bytes == 4));
  CHECK((tasks[1].input_bytes == 0 && tasks[1].output_bytes == 0));
}

TEST_CASE("executions of a repeated workload write objects of their own", "[data_objects]") {
  const Workload twice = repeated_workload(load(kShared), 2);
  REQUIRE(twice.data.size() == 5);
  const auto id = [&](std::size_t object) { return twice.data[object].id; };
  CHECK(Lines{id(0), id(1), id(2), id(3), id(4)} == Lines{"w", "x@0", "y@0", "x@1", "y@1"});
  CHECK(reads(twice, 1) == "x@0 w*");
  CHECK(reads(twice, 4) == "x@1 w*");
  CHECK(writes(twice, 3) == "x@1");
  CHECK(after(twice, 5) == "a@1 b@1");
}

}  // namespace gantry::data_objects_test
