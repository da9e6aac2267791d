// SPDX-License-Identifier: Apache-2.0
// Jobs that count as lost after monitor.job_timeout and are issued again (docs/faults.md, "Retries"). A job alone is
// picked in cycle 79, sent from 82 to 86, and arrives at p0 in 91 (scenario.h). With a time-out of 200 it counts as
// lost in 86 + 200 = 286, and the dispatcher knows it in 287.
#include <string>
#include <vector>

#include "behaviour/scenario.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/state_monitor_config.h"

namespace gantry::retries_test {

namespace {

ProcessorFault hang(ProcessorId p, Cycle at, Cycle cycles) { return {p, FaultKind::hang, at, cycles}; }
ProcessorFault die(ProcessorId p, Cycle at) { return {p, FaultKind::die, at}; }
ProcessorFault fail(ProcessorId p, Cycle at, Cycle cycles = kNever) { return {p, FaultKind::fail, at, cycles}; }

/// Jobs of 100 cycles, which count as lost after 200.
Scenario watched(std::uint32_t processors, std::uint32_t queue_depth, std::uint32_t max_retries,
                 std::vector<ProcessorFault> faults) {
  Scenario s = tiny(processors, queue_depth);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  s.faults = std::move(faults);
  s.architecture.monitor->job_timeout = 200;
  s.architecture.dispatcher->max_retries = max_retries;
  return s;
}

std::uint64_t counter(const Outcome& o, const std::string& name, const std::string& of = "monitor") {
  for (const BlockStats& block : o.stats.blocks) {
    for (const auto& [counter, value] : block.counters) {
      if (block.name == of && counter == name) return value;
    }
  }
  FAIL("no counter " << name);
  return 0;
}

std::string diagnosis(const Outcome& o) {
  std::string text;
  for (const std::string& line : o.stats.diagnosis) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("a job at a dead processor is issued again elsewhere") {
  const Outcome o = run(watched(2, 1, 1, {die(0, 100)}));
  const JobRecord& job = o.jobs[0][0];
  CHECK(job.processor == 1);
  CHECK(job.attempt == 1);
  CHECK(job.first_picked == 79);
  // The dispatcher knows it in 287 and chooses p1 then; 3 cycles later its first flit leaves, as of any picked job. At
  // p1 it is two cycles later than at p0: 289 + L(2, 5) = 301.
  CHECK(stations(job) == Cycles{287, 290, 301, 301, 401, 409});
  CHECK(o.tasks[0].completed == 409);
  CHECK(o.stats.cycles == 416);
  // The task's own stations are those of the first attempt.
  CHECK(o.tasks[0].first_issue == 82);
  CHECK(o.tasks[0].last_issue == 82);
  REQUIRE(o.stats.losses);
  CHECK(o.stats.losses->jobs_lost == 1);
  CHECK(o.stats.losses->jobs_failed == 0);
  CHECK(o.stats.jobs_issued == 2);
  CHECK(o.stats.picker.picks == 1);
}

TEST_CASE("a job that fails is issued again when the monitor has its answer") {
  SECTION("to another processor") {
    Scenario s = watched(2, 1, 1, {fail(0, 100, 100)});
    s.tasks[0].output_bytes = 64;
    const Outcome o = run(s);
    // At p0 it computes from 91 to 190 and writes nothing: its answer is there in 191 + 6. The dispatcher knows it in
    // 198, and chooses p1, where the job is two links away: 200 + L(2, 5) = 212.
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{198});
    CHECK(o.jobs[0][0].started == 212);
    CHECK(o.jobs[0][0].finished == 312);
    CHECK(o.jobs[0][0].written > 312 + 13);  // memory.latency_cycles
    CHECK(o.jobs[0][0].attempt == 1);
    CHECK(o.jobs[0][0].first_picked == 79);
    CHECK(counter(o, "jobs_failed", "processors") == 1);
    CHECK(counter(o, "job_timeouts") == 0);
    CHECK(counter(o, "late_answers") == 0);
    REQUIRE(o.stats.losses);
    CHECK(o.stats.losses->jobs_lost == 1);
    CHECK(o.stats.losses->jobs_failed == 0);
    REQUIRE(o.stats.faults.size() == 1);
    CHECK(o.stats.faults[0].jobs == 1);
    CHECK(o.stats.faults[0].failed == 1);
  }
  SECTION("to the same one if there is no other: its slot is free in the cycle in which the dispatcher knows it") {
    const Outcome o = run(watched(1, 1, 1, {fail(0, 100, 100)}));
    CHECK(stations(o.jobs[0][0]) == Cycles{198, 201, 210, 210, 310, 316});
  }
  SECTION("but not if its last cycle, 190, is not in the fault") {
    CHECK(run(watched(1, 1, 1, {fail(0, 100, 90)})).jobs[0][0].attempt == 0);
    CHECK(run(watched(1, 1, 1, {fail(0, 100, 91)})).jobs[0][0].attempt == 1);
    CHECK(run(watched(1, 1, 1, {fail(0, 190, 1)})).jobs[0][0].attempt == 1);
    CHECK(run(watched(1, 1, 1, {fail(0, 191, 9)})).jobs[0][0].attempt == 0);
  }
}

TEST_CASE("a job that fails in its last attempt makes its task fail") {
  const Outcome o = run_once(watched(2, 1, 1, {fail(0, 0), fail(1, 0)}), 0, 100);
  CHECK(o.stats.end == RunEnd::failed);
  REQUIRE(o.stats.losses);
  CHECK(o.stats.losses->jobs_lost == 2);
  CHECK(o.stats.losses->jobs_failed == 1);
  CHECK(o.stats.losses->tasks_failed == 1);
  CHECK(o.stats.tasks_unfinished == 0);
}

TEST_CASE("a late answer is dropped, and frees its slot") {
  // p0 hangs from 100 to 399: its attempt ends in 491 and answers in 497. The run would be over by then, so two
  // more tasks follow.
  Scenario s = watched(2, 1, 1, {hang(0, 100, 300)});
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 240));
  s.tasks.push_back(make_task(TaskClass::block, 1, 5, 900));
  const Outcome o = run(s);
  CHECK(o.jobs[0][0].completed == 409);
  CHECK(counter(o, "late_answers") == 1);
  // Requested in 78 + 240 = 318, while p1 has the retry until 409 and p0 is in quarantine: matched in 410.
  CHECK(o.jobs[1][0].picked == 411);
  CHECK(o.jobs[1][0].processor == 1);
  // p0 has answered in 497: the next job goes to it again.
  CHECK(o.jobs[2][0].processor == 0);
  CHECK(o.stats.losses->jobs_lost == 1);
  // p0 has computed its lost job, too.
  CHECK(o.stats.processors[0].jobs == 2);
}

