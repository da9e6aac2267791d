// SPDX-License-Identifier: Apache-2.0
// Jobs that differ, in the native format (docs/workloads.md).
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"
#include "experiment/feasibility.h"
#include "experiment/graph_source.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "input_files.h"
#include "program_run.h"
#include "workload/format.h"
#include "workload/native_writer.h"

namespace gantry::job_groups_test {

namespace {

using Lines = std::vector<std::string>;

Workload load(const std::string& text) {
  Workload workload;
  Diagnostics diagnostics;
  read_workload(text, "w.yaml", "native", workload, diagnostics);
  CHECK(diagnostics.lines() == Lines());
  return workload;
}

Workload load_task(const std::string& keys) { return load("tasks:\n  - {id: a, " + keys + "}\n"); }

Lines errors(const std::string& keys) {
  Workload workload;
  Diagnostics diagnostics;
  CHECK_FALSE(read_workload("tasks:\n- {id: a, " + keys + "}\n", "w.yaml", "native", workload, diagnostics));
  return diagnostics.lines();
}

std::string written(const Workload& workload) {
  std::ostringstream out;
  write_native(workload, out);
  return out.str();
}

/// Two cores and a dsp with larger words.
Architecture machine() {
  Architecture architecture;
  ProcessorGroup core;
  core.name = core.type = "core";
  core.count = 2;
  core.queue_depth = 1;
  ProcessorGroup dsp;
  dsp.name = dsp.type = "dsp";
  dsp.word_bytes = 16;
  architecture.processors = std::vector<ProcessorGroup>{core, dsp};
  return architecture;
}

Lines refused(const std::string& keys, const Architecture& architecture) {
  Diagnostics diagnostics;
  check_feasible(architecture, load_task(keys), diagnostics);
  return diagnostics.lines();
}

}  // namespace

TEST_CASE("a group of jobs says what differs from the task") {
  const Workload workload = load_task(
      "cycles: 400, job_bytes: 32, jobs: [{count: 2, input_bytes: 64}, {processor: dsp, cycles: 150}, {job_bytes: "
      "16}]");
  Task task;
  const Architecture architecture = machine();
  REQUIRE(GraphSource(workload, architecture).next(task));
  CHECK(task.jobs == 4);
  CHECK(task.cycles == 400);  // the most
  REQUIRE(task.groups.size() == 3);
  CHECK(task.shape_of(0).input_bytes == 64);
  CHECK(&task.shape_of(1) == &task.shape_of(0));
  CHECK(task.shape_of(1).type == kAnyType);
  CHECK(task.shape_of(2).type == 1);
  CHECK(task.shape_of(2).cycles == 150);
  CHECK(task.shape_of(2).job_bytes == 32);
  CHECK(task.shape_of(2).input_bytes == 0);
  CHECK(task.shape_of(3).job_bytes == 16);
  CHECK(facts(workload).total_work == 2 * 400 + 150 + 400);
}

TEST_CASE("cycles by type and a type are those of the group, where it has them") {
  const Workload workload =
      load_task("cycles: {core: 40, dsp: 10}, jobs: [{}, {cycles: 7, processor: core}, {cycles: {dsp: 3}}]");
  Task task;
  const Architecture architecture = machine();
  REQUIRE(GraphSource(workload, architecture).next(task));
  CHECK(task.shape_of(0).cycles_by_type == std::vector<std::uint64_t>{40, 10});
  CHECK(task.shape_of(1).cycles_by_type.empty());
  CHECK(task.shape_of(1).type == 0);
  CHECK(task.shape_of(2).cycles_by_type == std::vector<std::uint64_t>{JobCycles::kCannotRun, 3});
}

TEST_CASE("groups that are alike are one group, and one group is a number") {
  CHECK(written(load_task("cycles: 9, jobs: [{count: 2}, {cycles: 9}, {input_bytes: 0}]")) ==
        written(load_task("cycles: 9, jobs: [{count: 3}, {input_bytes: 0}]")));
  CHECK(written(load_task("jobs: [{count: 2, cycles: 9, processor: dsp}]")) ==
        written(load_task("jobs: 2, cycles: 9, processor: dsp")));
}

TEST_CASE("what is written is read again") {
  for (const char* keys :
       {"cycles: 400, jobs: [{count: 2, input_bytes: 64}, {processor: dsp, cycles: 150}, {job_bytes: 16}]",
        "class: communication, jobs: [{job_bytes: 64}, {input_bytes: 0}, {output_bytes: 7, count: 65534}]",
        "cycles: {core: 40, dsp: 10}, jobs: [{}, {cycles: 7, processor: core}, {cycles: {dsp: 3}}]",
        "jobs: [{cycles: 0}, {cycles: 5}], submit: {uniform: [1, 9]}"}) {
    INFO(keys);
    const std::string text = written(load_task(keys));
    CHECK(written(load(text)) == text);
  }
}

TEST_CASE("a communication task's group moves its own job_bytes, if it says nothing else") {
  const Workload workload =
      load_task("class: communication, processor: core, jobs: [{job_bytes: 64}, {input_bytes: 5}]");
  Task task;
  const Architecture architecture = machine();
  REQUIRE(GraphSource(workload, architecture).next(task));
  CHECK(task.shape_of(0).input_bytes == 64);
  CHECK(task.shape_of(0).output_bytes == 64);
  CHECK(task.shape_of(1).input_bytes == 5);
  CHECK(task.shape_of(1).output_bytes == 0);
}

TEST_CASE("wrong groups have positions") {
  CHECK(errors("jobs: []") == Lines{"w.yaml:2:17: error: jobs must be a number or a list of at least one group"});
  CHECK(errors("jobs: [4]") == Lines{"w.yaml:2:18: error: a group of jobs must be a map of keys, not '4'"});
  CHECK(errors("jobs: [{count: 0}]") == Lines{"w.yaml:2:26: error: jobs.count must be 1 to 65536, not 0"});
  CHECK(errors("jobs: [{count: 65536}, {cycles: 1}]") ==
        Lines{"w.yaml:2:17: error: jobs must be at most 65536 in all, not 65537"});
  CHECK(errors("jobs: [{weight: 2}]").front().find("w.yaml:2:19: error: unknown key 'jobs.weight'") == 0);
  CHECK(
      errors("cycles: {core: 4}, jobs: [{processor: core}]").front().find("because those of the task name the types") !=
      std::string::npos);
  CHECK(errors("cycles: {uniform: [1, 2]}, jobs: [{}]")
            .front()
            .find("jobs must be a number where `cycles` or bytes vary") != std::string::npos);
  CHECK(errors("class: event, jobs: [{}]").front().find("must be 0 or absent in an event task, not a list") !=
        std::string::npos);
}

TEST_CASE("each group must find its processors, and a gang all of them at once") {
  Architecture architecture = machine();
  CHECK(refused("jobs: [{count: 2, processor: core}, {processor: dsp}]", architecture).empty());
  CHECK(refused("jobs: [{processor: core}, {processor: npu}]", architecture) ==
        Lines{"w.yaml:2:39: error: task 'a' needs a processor of type 'npu', which the machine does not have (it has "
              "core or dsp)"});
  CHECK(refused("job_bytes: 4, jobs: [{processor: core}, {processor: dsp}]", architecture)
            .front()
            .find("no whole number of words of processor group 'dsp'") != std::string::npos);
  CHECK(
      refused("jobs: [{count: 1}, {count: 2, processor: core}]", architecture)
          .front()
          .find(
              "w.yaml:2:32: error: task 'a' has 3 jobs up to here that may take the processors of these, which have 2 "
              "queue slots") == 0);
  architecture.dispatcher->match_against = MatchAgainst::capable;
  CHECK(refused("jobs: [{count: 1}, {count: 2, processor: core}]", architecture).empty());
  architecture.dispatcher->mode = MatchMode::per_job;
  architecture.dispatcher->colocation[index(TaskClass::block)] = Colocation::one_cluster;
  CHECK(refused("jobs: [{processor: core}, {processor: dsp}]", architecture) ==
        Lines{"w.yaml:2:5: error: task 'a' has jobs that different processors take, and its class has a colocation "
              "(expected none)"});
}

TEST_CASE("planners and pins of the dispatcher refuse jobs that differ") {
  const InputFiles files;
  const std::string tasks =
      files.write("tasks.yaml", "tasks:\n- {id: a, jobs: [{cycles: 1}, {cycles: 2}]}\n- {id: b, cycles: 4}\n");
  const std::string machine = files.write("machine.yaml", "processors: [{name: core, count: 2}]\n");
  const auto refuses = [&](const std::vector<std::string>& arguments, const char* what) {
    ProgramRun run(files, arguments);
    INFO(arguments[0] << ' ' << arguments[1]);
    CHECK(run.finish() == 2);
    CHECK(run.err().find(what) != std::string::npos);
  };
  refuses({"plan", "heft", tasks, "--architecture", machine}, "has jobs of different kinds, which no plan knows");
  refuses({"plan", "partition", tasks, "--parts", "2"}, "has jobs of different kinds, which no plan knows");
  refuses({"workload", "convert", tasks, "--to", "descriptors", "--architecture", machine},
          "jobs of different kinds do not fit into a descriptor");
  const std::string experiment =
      files.write("e.yaml", "architecture: {processors: [{name: core, count: 2}]}\nworkload: {path: tasks.yaml}\n");
  refuses({"run", experiment, "--engine", "scheduler=fifo"}, "do not tell of jobs of different kinds");
}

}  // namespace gantry::job_groups_test
