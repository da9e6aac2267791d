// SPDX-License-Identifier: Apache-2.0
// Gangs whose jobs wait at their processors for a go word (docs/timing.md, "Preloaded gangs").
#include "behaviour/scenario.h"
#include "gantry/network/control_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::preload_test {
namespace {

Scenario preloaded(std::uint32_t processors) {
  Scenario s = tiny(processors);
  s.architecture.dispatcher->match_against = MatchAgainst::reserve;
  s.architecture.dispatcher->preload = true;
  return s;
}

Scenario on_star(std::uint32_t processors) {
  Scenario s = preloaded(processors);
  s.architecture.control->topology = kStar;
  return s;
}

}  // namespace

TEST_CASE("a gang of one job starts when its go is there") {
  // Picked in 79 and issued in 82 as without preload; the last of its five flits leaves in 86 and arrives in 91. The
  // go word is at the port in 87 and at p0 L(1, 1) = 6 cycles later.
  Scenario s = preloaded(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  const Outcome o = run(s);
  const JobRecord& job = o.jobs[0][0];
  CHECK(job.issued == 82);
  CHECK(job.sent == 86);
  CHECK(job.arrived == 91);
  CHECK(job.ready == 91);
  CHECK(job.go == 93);
  CHECK(job.started == 93);
  CHECK(job.finished == 193);
}

TEST_CASE("the go of a gang is a word to each of its processors, in order of their numbers") {
  // The jobs leave the port one behind the other: 82 to 86 for p0, 87 to 91 for p1. Both words are at the port in 92.
  // The first is at p0 in 92 + L(1, 1) = 98. The second leaves a cycle later and has a hop more: 92 + 1 + 8 = 101.
  Scenario s = preloaded(2);
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  const Outcome o = run(s);
  CHECK(each(o.jobs[0], &JobRecord::sent) == Cycles{86, 91});
  CHECK(each(o.jobs[0], &JobRecord::go) == Cycles{98, 101});
  CHECK(each(o.jobs[0], &JobRecord::started) == Cycles{98, 101});
}

TEST_CASE("with multicast the go is one message, and on a star a gang starts in one cycle") {
  // Without multicast four jobs leave in X to X + 3, and their words in X + 4 to X + 7, each seen a cycle later.
  for (const bool multicast : {false, true}) {
    Scenario s = on_star(4);
    s.architecture.dispatcher->multicast = multicast;
    s.architecture.dispatcher->decisions_per_round = 4;
    s.tasks = {make_task(TaskClass::block, 4, 100)};
    const Outcome o = run(s);
    const Cycle first = o.jobs[0][0].issued;
    const Cycle last = multicast ? first : first + 3;
    CHECK(o.jobs[0][3].sent == last);
    const Cycle go = last + 2;
    CHECK(each(o.jobs[0], &JobRecord::started) ==
          (multicast ? Cycles{go, go, go, go} : Cycles{go, go + 1, go + 2, go + 3}));
    if (multicast) CHECK(o.stats.control->totals.flits_copied == 3 + 3);
  }
}

TEST_CASE("two jobs of a gang at one processor need one go word") {
  Scenario s = on_star(1);
  s.architecture.processors->front().queue_depth = 2;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  const Outcome o = run(s);
  const Cycle go = o.jobs[0][1].sent + 2;
  CHECK(each(o.jobs[0], &JobRecord::go) == Cycles{go, go});
  CHECK(each(o.jobs[0], &JobRecord::started) == Cycles{go, go + 100});
  // Doorbell, two jobs, one go, two completions, interrupt.
  CHECK(o.stats.control->totals.packets == 7);
}

TEST_CASE("a gang in turn starts when the one before has completed") {
  // The second gang waits at its own processors. The first one's last completion is seen in c. The dispatcher hears of
  // it in c + 1, the word leaves in c + 1, and arrives in c + 2.
  for (const GangGo go : {GangGo::sent, GangGo::in_turn}) {
    Scenario s = on_star(4);
    s.architecture.dispatcher->go = go;
    s.tasks = {make_task(TaskClass::block, 2, 300), make_task(TaskClass::block, 2, 40)};
    const Outcome o = run(s);
    REQUIRE(o.jobs[1][1].sent < o.tasks[0].completed);
    const Cycle next = go == GangGo::sent ? o.jobs[1][1].sent + 2 : o.tasks[0].completed + 2;
    CHECK(each(o.jobs[1], &JobRecord::go) == Cycles{next, next + 1});
  }
}

}  // namespace gantry::preload_test
