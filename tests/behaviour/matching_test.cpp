// SPDX-License-Identifier: Apache-2.0
// Matching: reservation, timeout and retry, roll-back, and what a waiting request keeps from others.
#include "behaviour/scenario.h"

namespace gantry {

TEST_CASE("a gang keeps the processors it has reserved until it has them all") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 2, 10, 20),
             make_task(TaskClass::union_, 1, 10, 40)};
  const Outcome o = run(s);
  // Task 0 has p0 until its completion (197) is seen in 198. Task 1, requested 98, reserves p1 at once and p0 in 198:
  // admitted 198, picked in order of reservation, p1 199 and p0 200. Ports 201 and 202, flits 202..206 and 207..211.
  CHECK(o.tasks[1].admitted == 198);
  CHECK(each(o.jobs[1], &JobRecord::processor) == std::vector<ProcessorId>{1, 0});
  CHECK(stations(o.jobs[1][0]) == Cycles{199, 202, 213, 213, 223, 231});
  CHECK(stations(o.jobs[1][1]) == Cycles{200, 207, 216, 216, 226, 232});
  // Task 2, requested 118, would have had p1 idle all the time; it gets it when task 1's job is done, seen in 232.
  CHECK(stations(o.tasks[2]) == Cycles{40, 110, 113, 117, 232, 236, 236, 265});
  CHECK(o.failures.empty());
}

TEST_CASE("a gang that is not matched in time gives its reservations back and is requested again") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 2, 10, 20),
             make_task(TaskClass::union_, 1, 10, 40)};
  const Outcome o = run(s);
  // Task 1, requested 98, holds p1 and fails in 98 + 256 = 354.
  REQUIRE(o.failures.size() == 1);
  CHECK(o.failures[0].task == 1);
  CHECK(o.failures[0].at == 354);
  CHECK(o.stats.schedule_failures == 1);
  // Task 2, requested 118, gets p1 in that very cycle: admitted 354, picked 355, issued 358, arrived 357 + 12 = 369,
  // finished 379, completed 387.
  CHECK(stations(o.tasks[2]) == Cycles{40, 110, 113, 117, 354, 358, 358, 387});
  // Verdict at the decomposer 355, request sent 355 + 16, at the dispatcher 372, good until 628. p1 is free in 388;
  // task 0 completed 597, p0 is free in 598: admitted 598, picked 599 (p1) and 600 (p0).
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 93, 97, 598, 602, 607, 632});
  CHECK(stations(o.jobs[1][0]) == Cycles{599, 602, 613, 613, 623, 631});
  CHECK(stations(o.jobs[1][1]) == Cycles{600, 607, 616, 616, 626, 632});
}

TEST_CASE("match_timeout is a parameter") {
  Scenario s = tiny(2);
  s.architecture.dispatcher.match_timeout = 128;
  s.architecture.decomposer.retry_cycles = 30;
  s.tasks = {make_task(TaskClass::block, 1, 300), make_task(TaskClass::cluster, 2, 10, 20)};
  const Outcome o = run(s);
  // Requested 98, failed 226, decomposer 227, sent 257, requested 258, failed 386; sent 417, requested 418.
  REQUIRE(o.failures.size() == 2);
  CHECK(o.failures[0].at == 226);
  CHECK(o.failures[1].at == 386);
  // Task 0 completed 397: p0 was free in 398, both are matched in the cycle of the request.
  CHECK(o.tasks[1].admitted == 418);
}

TEST_CASE("per_job rolls back what was not picked and leaves alone what was") {
  Scenario s = tiny(2);
  s.architecture.dispatcher.mode = MatchMode::per_job;
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 2, 400, 20)};
  const Outcome o = run(s);
  // Requested 98: job 0 is matched with p1, the entry joins, picked 99, port 101, arrived 113, finished 513, completed
  // 521. Job 1 finds nothing until 354: failed, with one job left.
  REQUIRE(o.failures.size() == 1);
  CHECK(o.failures[0].at == 354);
  CHECK(stations(o.jobs[1][0]) == Cycles{99, 102, 113, 113, 513, 521});
  // Requested again in 372; p1 is free in 522: admitted 522, picked 523.
  CHECK(stations(o.jobs[1][1]) == Cycles{523, 526, 537, 537, 937, 945});
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 93, 97, 522, 102, 526, 945});
  CHECK(o.stats.jobs_completed == 3);
}

TEST_CASE("a gang is pickable when its last job is matched, per_job from its first on") {
  Scenario s = tiny(4);
  s.architecture.dispatcher.match_jobs_per_cycle = 1;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  SECTION("gang: matched 78..81") {
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 81);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{82, 83, 84, 85});
  }
  SECTION("per_job: each is picked in the cycle after its match") {
    s.architecture.dispatcher.mode = MatchMode::per_job;
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 78);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 82});
  }
}

