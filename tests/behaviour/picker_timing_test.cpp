// SPDX-License-Identifier: Apache-2.0
// The picker in the machine: who wins a processor, and in which cycle a round may start.
#include "behaviour/scenario.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"
#include "gantry/scheduler/rtl_times.h"

namespace gantry::picker_timing_test {

TEST_CASE("two classes that want one processor get it in the order of the picker's rule") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  // The union task holds p0 (arrived 91, finished 291, completed 297) until both others are pending (98 and 118).
  s.tasks = {make_task(TaskClass::union_, 1, 200), make_task(TaskClass::block, 4, 10, 20),
             make_task(TaskClass::cluster, 4, 10, 40)};
  s.tasks[1].weight = 10;
  s.tasks[2].weight = 40;
  const Outcome o = run(s);
  // Each is alone in its class: W = 256, D = 16; H starts at S. Raw values are times 256, T = (65536 - H) >> 8,
  // after a round H -= H >> 4, and the winner's H += 4096.
  //   round  H block  H cluster  T block  T cluster
  //     0      2560     10240      246       216     block
  //     1      6496      9600      230       218     block
  //     2     10186      9000      216       220     cluster
  //     3      9550     12534      218       207     block
  //     4     13050     11751      205       210     cluster
  //     5     12235     15113      208       196     block, its last job
  //   6, 7: cluster, alone.
  // A job picked in t arrives in t + 12, finishes in t + 22, completes in t + 28, and its place is free in t + 29.
  CHECK(each(o.jobs[1], &JobRecord::picked) == Cycles{298, 298 + 29, 298 + 3 * 29, 298 + 5 * 29});
  CHECK(each(o.jobs[2], &JobRecord::picked) == Cycles{298 + 2 * 29, 298 + 4 * 29, 298 + 6 * 29, 298 + 7 * 29});
  // One round of the union task alone, then these eight.
  CHECK(o.stats.picker.rounds == 9);
  CHECK(o.stats.picker.contested == 6);
  // What is told of them: T, W and H_raw of both candidates, task 1 as class 0 and task 2 as class 1.
  REQUIRE(o.picks.size() == 9);
  const std::vector<std::vector<std::int64_t>> expected = {{0, 246, 2560, 216, 10240},  {0, 230, 6496, 218, 9600},
                                                           {1, 216, 10186, 220, 9000},  {0, 218, 9550, 207, 12534},
                                                           {1, 205, 13050, 210, 11751}, {0, 208, 12235, 196, 15113}};
  for (std::size_t r = 0; r < expected.size(); ++r) {
    const PickRecord& pick = o.picks[r + 1];
    INFO("round " << pick.round);
    CHECK(pick.round == r + 1);
    CHECK(pick.cycle == 298 + r * 29);
    CHECK(pick.decision == 0);
    CHECK(pick.eligible == 2);
    CHECK(pick.processor == 0);
    REQUIRE(pick.candidates.size() == 2);
    CHECK(static_cast<std::int64_t>(pick.winner) == expected[r][0]);
    for (std::size_t c = 0; c < 2; ++c) {
      const PickRecord::Candidate& candidate = pick.candidates[c];
      CHECK(candidate.task == c + 1);
      CHECK(candidate.cls == c);
      CHECK(candidate.target == expected[r][1 + 2 * c]);
      CHECK(candidate.expected_weight == 256);
      CHECK(static_cast<std::int64_t>(candidate.history) == expected[r][2 + 2 * c]);
    }
  }
  CHECK(o.picks[6].job == 3);  // the block task's last one
  for (std::size_t r = 7; r < 9; ++r) {
    CHECK(o.picks[r].eligible == 1);
    REQUIRE(o.picks[r].candidates.size() == 1);
    CHECK(o.picks[r].candidates[0].task == 2);
  }
}

TEST_CASE("rounds start every pick_interval_cycles and their grants appear pick_latency_cycles later") {
  Scenario s = tiny(4);
  s.architecture.dispatcher->picker->pick_interval_cycles = 5;
  s.architecture.dispatcher->picker->pick_latency_cycles = 3;
  s.architecture.dispatcher->collect_cycles = 2;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  CHECK(o.tasks[0].admitted == 78);
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 84, 89, 94});
  // At the port 3 + 2 later, first flit one later; a job has five flits, so the port is free again just in time.
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{85, 90, 95, 100});
  // p0 one link away, the others two.
  CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{84 + 10, 89 + 12, 94 + 12, 99 + 12});
}

