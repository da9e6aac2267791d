// SPDX-License-Identifier: Apache-2.0
// Matching: free slots, reservation, timeout and retry, roll-back, and what a waiting request keeps from others.
#include "behaviour/scenario.h"
#include "gantry/scheduler/decomposer_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::matching_test {

TEST_CASE("a match reserves nothing, and the jobs' weights decide who takes a slot") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 2, 1000), make_task(TaskClass::cluster, 2, 1000, 20),
             make_task(TaskClass::cluster, 2, 1000, 40)};
  s.tasks[2].weight = 200;
  const Outcome o = run(s);
  // Task 0 is picked 79 (p0) and 80 (p1): completed 1097 and 1106, so p0 is free in 1098 and p1 in 1107. Tasks 1 and
  // 2, requested 98 and 118, have failed and come again every 274 cycles, the last time in 920 and 940.
  CHECK(each(o.jobs[0], &JobRecord::completed) == Cycles{1097, 1106});
  // One request a cycle, the oldest first: both are matched with p0, and then with p1.
  CHECK(each(o.jobs[1], &JobRecord::matched) == Cycles{1098, 1107});
  CHECK(each(o.jobs[2], &JobRecord::matched) == Cycles{1099, 1108});
  // Task 1 joins in 1107 and is alone in the round of 1108. In 1109 the heavy task takes p1 before its second job.
  CHECK(o.jobs[1][0].picked == 1108);
  CHECK(o.jobs[1][0].processor == 0);
  CHECK(o.jobs[2][0].picked == 1109);
  CHECK(o.jobs[2][0].processor == 1);
  CHECK(o.jobs[2][1].picked < o.jobs[1][1].picked);
}

TEST_CASE("a slot is matched with one job of a request, which keeps it though others take it") {
  Scenario s = tiny(2);
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 2, 10, 20),
             make_task(TaskClass::union_, 1, 10, 40)};
  const Outcome o = run(s);
  // Task 1, requested 98, is matched with p1. So is task 2, requested 118, which takes it in 119: completed 151.
  CHECK(stations(o.tasks[2]) == Cycles{40, 110, 113, 117, 118, 122, 122, 151});
  // p1 is free again in 152, but it is the slot of task 1's first job. The second waits for p0, free in 198. Then the
  // jobs take processors in order of their numbers.
  CHECK(each(o.jobs[1], &JobRecord::matched) == Cycles{98, 198});
  CHECK(o.tasks[1].admitted == 198);
  CHECK(each(o.jobs[1], &JobRecord::picked) == Cycles{199, 200});
  CHECK(each(o.jobs[1], &JobRecord::processor) == std::vector<ProcessorId>{0, 1});
  CHECK(o.failures.empty());
}

TEST_CASE("per_job: a job that is picked leaves its slot to later jobs of its request") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.tasks = {make_task(TaskClass::block, 3, 100)};
  const Outcome o = run(s);
  // Matched 78 and picked 79, completed 197. The slot is free in 198, and no job that is not picked has it.
  CHECK(o.failures.empty());
  CHECK(each(o.jobs[0], &JobRecord::matched) == Cycles{78, 198, 318});
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 199, 319});
}

TEST_CASE("a gang keeps the processors it has reserved until it has them all") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->match_against = MatchAgainst::reserve;
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
  s.architecture.dispatcher->match_against = MatchAgainst::reserve;
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

TEST_CASE("match_timeout is any number of cycles from 1") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_timeout = 1;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 10, 20)};
  const Outcome o = run(s);
  // Task 1 is requested in 98 + 19 k and fails in the next cycle: verdict 100, sent 116, requested 117. Task 0 has
  // completed in 197: p0 is free in 198, and the request of 98 + 19 x 6 = 212 finds it.
  CHECK(o.stats.schedule_failures == 6);
  CHECK(o.tasks[1].admitted == 212);
}

TEST_CASE("match_timeout is a parameter") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->match_timeout = 128;
  s.architecture.decomposer->retry_cycles = 30;
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
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 2, 400, 20)};
  const Outcome o = run(s);
  // Requested 98: job 0 is matched with p1, the entry joins, picked 99, port 101, arrived 113, finished 513, completed
  // 521. Job 1 finds nothing until 354: failed, with one job left.
  REQUIRE(o.failures.size() == 1);
  CHECK(o.failures[0].at == 354);
  CHECK(stations(o.jobs[1][0]) == Cycles{99, 102, 113, 113, 513, 521});
  // Requested again in 372 it joins; p1 is free in 522: matched 522, picked 523.
  CHECK(stations(o.jobs[1][1]) == Cycles{523, 526, 537, 537, 937, 945});
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 93, 97, 372, 102, 526, 945});
  CHECK(o.stats.jobs_completed == 3);
}

