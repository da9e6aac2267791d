// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/experiment.h"
#include "experiment/graph_source.h"
#include "experiment/submission_order.h"
#include "experiment/workload_part.h"
#include "gantry/explain/critical_path.h"
#include "gantry/platform/processors_config.h"
#include "input_files.h"
#include "text/yaml_node.h"
#include "workload/format.h"
#include "workload/native_writer.h"

namespace gantry::workload_test {

namespace {

using Lines = std::vector<std::string>;

Workload load(const std::string& text) {
  Workload workload;
  Diagnostics diagnostics;
  read_workload(text, "w.yaml", "native", workload, diagnostics);
  CHECK(diagnostics.ok());
  return workload;
}

Lines errors(const std::string& text) {
  Workload workload;
  Diagnostics diagnostics;
  CHECK_FALSE(read_workload(text, "w.yaml", "native", workload, diagnostics));
  return diagnostics.lines();
}

/// Four tasks: a before b and c, both before d.
const std::string kDiamond =
    "tasks:\n"
    "  - {id: d, cycles: 1, after: [b, c]}\n"
    "  - {id: c, cycles: 40, after: [a]}\n"
    "  - {id: b, cycles: 5, jobs: 8, after: [a]}\n"
    "  - {id: a, cycles: 10, jobs: 2}\n";

Lines ids(const Workload& workload, const std::vector<std::uint32_t>& order) {
  Lines names;
  for (const std::uint32_t task : order) names.push_back(workload.tasks[task].id);
  return names;
}

Architecture machine(const std::vector<ProcessorGroup>& groups) {
  Architecture architecture;
  architecture.processors = groups;
  return architecture;
}

ProcessorGroup group(const std::string& type, std::uint32_t word_bytes) {
  ProcessorGroup made;
  made.type = type;
  made.word_bytes = word_bytes;
  return made;
}

Task first_task(const std::string& keys, const Architecture& architecture) {
  const Workload workload = load("tasks:\n  - {id: a, " + keys + "}\n");
  GraphSource source(workload, architecture);
  Task task;
  REQUIRE(source.next(task));
  return task;
}

}  // namespace

TEST_CASE("a native task says only what differs from the defaults", "[workload]") {
  const Workload workload = load("tasks:\n  - id: 7\n");
  REQUIRE(workload.tasks.size() == 1);
  const WorkloadTask& task = workload.tasks[0];
  CHECK(task.id == "7");
  CHECK(task.cls == TaskClass::block);
  CHECK(task.weight == 1);
  CHECK(task.jobs == 1);
  CHECK_FALSE(task.job_bytes);
  CHECK(task.cycles == 0);
  CHECK(task.processor.empty());
  CHECK(task.after.empty());
  CHECK(task.where.line == 2);
  CHECK(task.where.column == 5);
  CHECK(workload.unit == "cycles");
  CHECK(workload.name == "w");
}

TEST_CASE("the escapes of YAML give whole UTF-8 characters", "[native]") {
  const Workload workload = load("tasks:\n  - id: \"a\\_\\xe9\\u20ac\"\n");
  CHECK(workload.tasks[0].id == "a\xc2\xa0\xc3\xa9\xe2\x82\xac");
  // The next line of Unicode, which no name may hold.
  Diagnostics diagnostics;
  const auto text = parse_yaml("\"a\\N\"", "w.yaml", diagnostics);
  REQUIRE(text);
  CHECK(text->text == "a\xc2\x85");
}

TEST_CASE("every key of a native task is read", "[workload]") {
  const Workload workload = load(
      "name: demo\nunit: us\n"
      "tasks:\n"
      "  - {id: a, class: union, weight: 256, jobs: 65536, job_bytes: 12, cycles: 99, processor: gpu, submit: 3, "
      "input_bytes: 4,\n"
      "     output_bytes: 5}\n"
      "  - {id: e, class: event, jobs: 0, after: [a, {task: a, bytes: 6, critical: true}]}\n");
  const WorkloadTask& a = workload.tasks[0];
  CHECK(workload.name == "demo");
  CHECK(workload.unit == "us");
  CHECK(a.cls == TaskClass::union_);
  CHECK(a.weight == 256);
  CHECK(a.jobs == 65536);
  CHECK(a.job_bytes == 12U);
  CHECK(a.cycles == 99);
  CHECK(a.processor == "gpu");
  CHECK(a.submit == 3);
  CHECK(a.input_bytes == 4);
  CHECK(a.output_bytes == 5);
  const WorkloadTask& e = workload.tasks[1];
  CHECK(e.jobs == 0);
  REQUIRE(e.after.size() == 2);
  CHECK(e.after[0].bytes == 0);
  CHECK(e.after[1].bytes == 6);
  CHECK(e.after[1].critical);
}

TEST_CASE("all problems of a native workload are found in one pass", "[workload]") {
  CHECK(errors("tasks:\n"
               "  - {id: a, weight: 300, cycles: 1e3}\n"
               "  - {id: b, jobs: 0, cycles: -4}\n"
               "  - {id: a, class: blok}\n"
               "  - {cycles: 5}\n"
               "  - {id: e, class: event, jobs: 1, cycles: 3}\n"
               "  - {id: f, after: [f, zz, {bytes: 3}], cycels: 3}\n"
               "  - {id: g, after: a}\n"
               "  - 5\n") ==
        Lines{"w.yaml:2:21: error: weight must be 1 to 256, not 300",
              "w.yaml:2:34: error: cycles must be a whole number from 0 to 281474976710656, not '1e3'",
              "w.yaml:3:19: error: jobs must be 1 to 65536, not 0 (an event task has none)",
              "w.yaml:3:30: error: cycles must be 0 to 281474976710656, not -4",
              "w.yaml:4:10: error: id 'a' is already the id of the task on line 2",
              "w.yaml:4:20: error: class must be block, cluster, union, communication or event, not 'blok' (did you "
              "mean 'block'?)",
              "w.yaml:5:5: error: this task has no id (every task needs one)",
              "w.yaml:6:33: error: jobs must be 0 or absent in an event task, not 1",
              "w.yaml:6:44: error: cycles must be 0 or absent in an event task, which has no jobs",
              "w.yaml:7:21: error: task 'f' waits for itself", "w.yaml:7:28: error: this predecessor has no key `task`",
              "w.yaml:7:41: error: unknown key 'cycels' (did you mean 'cycles'?)",
              "w.yaml:8:20: error: after must be a list of task ids, not 'a' (write [a])",
              "w.yaml:9:5: error: a task must be a map of keys, not '5'",
              "w.yaml:7:24: error: there is no task 'zz' to wait for"});
}

TEST_CASE("a workload has tasks and no cycle", "[workload]") {
  CHECK(errors("tasks: []\n") == Lines{"w.yaml:1:8: error: tasks must list at least one task"});
  CHECK(errors("name: x\n") == Lines{"w.yaml:1:1: error: a workload must have a list `tasks`"});
  CHECK(errors("tasks: {a: 1}\n") == Lines{"w.yaml:1:8: error: tasks must be a list of tasks, not a map"});
  CHECK(errors("tasks:\n  - {id: x}\n  - {id: a, after: [b]}\n  - {id: b, after: [x, c]}\n  - {id: c, after: [a]}\n") ==
        Lines{"w.yaml:3:5: error: these tasks wait for each other: a waits for b waits for c waits for a"});
}

TEST_CASE("a long cycle is told in part", "[workload]") {
  std::string text = "tasks:\n";
  for (int i = 0; i < 50; ++i)
    text += "  - {id: t" + std::to_string(i) + ", after: [t" + std::to_string((i + 1) % 50) + "]}\n";
  CHECK(errors(text) == Lines{"w.yaml:2:5: error: these tasks wait for each other: t0 waits for t1 waits for t2 waits "
                              "for t3 waits for t4 waits for t5 "
                              "waits for t6 waits for t7 waits for t8 waits for t9 waits for t10 waits for t11 waits "
                              "for ... (38 more) waits for t0"});
}

TEST_CASE("the format is guessed from the content", "[workload]") {
  const auto guess = [](const std::string& text) {
    const WorkloadFormat* format = guess_workload_format(text);
    return format == nullptr ? "none" : format->name;
  };
  CHECK(guess("# c\nname: x\ntasks:\n  - {id: a}\n") == "native");
  CHECK(guess("{\"name\": \"tasks\", \"x\": {\"tasks\": 1}, \"tasks\": []}") == "native");
  CHECK(guess("{name: x, tasks: [{id: a}]}") == "native");
  CHECK(guess("{\"workflow\": {\"tasks\": []}}") != "native");
  CHECK(guess("architecture: a\nworkload:\n  tasks: []\n") == "none");
  Workload workload;
  Diagnostics diagnostics;
  std::string guessed;
  CHECK(read_workload("tasks: [{id: a}]", "w", "", workload, diagnostics, &guessed));
  CHECK(guessed == "native");
  CHECK(workload.format == "native");
}

TEST_CASE("tasks are ordered by predecessors, then by place in the file", "[workload]") {
  const Workload diamond = load(kDiamond);
  CHECK(ids(diamond, topological_order(diamond).order) == Lines{"a", "c", "b", "d"});
}

TEST_CASE("the host submits by submit cycle first", "[workload]") {
  const Workload workload =
      load("tasks:\n  - {id: b, after: [a]}\n  - {id: a}\n  - {id: late, submit: 5}\n  - {id: c}\n");
  CHECK(ids(workload, submission_order(workload)) == Lines{"a", "b", "c", "late"});
}

TEST_CASE("tasks of one submit cycle go by file, by level or by rank", "[workload]") {
  // Two chains and a lone task; level 0: long1, short1, lone; level 1: long2, short2.
  Workload workload = load(
      "tasks:\n  - {id: long2, cycles: 50, after: [long1]}\n  - {id: lone, cycles: 20}\n"
      "  - {id: long1, cycles: 1}\n  - {id: short1, cycles: 10}\n  - {id: short2, cycles: 5, after: [short1]}\n"
      "  - {id: late, cycles: 99, submit: 7}\n");
  CHECK(ids(workload, submission_order(workload)) == Lines{"lone", "long1", "long2", "short1", "short2", "late"});
  workload.order = SubmissionOrder::level;
  CHECK(ids(workload, submission_order(workload)) == Lines{"lone", "long1", "short1", "long2", "short2", "late"});
  workload.order = SubmissionOrder::rank;
  // 51, 50, 20, 15, 5
  CHECK(ids(workload, submission_order(workload)) == Lines{"long1", "long2", "lone", "short1", "short2", "late"});
}

TEST_CASE("a part of a graph is what is submitted first and waits for nothing that is left out", "[workload]") {
  Experiment experiment;
  experiment.workload = load(
      "tasks:\n  - {id: a}\n  - {id: early, after: [late]}\n  - {id: late, submit: 9}\n"
      "  - {id: b, after: [a], submit: 3}\n  - {id: c, after: [b, a], submit: 12}\n");
  // The order is a, early, b, late, c.
  keep_part(experiment, 600'000);
  CHECK(ids(experiment.workload, submission_order(experiment.workload)) == Lines{"a", "b", "late"});
  CHECK(experiment.workload.tasks[2].id == "b");
  CHECK(experiment.workload.tasks[2].after[0].task == 0);
  keep_part(experiment, 1);
  CHECK(experiment.workload.tasks.size() == 1);
  CHECK(part_of(10, 111'111) == 2);
  CHECK(part_of(std::uint64_t{1} << 40, 1'000'000) == std::uint64_t{1} << 40);
}

TEST_CASE("alternatives of a part name the tasks that are left", "[workload]") {
  Experiment experiment;
  experiment.workload = load(
      "tasks:\n  - {id: late, submit: 9}\n  - {id: a}\n  - {id: b, after: [a]}\n"
      "branch: [{p: 0.5, tasks: [late, b]}, {p: 0.5, tasks: [a]}]\n");
  keep_part(experiment, 600'000);  // a and b
  const std::vector<WorkloadBranch::Alternative>& alternatives = experiment.workload.branches[0].alternatives;
  CHECK(alternatives[0].tasks == std::vector<std::uint32_t>{1});
  CHECK(alternatives[1].tasks == std::vector<std::uint32_t>{0});
}

TEST_CASE("a rank is made of mean times over the processors that may run a task", "[workload]") {
  Workload workload = load(
      "tasks:\n  - {id: core, cycles: 100, processor: core}\n  - {id: gpu, cycles: 300, processor: gpu}\n"
      "  - {id: any, cycles: 150}\n");
  workload.order = SubmissionOrder::rank;
  CHECK(ids(workload, submission_order(workload)) == Lines{"gpu", "any", "core"});
  Architecture architecture;
  architecture.processors->resize(2);
  architecture.processors->at(1).type = "gpu";
  architecture.processors->at(1).speed.millionths = 4000000;
  // 100, 75, (150 + 38) / 2
  CHECK(ids(workload, submission_order(workload, architecture)) == Lines{"core", "any", "gpu"});
}

TEST_CASE("facts count paths in cycles and in tasks", "[workload]") {
  const WorkloadFacts known = facts(load(kDiamond));
  CHECK(known.tasks == 4);
  CHECK(known.edges == 4);
  CHECK(known.critical_path == 10 + 40 + 1);
  CHECK(known.total_work == 2 * 10 + 40 + 8 * 5 + 1);
  CHECK(known.depth == 3);
  CHECK(known.widest_level == 2);
  CHECK(facts(load("tasks:\n  - {id: a}\n  - {id: b, after: [a, a, {task: a, bytes: 5}]}\n")).edges == 2);
}

TEST_CASE("a workload written in the native format reads the same", "[workload]") {
  const std::string text =
      "tasks:\n"
      "  - {id: \"quote \\\" \\u00e9\", class: cluster, weight: 3, jobs: 4, job_bytes: 8, cycles: 5, processor: gpu, "
      "submit: 6}\n"
      "  - {id: e, class: event, after: [\"quote \\\" \\u00e9\"]}\n"
      "  - {id: c, class: communication, input_bytes: 7, output_bytes: 9, after: [e, {task: e, bytes: 2, critical: "
      "true}]}\n";
  std::ostringstream once;
  write_native(load(text), once);
  std::ostringstream twice;
  write_native(load(once.str()), twice);
  CHECK(once.str() == twice.str());
  const Workload again = load(once.str());
  CHECK(again.tasks[0].id == "quote \" \xc3\xa9");
  CHECK(again.tasks[0].job_bytes == 8U);
  CHECK(again.tasks[2].after[1].critical);
}

TEST_CASE("what is written in the native format is what differs from the defaults", "[workload]") {
  std::ostringstream out;
  write_native(load("name: w\ntasks: [{id: a, class: block, weight: 1, jobs: 1, cycles: 0, submit: 0}, {id: b, class: "
                    "union, after: [a]}]\n"),
               out);
  CHECK(out.str() ==
        "{\n\"name\": \"w\",\n\"tasks\": "
        "[\n{\"id\":\"a\"},\n{\"id\":\"b\",\"class\":\"union\",\"after\":[\"a\"]}\n]\n}\n");
  out.str("");
  write_native(load("name: w\nunit: seconds\ntasks: [{id: a}]\n"), out);
  CHECK(out.str() == "{\n\"name\": \"w\",\n\"unit\": \"seconds\",\n\"tasks\": [\n{\"id\":\"a\"}\n]\n}\n");
}

TEST_CASE("the keys that a task may have are listed once each", "[workload]") {
  const InputFiles files;
  Diagnostics diagnostics;
  Workload workload;
  CHECK_FALSE(load_workload(files.write("w.yaml", "tasks: [{id: a, colour: red}]\n"), "", workload, diagnostics));
  CHECK(files.errors(diagnostics) ==
        std::vector<std::string>{
            "w.yaml:1:17: error: unknown key 'colour' (the keys here are id, class, weight, jobs, "
            "job_bytes, cycles, processor, submit, stream, deadline, target, input_bytes, output_bytes, "
            "load, after, reads and writes)"});
}

TEST_CASE("the source yields host numbers", "[workload]") {
  const Workload workload = load(kDiamond);
  const Architecture architecture = machine({group("core", 4)});
  GraphSource source(workload, architecture);
  CHECK(source.total() == 4);
  CHECK(source.name(0) == "a");
  CHECK(source.name(3) == "d");
  Task task;
  std::vector<std::vector<std::uint64_t>> after;
  while (source.next(task)) after.push_back(task.after);
  CHECK(after == std::vector<std::vector<std::uint64_t>>{{}, {0}, {0}, {1, 2}});
}

TEST_CASE("the source drops duplicate predecessors", "[workload]") {
  const Workload workload = load("tasks:\n  - {id: a}\n  - {id: b, after: [a, {task: a, bytes: 5}, a]}\n");
  const Architecture architecture = machine({group("core", 4)});
  GraphSource source(workload, architecture);
  Task task;
  source.next(task);
  source.next(task);
  CHECK(task.after == std::vector<std::uint64_t>{0});
}

TEST_CASE("a job is one word of the processors that may run it unless the task says otherwise", "[workload]") {
  const Architecture architecture = machine({group("core", 4), group("gpu", 6), group("dma", 64)});
  CHECK(first_task("weight: 1", architecture).job_bytes == 12);
  CHECK(first_task("processor: gpu", architecture).job_bytes == 6);
  CHECK(first_task("job_bytes: 24", architecture).job_bytes == 24);
  CHECK(first_task("weight: 1", architecture).type == kAnyType);
  CHECK(first_task("processor: gpu", architecture).type == 1);
}

TEST_CASE("a communication task moves its job bytes unless it says what it moves", "[workload]") {
  const Architecture architecture = machine({group("core", 4), group("dma", 64)});
  const Task plain = first_task("class: communication", architecture);
  CHECK(plain.type == 1);
  CHECK(plain.job_bytes == 64);
  CHECK(plain.input_bytes == 64);
  CHECK(plain.output_bytes == 64);
  const Task reads = first_task("class: communication, input_bytes: 100", architecture);
  CHECK(reads.input_bytes == 100);
  CHECK(reads.output_bytes == 0);
}

TEST_CASE("an event task has no jobs", "[workload]") {
  CHECK(first_task("class: event", machine({group("core", 4)})).jobs == 0);
  CHECK(errors("tasks:\n  - {id: e, class: event, processor: core, job_bytes: 4, weight: 3}\n") ==
        Lines{"w.yaml:2:55: error: job_bytes must be absent in an event task, which has no jobs",
              "w.yaml:2:38: error: processor must be absent in an event task, which has no jobs"});
}

}  // namespace gantry::workload_test