TEST_CASE("the timer does not run while a request waits for a picker entry") {
  Scenario s = tiny(1);
  s.architecture.dispatcher.picker.entries = 1;
  s.architecture.dispatcher.match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 2, 400), make_task(TaskClass::cluster, 1, 10, 20)};
  SECTION("gang") {}
  SECTION("per_job") { s.architecture.dispatcher.mode = MatchMode::per_job; }
  const Outcome o = run(s);
  // Task 0's second job is picked when its first (completed 497) is seen, 498; only then its entry is free. Task 1,
  // requested in 98, joins in that cycle, 400 cycles later.
  CHECK(o.failures.empty());
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 498});
  // Port 500, arrived 510, finished 910, completed 916: picked 917, issued 920, arrived 929, finished 939.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 93, 97, 498, 920, 920, 945});
}

TEST_CASE("a failure takes back a join that still waits and drops an entry that has joined") {
  Scenario s = tiny(2);
  s.architecture.dispatcher.mode = MatchMode::per_job;
  s.architecture.dispatcher.match_timeout = 128;
  s.architecture.dispatcher.picker.reweigh_cycles = 200;
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 2, 10, 20)};
  const Outcome o = run(s);
  // Task 0 joins in 78, reweigh 79..278, picked 279, port 281, arrived 291, finished 791, completed 797, p0 free 798.
  CHECK(stations(o.jobs[0][0]) == Cycles{279, 282, 291, 291, 791, 797});
  // Task 1 is requested in 98 + 146 k, matches p1 at once and wants to join; without p0 it fails 128 cycles later.
  //    98: waits for the reweigh; taken back in 226.
  //   244: joins in 279, as task 0 leaves: two classes, reweigh 280..679. Fails in 372, the drop waits until 680 and
  //        starts a reweigh of its own, 681..880.
  //   390, 536: taken back in 518 and 664.
  //   682: p0 is matched in 798, no timer any more; joins in 881, reweigh 882..1081, picked 1082 and 1083.
  Cycles failed;
  for (const MatchFailure& failure : o.failures) failed.push_back(failure.at);
  CHECK(failed == Cycles{226, 372, 518, 664});
  CHECK(o.tasks[1].admitted == 881);
  CHECK(each(o.jobs[1], &JobRecord::picked) == Cycles{1082, 1083});
  CHECK(each(o.jobs[1], &JobRecord::processor) == std::vector<ProcessorId>{1, 0});
}

namespace {

/// Every join is overtaken by its time-out: weights take 300 cycles, match_timeout is 256.
Outcome run_overtaken() {
  Scenario s = tiny(1);
  s.architecture.dispatcher.mode = MatchMode::per_job;
  s.architecture.dispatcher.picker.reweigh_cycles = 300;
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  return run_once(s, 0, 10);
}

}  // namespace

TEST_CASE("the timer of a per_job task runs while its join waits for the weights") {
  const Outcome o = run_overtaken();
  // Requested 78, job 0 matched with p0, joins 78, reweigh 79..378. Job 1 cannot be matched: fails in 334, before job 0
  // could be picked; the drop of 379 starts a reweigh of its own, 380..679. Requested again 352, fails 608; requested
  // 626, joins 680, reweigh 681..980, fails 882: the entry is dropped again in 981, and so on.
  REQUIRE(o.failures.size() > 2);
  CHECK(o.failures[0].at == 334);
  CHECK(o.failures[1].at == 608);
  CHECK(o.failures[2].at == 882);
  CHECK(o.stats.jobs_issued == 0);
}

// RetrySkip notices that the state comes back and that no other unit will ever be due.
TEST_CASE("a run that can only fail to match is given up, not run for ever") {
  CHECK(run_overtaken().end == RunEnd::deadlock);
}

TEST_CASE("failures that nothing can have changed cost no simulation time and no cycle") {
  constexpr Cycle kLong = Cycle{1} << 40;
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, kLong), make_task(TaskClass::cluster, 2, 10, 20)};
  const Outcome o = run(s, 10);
  // Requested in 98 + 274 k, failed 256 cycles later, requested again after 1 + 16 + 1. p0 is free in 98 + 2^40;
  // 2^40 = 274 x 4012816159 + 210, and 210 < 256: a request stands there. So many have failed before it.
  CHECK(o.tasks[0].completed == 97 + kLong);
  CHECK(o.stats.schedule_failures == 4012816159);
  CHECK(o.tasks[1].admitted == 98 + kLong);
}

}  // namespace gantry