TEST_CASE("a gang is pickable when its last job is matched, per_job from its first on") {
  Scenario s = tiny(4);
  s.architecture.dispatcher->match_jobs_per_cycle = 1;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  SECTION("gang: matched 78..81") {
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 81);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{82, 83, 84, 85});
  }
  SECTION("per_job: each is picked in the cycle after its match") {
    s.architecture.dispatcher->mode = MatchMode::per_job;
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 78);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 82});
  }
}

TEST_CASE("the timer does not run while a request waits for a picker entry") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->picker->entries = 1;
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 2, 400), make_task(TaskClass::cluster, 1, 10, 20)};
  SECTION("gang") {}
  SECTION("per_job") { s.architecture.dispatcher->mode = MatchMode::per_job; }
  const Outcome o = run(s);
  // Task 0's second job is picked when its first (completed 497) is seen, 498; only then its entry is free. Task 1,
  // requested in 98, joins in that cycle, 400 cycles later.
  CHECK(o.failures.empty());
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 498});
  // Port 500, arrived 510, finished 910, completed 916: picked 917, issued 920, arrived 929, finished 939.
  CHECK(stations(o.tasks[1]) == Cycles{20, 90, 93, 97, 498, 920, 920, 945});
}

TEST_CASE("per_job reserves nothing while its join waits, and no timer runs while weights are computed") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.architecture.dispatcher->match_timeout = 128;
  s.architecture.dispatcher->picker->reweigh_cycles = 200;
  s.tasks = {make_task(TaskClass::block, 1, 500), make_task(TaskClass::cluster, 2, 2000, 20)};
  SECTION("what it waits for comes in time") {
    const Outcome o = run(s);
    // Task 0 joins in 78, reweigh 79..278, picked 279, port 281, arrived 291, finished 791, completed 797, p0 free 798.
    CHECK(stations(o.jobs[0][0]) == Cycles{279, 282, 291, 291, 791, 797});
    // Task 1, requested 98, joins in 279, as task 0 leaves: two classes, reweigh 280..679. Only now it is matched with
    // p1, though p1 was free all the time. Its timer begins in 279 and stands in 280..679: it would fail in 807. Job 0
    // is picked in 680; job 1 is matched with p0 in 798.
    CHECK(o.failures.empty());
    CHECK(o.tasks[1].admitted == 279);
    CHECK(each(o.jobs[1], &JobRecord::picked) == Cycles{680, 799});
    CHECK(each(o.jobs[1], &JobRecord::processor) == std::vector<ProcessorId>{1, 0});
  }
  SECTION("it does not: the entry is dropped, and the request begins anew") {
    s.tasks[0].cycles = 800;  // p0 free in 1098
    const Outcome o = run(s);
    // Fails in 807, dropped in that cycle, reweigh 808..1007. Verdict 808, request sent 824, seen 825; joins in 1008,
    // reweigh 1009..1208; matched with p0 in 1098, which the picker can use from 1209 on.
    REQUIRE(o.failures.size() == 1);
    CHECK(o.failures[0].at == 807);
    CHECK(o.tasks[1].admitted == 1008);
    CHECK(each(o.jobs[1], &JobRecord::picked) == Cycles{680, 1209});
    CHECK(each(o.jobs[1], &JobRecord::processor) == std::vector<ProcessorId>{1, 0});
  }
}

TEST_CASE("weights that take longer than match_timeout hinder no task that waits for its own processor") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.architecture.dispatcher->picker->reweigh_cycles = 300;
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  const Outcome o = run(s);
  // Joins in 78 and is matched with p0, reweigh 79..378: picked 379, port 381, arrived 391, finished 401, completed
  // 407. p0 is free in 408, which is cycle 30 of the 256 that the timer has counted: matched 408, picked 409.
  CHECK(o.failures.empty());
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{379, 409});
}