TEST_CASE("one decision may pick several jobs") {
  Scenario s = tiny(4);
  s.architecture.dispatcher->picker->pick_interval_cycles = 10;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  SECTION("one") {
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 89, 99, 109});
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 92, 102, 112});
    CHECK(o.stats.picker.rounds == 4);
  }
  SECTION("two, sent in the order in which they were picked") {
    s.architecture.dispatcher->decisions_per_round = 2;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 79, 89, 89});
    // Both at the port in 81 (91): five flits each, 82..86 and 87..91 (92..96 and 97..101).
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 87, 92, 97});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 10, 86 + 12, 91 + 12, 96 + 12});
    CHECK(o.stats.picker.rounds == 2);
    // Four decisions, alone in its class: H = 1, then H -= H / 16 and 16 more for each.
    REQUIRE(o.picks.size() == 4);
    const std::vector<std::uint64_t> histories = {256, 4336, 8161, 11747};
    for (std::size_t d = 0; d < 4; ++d) {
      CHECK(o.picks[d].cycle == (d < 2 ? 79 : 89));
      CHECK(o.picks[d].round == d / 2);
      CHECK(o.picks[d].decision == d % 2);
      CHECK(o.picks[d].job == d);
      CHECK(o.picks[d].processor == d);
      CHECK(o.picks[d].candidates.at(0).history == histories[d]);
    }
  }
}

TEST_CASE("a join that comes during a reweigh waits for it and for the round it owes") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->picker->reweigh_cycles = 6;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 100)};
  const Outcome o = run(s);
  // Task 0 joins in 78, its class is reweighed 79..84: picked 85, at the port 87, issued 88, arrived 97.
  CHECK(stations(o.tasks[0]) == Cycles{0, 70, 73, 77, 78, 88, 88, 203});
  CHECK(o.jobs[0][0].picked == 85);
  // Task 1 is five cycles behind: matched 83. In 85 the owed round goes first; task 0 leaves its class and task 1 joins
  // its own, two classes to reweigh, 86..97: picked 98, at the port 100, issued 101, at p1 112.
  CHECK(stations(o.tasks[1]) == Cycles{1, 75, 78, 82, 85, 101, 101, 220});
  CHECK(stations(o.jobs[1][0]) == Cycles{98, 101, 112, 112, 212, 220});
}

TEST_CASE("a join that comes during a reweigh with nothing eligible takes effect right after it") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->picker->reweigh_cycles = 6;
  s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 100, 10)};
  const Outcome o = run(s);
  // Task 0 is picked in 85 as above and leaves: 86..91. Task 1, written alone in 10, has met nothing on its way (write
  // at memory 22, done 36; read at memory 56, done 70): requested and matched 88, admitted 92, reweigh 93..98,
  // picked 99, issued 102.
  CHECK(stations(o.tasks[1]) == Cycles{10, 80, 83, 87, 92, 102, 102, 221});
  CHECK(o.jobs[1][0].picked == 99);
}

TEST_CASE("the times of a picker in Verilog are taken from one table") {
  const auto picked = [](PickerTimes times, std::uint32_t entries) {
    Scenario s = tiny(2);
    PickerConfig& picker = *s.architecture.dispatcher->picker;
    picker = PickerConfig{};
    picker.times = times;
    picker.entries = entries;
    picker.pick_interval_cycles = 9;
    take_rtl_times(picker);
    s.tasks = {make_task(TaskClass::block, 1, 100), make_task(TaskClass::cluster, 1, 100)};
    const Outcome o = run(s);
    return Cycles{o.jobs[0][0].picked, o.jobs[1][0].picked};
  };
  // With k cycles a class: the first join is reweighed in 79..78 + k and picked in 79 + k; the join that waits for it
  // and the first task's leaving are two classes, reweighed in 80 + k..79 + 3k.
  CHECK(picked(PickerTimes::rtl_shared, 16) == Cycles{79 + 178, 80 + 3 * 178});
  CHECK(picked(PickerTimes::rtl_parallel, 16) == Cycles{79 + 12, 80 + 3 * 12});
  CHECK(picked(PickerTimes::rtl_pipelined, 16) == Cycles{79 + 28, 80 + 3 * 28});
  CHECK(picked(PickerTimes::rtl_pipelined, 256) == Cycles{79 + 268, 80 + 3 * 268});
  // The RTL has no fewer than four entries.
  CHECK(picked(PickerTimes::rtl_pipelined, 2) == Cycles{79 + 16, 80 + 3 * 16});
  // Nothing to reweigh: the second is matched in 83, and is admitted in that cycle.
  CHECK(picked(PickerTimes::explicit_keys, 16) == Cycles{79, 88});
}

TEST_CASE("a picker without weights has nothing to reweigh") {
  Scenario s = tiny(1);
  s.architecture.dispatcher->picker->reweigh_cycles = 6;
  s.policies.picker = "fifo";
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  CHECK(run(s).jobs[0][0].picked == 79);
}

}  // namespace gantry::picker_timing_test
