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

TEST_CASE("every job takes the set-up of its processor, at any speed, and earliest_finish knows it") {
  Scenario s = tiny(1);
  s.architecture.processors->at(0).set_up_cycles = 30;
  SECTION("one job: 30 cycles and its own 100") {
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 221, 227});
    CHECK(o.stats.processors[0].busy_cycles == 130);
  }
  SECTION("speed divides the cycles and not the set-up: 30 + 100 / 4") {
    s.architecture.processors->at(0).speed.millionths = 4000000;
    s.tasks = {make_task(TaskClass::block, 1, 100)};
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 91, 146, 152});
  }
  SECTION("a job of no cycles takes it too, and a job that waits begins it when the one before has ended") {
    s.architecture.processors->at(0).queue_depth = 2;
    s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 0)};
    const Outcome o = run(s);
    CHECK(o.jobs[0][0].finished == 221);
    CHECK(o.jobs[1][0].arrived < 221);
    CHECK(o.jobs[1][0].started == 221);
    CHECK(o.jobs[1][0].finished == 251);
  }
  SECTION("earliest_finish: 60 cycles on either, and the set-up is on one of them") {
    for (const bool core : {false, true}) {
      Scenario two = core_and_gpu();
      two.policies.processor_choice = "earliest_finish";
      two.architecture.processors->at(core ? 0 : 1).set_up_cycles = 10;
      two.tasks = {timed(60, 60)};
      const Outcome o = run(two);
      CHECK(o.jobs[0][0].processor == (core ? 1 : 0));
      CHECK(o.jobs[0][0].finished - o.jobs[0][0].started == 60);
    }
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