TEST_CASE("the timer does not run while the matcher works for an older request") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.architecture.dispatcher->match_jobs_per_cycle = 1;
  s.architecture.dispatcher->match_timeout = 128;
  s.tasks = {make_task(TaskClass::block, 128, 0), make_task(TaskClass::cluster, 128, 0, 20)};
  const Outcome o = run(s);
  // Requested 78 and 98. Task 0's jobs are matched in 78..205, task 1's in 206..333: each takes all of its 128 cycles.
  CHECK(o.failures.empty());
  CHECK(o.tasks[0].admitted == 205);
  CHECK(o.tasks[1].admitted == 333);
}

TEST_CASE("one request fails in a cycle, and one verdict travels") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->mode = MatchMode::per_job;
  s.architecture.dispatcher->picker->reweigh_cycles = 200;
  s.tasks = {make_task(TaskClass::block, 1, 2000), make_task(TaskClass::cluster, 1, 10, 20),
             make_task(TaskClass::union_, 1, 10, 40)};
  const Outcome o = run(s);
  // Task 0 is picked in 279. Tasks 1 and 2 join in that cycle, find p0 taken, and both timers begin: three classes,
  // reweigh 280..879, so both end in 279 + 256 + 600 = 1135. Task 1 fails then, task 2 in the cycle after.
  REQUIRE(o.failures.size() >= 2);
  CHECK(o.failures[0].task == 1);
  CHECK(o.failures[0].at == 1135);
  CHECK(o.failures[1].task == 2);
  CHECK(o.failures[1].at == 1136);
}

TEST_CASE("match_latency_cycles is from a match's inputs to its effect; a match begins in every cycle") {
  Scenario s = tiny(4);
  s.architecture.dispatcher->match_jobs_per_cycle = 1;
  s.architecture.dispatcher->match_latency_cycles = 5;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  SECTION("gang: decided 78..81, matched 83..86") {
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 86);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{87, 88, 89, 90});
  }
  SECTION("per_job: joined 78, each is picked in the cycle after its match") {
    s.architecture.dispatcher->mode = MatchMode::per_job;
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 78);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{84, 85, 86, 87});
  }
  SECTION("from a place that is free on") {
    s.tasks = {make_task(TaskClass::block, 4, 100), make_task(TaskClass::block, 1, 10, 20)};
    const Outcome o = run(s);
    // Task 0's first job: picked 87, port 89, arrived 99, finished 199, completed 205. p0 is free in 206, when task 1
    // has long been waiting: matched 211, picked 212.
    CHECK(o.jobs[0][0].completed == 205);
    CHECK(o.tasks[1].admitted == 211);
    CHECK(o.jobs[1][0].picked == 212);
  }
}

TEST_CASE("a match may take longer to take effect than match_timeout") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_timeout = 128;
  s.architecture.dispatcher->match_latency_cycles = 500;
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  SECTION("gang") {
    const Outcome o = run(s);
    CHECK(o.failures.empty());
    CHECK(o.tasks[0].admitted == 578);
    CHECK(o.jobs[0][0].picked == 579);
  }
  SECTION("per_job: the timer stands still while a match is under way") {
    s.architecture.dispatcher->mode = MatchMode::per_job;
    s.tasks[0].jobs = 2;
    const Outcome o = run(s);
    // Job 0 is decided in 78 and matched in 578; job 1 waits for its place, and the timer counts 78 and 579 onwards.
    // Job 0 is picked in 579, port 581, arrived 591, finished 601, completed 607: job 1 is decided in 608, matched
    // 1108.
    CHECK(o.failures.empty());
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{579, 1109});
  }
}

TEST_CASE("choice_latency_cycles comes with a match that reserves, or else with the pick") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_latency_cycles = 2;
  s.architecture.dispatcher->choice_latency_cycles = 3;
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  SECTION("reserve: matched 78 + 2 + 3") {
    s.architecture.dispatcher->match_against = MatchAgainst::reserve;
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 83);
    // Picked 84, port 86, issued 87, arrived 96.
    CHECK(stations(o.jobs[0][0]) == Cycles{84, 87, 96, 96, 196, 202});
  }
  SECTION("idle and capable: matched 78 + 2, at the port 3 cycles later") {
    s.architecture.dispatcher->match_against = GENERATE(MatchAgainst::idle, MatchAgainst::capable);
    const Outcome o = run(s);
    CHECK(o.tasks[0].admitted == 80);
    // Picked 81, granted 82, chosen 85, port 86.
    CHECK(stations(o.jobs[0][0]) == Cycles{81, 87, 96, 96, 196, 202});
  }
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

}  // namespace gantry::matching_test