TEST_CASE("a late answer that comes before the retry has ended counts for nothing") {
  // p0 hangs for 100 cycles: its attempt ends in 291 and answers in 297, 11 cycles after it has counted as lost.
  const Outcome o = run(watched(2, 1, 1, {hang(0, 100, 100)}));
  CHECK(o.jobs[0][0].processor == 1);
  CHECK(o.tasks[0].completed == 409);
  CHECK(counter(o, "late_answers") == 1);
}

TEST_CASE("a processor that dies with two queued jobs loses each at its own time") {
  // Three jobs of a gang: the first for p0, sent from 82 to 86, the second for p1, sent from 87 to 91, while p0 is
  // locked. The third is for p0 again, sent from 92 to 96. With a time-out of 500 the jobs of p0 are lost in 586 and
  // 596.
  Scenario s = watched(2, 2, 1, {die(0, 100)});
  s.architecture.monitor->job_timeout = 500;
  s.tasks = {make_task(TaskClass::block, 3, 100)};
  const Outcome o = run(s);
  const std::vector<JobRecord>& jobs = o.jobs[0];
  REQUIRE(jobs.size() == 3);
  for (const JobRecord& job : jobs) CHECK(job.processor == 1);
  CHECK(stations(jobs[0]) == Cycles{587, 590, 601, 601, 701, 709});
  CHECK(jobs[1].attempt == 0);
  // Sent when the lock of p1 has dropped. It computes behind the other one.
  CHECK(stations(jobs[2]) == Cycles{597, 600, 611, 701, 801, 809});
  CHECK(o.stats.losses->jobs_lost == 2);
  CHECK(o.stats.tasks_completed == 1);
}

TEST_CASE("without another processor a job goes to the same one when that has answered") {
  // p0 hangs from 100 to 399 and answers in 497. The dispatcher knows it in 498: picked 498, at p0 in 500 + 10 = 510.
  const Outcome o = run(watched(1, 2, 1, {hang(0, 100, 300)}));
  CHECK(stations(o.jobs[0][0]) == Cycles{498, 501, 510, 510, 610, 616});
}

TEST_CASE("with `quarantine: job` a processor gets jobs while it has not answered") {
  Scenario s = watched(1, 2, 1, {hang(0, 100, 130)});
  s.architecture.monitor->quarantine = Quarantine::job;
  const Outcome o = run(s);
  // In 287, for the second slot of p0. There it starts when the first attempt has ended, in 191 + 130.
  REQUIRE(o.stats.end == RunEnd::complete);
  CHECK(stations(o.jobs[0][0]) == Cycles{287, 290, 299, 321, 421, 427});
  CHECK(counter(o, "late_answers") == 1);
}

TEST_CASE("a task with a job that is lost in its last attempt fails, and its successors run") {
  Scenario s = watched(3, 1, 1, {die(0, 100), die(1, 300)});
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 0, {0}));
  const Outcome o = run_once(s, 0, 100);
  CHECK(o.end == RunEnd::complete);
  CHECK(o.stats.end == RunEnd::failed);
  CHECK(o.stats.tasks_completed == 1);
  CHECK(o.stats.tasks_unfinished == 0);
  REQUIRE(o.stats.losses);
  CHECK(o.stats.losses->tasks_failed == 1);
  CHECK(o.stats.losses->jobs_failed == 1);
  CHECK(o.stats.losses->jobs_lost == 2);
  // The second attempt is sent from 290 to 294, and counts as lost in 494.
  CHECK(o.tasks[0].failed == 494);
  CHECK(o.tasks[0].completed == kNever);
  CHECK(o.jobs[1][0].processor == 2);
  CHECK(diagnosis(o).find("task 0 failed in cycle 494") != std::string::npos);
  CHECK(text_of(run_once(s, 5, 100)) == text_of(o));
}

