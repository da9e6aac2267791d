// SPDX-License-Identifier: Apache-2.0
// Tasks that take their own time on each type of processor.
#include "behaviour/scenario.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::processor_times_test {

namespace {

/// p0 is a core beside the scheduler, p1 a gpu one link further.
Scenario core_and_gpu() {
  Scenario s = tiny(2);
  ProcessorGroup gpu = s.architecture.processors->at(0);
  s.architecture.processors->at(0).count = gpu.count = 1;
  gpu.type = gpu.name = "gpu";
  s.architecture.processors->push_back(gpu);
  return s;
}

/// One job, by ProcessorType in the order of the groups.
Task timed(std::uint64_t core, std::uint64_t gpu) {
  Task task = make_task(TaskClass::block, 1, std::min(core, gpu));
  task.cycles_by_type = {core, gpu};
  return task;
}

}  // namespace

TEST_CASE("a job takes its time on the type that it runs on, and earliest_finish knows it") {
  Scenario s = core_and_gpu();
  s.tasks = {timed(400, 60)};
  SECTION("first_free: the core") {
    const Outcome o = run(s);
    // As a job alone (scenario.h) that arrives in 91.
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 491, 497});
  }
  SECTION("earliest_finish: 78 + 1 + 400 on the core, 78 + 2 + 60 on the gpu") {
    s.policies.processor_choice = "earliest_finish";
    const Outcome o = run(s);
    // Two links: 81 + L(2, 5) = 93; the completion + L(2, 1) = 8.
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 93, 93, 153, 161});
  }
  SECTION("speed divides the cycles of its type: 78 + 1 + 400 / 8 on the core is sooner") {
    s.policies.processor_choice = "earliest_finish";
    s.architecture.processors->at(0).speed.millionths = 8000000;
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 141, 147});
  }
}

TEST_CASE("a task runs on the types that it names and on no other") {
  Scenario s = core_and_gpu();
  SECTION("matched against idle processors") {}
  SECTION("matched against capable processors") { s.architecture.dispatcher->match_against = MatchAgainst::capable; }
  s.tasks = {timed(JobCycles::kCannotRun, 60), timed(70, JobCycles::kCannotRun)};
  const Outcome o = run(s);
  CHECK(o.jobs[0][0].processor == 1);
  CHECK(o.jobs[0][0].finished - o.jobs[0][0].started == 60);
  CHECK(o.jobs[1][0].processor == 0);
  CHECK(o.jobs[1][0].finished - o.jobs[1][0].started == 70);
}

}  // namespace gantry::processor_times_test
