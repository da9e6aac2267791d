// SPDX-License-Identifier: Apache-2.0
// Links and routers that die in a machine (docs/faults.md). Of the tiny machine (scenario.h) dies what the scheduler
// (router 1) and p0 (router 4) talk over.
//
//     0 host    1 scheduler    2 memory     Without the link 1-4 router 3 is the first of those that are 3 links from
//     the 3         4 p0           5            farthest. It is the root of the new routes, and the way between 1 and 4
//     is 6         7              8            1 0 3 4, in both directions: 3 links instead of 1. L(3, 5) = 14, L(3, 1)
//     = 10.
#include <optional>
#include <string>
#include <vector>

#include "behaviour/scenario.h"

namespace gantry::cut_machines_test {

namespace {

/// One job of 100 cycles on p0. It arrives in cycle 91 and is completed in 191 + 6, if nothing dies.
Scenario one_job(std::vector<NetworkFault> deaths) {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  s.deaths = std::move(deaths);
  return s;
}

}  // namespace

TEST_CASE("a link that died while the network was empty makes the way longer, and that is all") {
  // The read request has left its last router before cycle 46, and its data are sent in 60.
  const Outcome o = run(one_job({{1, 4, 50, NetworkFaultKind::drain}}));
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 81 + 14, 95, 195, 195 + 10});
  CHECK(o.stats.cycles == 205 + 7);
  REQUIRE(o.stats.interconnect.reroutes);
  CHECK(o.stats.interconnect.reroutes->reroutes == 1);
  CHECK(o.stats.interconnect.reroutes->drain_cycles == 0);
}

TEST_CASE("a link dies under a job: the job arrives by it, and its completion takes the new way") {
  // The job's last flit is sent in 86, granted in 88 and 90, and arrives in 91: packets may enter again in 91.
  const Outcome o = run(one_job({{1, 4, 85, NetworkFaultKind::drain}}));
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 91, 191, 191 + 10});
  REQUIRE(o.stats.interconnect.reroutes);
  CHECK(o.stats.interconnect.reroutes->reroutes == 1);
  CHECK(o.stats.interconnect.reroutes->drain_cycles == 91 - 85);
  CHECK(o.stats.interconnect.reroutes->packets_held == 0);
}

TEST_CASE("a link dies abruptly under a job: the job is lost, and sent again on the new way") {
  // Three of its flits have been sent, in 82 to 84. All five are sent again from 85 on. It was issued but once.
  const Outcome o = run(one_job({{1, 4, 85}}));
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 84 + 14, 98, 198, 198 + 10});
  CHECK(o.stats.jobs_issued == 1);
  REQUIRE(o.stats.interconnect.reroutes);
  CHECK(o.stats.interconnect.reroutes->resent == 1);
  CHECK(o.stats.interconnect.reroutes->drain_cycles == 0);
}

TEST_CASE("a router that dies cuts its processor off: the run ends, and says who cannot reach whom") {
  for (const std::uint64_t seed : {0U, 1U, 2U, 3U}) {
    const Outcome o = run_once(one_job({{4, kNone, 85, NetworkFaultKind::drain}}), seed, 100);
    // The completion is sent in 191 and could enter in 192; the run ends in the cycle after.
    CHECK(o.stats.end == RunEnd::cut_off);
    CHECK(o.stats.cycles == 193);
    CHECK(o.stats.tasks_unfinished == 1);
    REQUIRE(o.stats.diagnosis.size() > 1);
    CHECK(o.stats.diagnosis[0] == "cycle 193: a message cannot reach its destination; 1 of 1 tasks unfinished");
    CHECK(o.stats.diagnosis[1] ==
          "core0 cannot reach scheduler since links or routers have died: a message completion waits in cycle 192");
  }
}

TEST_CASE("a death after the end of a run is none") {
  const Outcome o = run(one_job({{1, 4, 5000, NetworkFaultKind::drain}}));
  CHECK(o.stats.cycles == 197 + 7);
  CHECK(o.stats.interconnect.reroutes->reroutes == 0);
}

}  // namespace gantry::cut_machines_test