/// Tasks 0 to 4: 1 and 2 after 0, 3 after both, and 4 alone. The job of task 0 is lost for good in cycle 494.
Scenario diamond(OnFailure on_failure) {
  Scenario s = watched(3, 1, 1, {die(0, 100), die(1, 300)});
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 0, {0}));
  s.tasks.push_back(make_task(TaskClass::cluster, 2, 50, 0, {0}));
  s.tasks.push_back(make_task(TaskClass::union_, 3, 50, 0, {1, 2}));
  s.tasks.push_back(make_task(TaskClass::communication, 1, 50, 600));
  s.architecture.monitor->on_failure = on_failure;
  return s;
}

TEST_CASE("what waits for a failed task is cancelled, through a diamond") {
  const Outcome o = run_once(diamond(OnFailure::cancel), 0, 100);
  CHECK(o.stats.end == RunEnd::failed);
  CHECK(o.tasks[0].failed == 494);
  // The queries of 1 and 2 are checked again in 494 and 495, one a cycle, and their answers arrive a cycle later. There
  // they are over. That of 3 waits for 1 first, then for 2: checked in 496.
  CHECK(o.tasks[1].cancelled == 495);
  CHECK(o.tasks[2].cancelled == 496);
  CHECK(o.tasks[3].cancelled == 497);
  for (const std::size_t t : {1U, 2U, 3U}) {
    CHECK(o.tasks[t].completed == kNever);
    CHECK(o.tasks[t].registered == kNever);
    CHECK(o.tasks[t].id == kNone);
    CHECK(o.jobs[t].empty());
  }
  // The last task has nothing to do with them.
  CHECK(o.tasks[4].completed != kNever);
  REQUIRE(o.stats.losses);
  CHECK(o.stats.losses->tasks_failed == 1);
  CHECK(o.stats.losses->tasks_cancelled == 3);
  CHECK(o.stats.losses->jobs_cancelled == 6);
  CHECK(o.stats.tasks_completed == 1);
  CHECK(o.stats.tasks_unfinished == 0);
  CHECK(diagnosis(o).find("3 tasks that wait for them were cancelled") != std::string::npos);
  CHECK(text_of(run_once(diamond(OnFailure::cancel), 7, 100)) == text_of(o));
}

TEST_CASE("a job without any processor left waits, and the run says for what") {
  const Outcome o = run_once(watched(1, 1, 3, {die(0, 100)}), 0, 100);
  CHECK(o.end == RunEnd::deadlock);
  CHECK(diagnosis(o).find("job 0 of task 0 was lost by core0 and waits for a processor") != std::string::npos);
}

TEST_CASE("a job that waits for the end of a quarantine has its cycle") {
  // The job of task 0 is overdue in 286, hangs until 491 and answers in 497. From 498 on p0 is out of quarantine. Its
  // second slot was free all the time.
  Scenario s = watched(1, 2, 0, {hang(0, 100, 300)});
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 240));
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 900));
  const Outcome o = run(s);
  CHECK(o.jobs[0][0].released == kNever);
  CHECK(o.jobs[1][0].matched == 498);
  CHECK(o.jobs[1][0].picked == 499);
  CHECK(o.jobs[1][0].released == 498);
  // The third one waits for nothing, and has the last end of a quarantine before it.
  CHECK(o.jobs[2][0].picked > 900);
  CHECK(o.jobs[2][0].released == 498);
}

TEST_CASE("the end of a quarantine without a free slot is that of a wait for a slot") {
  Scenario s = watched(1, 1, 0, {hang(0, 100, 300)});
  s.tasks.push_back(make_task(TaskClass::block, 1, 50, 240));
  const Outcome o = run(s);
  CHECK(o.jobs[1][0].matched == 498);
  CHECK(o.jobs[1][0].released == kNever);
}

TEST_CASE("retries without faults change no job where every answer is in time") {
  Scenario s = tiny(3, 2);
  for (std::uint32_t i = 0; i < 12; ++i) s.tasks.push_back(make_task(TaskClass::block, 1 + i % 3, 20 + 7 * i, 30 * i));
  const Outcome plain = run(s);
  s.architecture.monitor->job_timeout = 1000;
  s.architecture.dispatcher->max_retries = 2;
  const Outcome watched = run(s);
  for (std::size_t t = 0; t < s.tasks.size(); ++t) CHECK(stations(plain.tasks[t]) == stations(watched.tasks[t]));
  CHECK(watched.stats.losses->jobs_lost == 0);
}

}  // namespace gantry::retries_test
