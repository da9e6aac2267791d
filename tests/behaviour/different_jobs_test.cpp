// SPDX-License-Identifier: Apache-2.0
// Tasks whose jobs differ: in the processor that they need, their cycles, their bytes (source 004 [0056], [0058]).
#include <algorithm>
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/base/error.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/validate.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::different_jobs_test {

namespace {

constexpr ProcessorType kCore = 0;
constexpr ProcessorType kGpu = 1;

/// p0 is a core beside the scheduler, p1 a gpu one link further.
Scenario core_and_gpu(MatchMode mode, std::uint32_t queue_depth) {
  Scenario s = tiny(2, queue_depth);
  ProcessorGroup gpu = s.architecture.processors->at(0);
  s.architecture.processors->at(0).count = gpu.count = 1;
  gpu.type = gpu.name = "gpu";
  s.architecture.processors->push_back(gpu);
  s.architecture.dispatcher->mode = mode;
  return s;
}

JobGroup group(std::uint32_t jobs, ProcessorType type, std::uint64_t cycles) {
  JobGroup group;
  group.jobs = jobs;
  group.type = type;
  group.cycles = cycles;
  return group;
}

Task task_of(std::vector<JobGroup> groups) {
  Task task = make_task(TaskClass::block, 0, 0);
  for (const JobGroup& group : groups) {
    task.jobs += group.jobs;
    task.cycles = std::max(task.cycles, group.cycles);
  }
  task.groups = std::move(groups);
  return task;
}

}  // namespace

TEST_CASE("per_job: a job waits for those before it, although its own processor is free") {
  Scenario s = core_and_gpu(MatchMode::per_job, 1);
  s.tasks = {task_of({group(2, kCore, 400), group(1, kGpu, 60)})};
  const Outcome o = run(s);
  const std::vector<JobRecord>& jobs = o.jobs[0];
  const Cycle p = jobs[0].picked;
  // As a job alone (scenario.h): issued + 3, arrived + 12, completed 6 after it has computed.
  CHECK(stations(jobs[0]) == Cycles{p, p + 3, p + 12, p + 12, p + 412, p + 418});
  // The core's slot is free in the cycle after: matched then, and picked in the next one.
  CHECK(stations(jobs[1]) == Cycles{p + 420, p + 423, p + 432, p + 432, p + 832, p + 838});
  // Matched with job 1, picked after it, sent behind its 5 flits, and one link further.
  CHECK(stations(jobs[2]) == Cycles{p + 421, p + 428, p + 439, p + 439, p + 499, p + 507});
  CHECK(each(jobs, &JobRecord::processor) == std::vector<ProcessorId>{0, 0, 1});
}

TEST_CASE("per_job: the other way round all processors are used at once") {
  Scenario s = core_and_gpu(MatchMode::per_job, 1);
  s.tasks = {task_of({group(1, kGpu, 60), group(2, kCore, 400)})};
  const Outcome o = run(s);
  const std::vector<JobRecord>& jobs = o.jobs[0];
  const Cycle p = jobs[0].picked;
  CHECK(each(jobs, &JobRecord::processor) == std::vector<ProcessorId>{1, 0, 0});
  // The core's first job leaves behind the 5 flits of the other, issued in p + 8: completed 415 later, and its slot is
  // free in p + 424.
  CHECK(each(jobs, &JobRecord::picked) == Cycles{p, p + 1, p + 425});
}

TEST_CASE("a gang that reserves has a slot for each of its jobs, and picks them in their order") {
  Scenario s = core_and_gpu(MatchMode::gang, 2);
  s.architecture.dispatcher->match_against = MatchAgainst::reserve;
  s.tasks = {task_of({group(1, kCore, 400), group(2, kGpu, 60), group(1, kCore, 100)})};
  const Outcome o = run(s);
  const std::vector<JobRecord>& jobs = o.jobs[0];
  const Cycle p = jobs[0].picked;
  CHECK(each(jobs, &JobRecord::processor) == std::vector<ProcessorId>{0, 1, 1, 0});
  // All four are matched in one cycle. The gpu is locked until the last flit of its first job has left: picked in p +
  // 1, issued in p + 8 behind job 0, last flit in p + 12, so p + 13 for job 2. The core's lock ended before that, and
  // its reserved slot has waited for job 2.
  CHECK(each(jobs, &JobRecord::matched) == Cycles{p - 1, p - 1, p - 1, p - 1});
  CHECK(each(jobs, &JobRecord::picked) == Cycles{p, p + 1, p + 13, p + 14});
  CHECK(jobs[3].finished - jobs[3].started == 100);
}

TEST_CASE("each job moves its own bytes: inputs of all jobs stand one behind the other, then the outputs") {
  Scenario s = core_and_gpu(MatchMode::gang, 1);
  JobGroup reads = group(1, kCore, 10);
  reads.input_bytes = 1000;
  JobGroup writes = group(1, kGpu, 10);
  writes.output_bytes = 300;
  s.tasks = {task_of({reads, writes})};
  const Outcome o = run(s);
  const std::vector<JobRecord>& jobs = o.jobs[0];
  CHECK(jobs[0].started > jobs[0].arrived + 13);  // memory.latency_cycles
  CHECK(jobs[0].written == jobs[0].finished);
  CHECK(jobs[1].started == jobs[1].arrived);
  CHECK(jobs[1].written > jobs[1].finished + 13);
  std::uint64_t moved = 0;
  for (const BlockStats& block : o.stats.blocks) {
    for (const auto& [name, value] : block.counters)
      if (block.name == "memory" && (name == "bytes_read" || name == "bytes_written")) moved += value;
  }
  // The descriptor is written and read: 128 bytes, and 32 for each of two groups.
  CHECK(moved == 1000 + 300 + 2 * (128 + 64));
}

TEST_CASE("a task whose groups are no groups, or whose jobs can never all be matched, is refused") {
  Scenario s = core_and_gpu(MatchMode::gang, 1);
  const auto problem = [&](std::vector<JobGroup> groups) -> std::string {
    s.tasks = {task_of(std::move(groups))};
    TaskList tasks(s.tasks);
    try {
      validate(s.architecture, tasks);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(problem({group(1, kCore, 1), group(1, kGpu, 2)}).empty());
  CHECK(problem({group(2, kCore, 1), group(1, kGpu, 2)}).find("more jobs than can be matched") != std::string::npos);
  // The first job may take the core: nothing may be left for the second one.
  CHECK(problem({group(1, kAnyType, 1), group(1, kCore, 2)}).find("more jobs than") != std::string::npos);
  CHECK(problem({group(1, kCore, 1), group(1, 2, 2)}).find("of a type that does not exist") != std::string::npos);
  CHECK(problem({group(0, kCore, 1), group(1, kGpu, 2)}).find("a group of no jobs") != std::string::npos);
  s.architecture.dispatcher->colocation[index(TaskClass::block)] = Colocation::one_cluster;
  CHECK(problem({group(1, kCore, 1), group(1, kGpu, 2)}).find("and its class a colocation") != std::string::npos);
}

}  // namespace gantry::different_jobs_test
