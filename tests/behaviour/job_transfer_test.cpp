// SPDX-License-Identifier: Apache-2.0
// Jobs and their data on the way: send ports, queue depth, long packets, contention.
#include "behaviour/scenario.h"

namespace gantry {

TEST_CASE("a second send port starts jobs while the first one is sending") {
  Scenario s = tiny(4);
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  SECTION("one: a job every five flits") {
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 82});
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 87, 92, 97});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 10, 86 + 12, 91 + 12, 96 + 12});
  }
  SECTION("two: jobs 0 and 2 by port 0, 1 and 3 by port 1") {
    s.architecture.dispatcher.send_ports = 2;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 82});
    // At the ports in 81, 82, 83, 84. Port 0 sends 82..86 and 87..91, port 1 83..87 and 88..92. Jobs 0 and 3 leave the
    // scheduler's router by the same link, 84..88 and 90..94; the others by links of their own.
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 83, 87, 88});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 10, 82 + 12, 86 + 12, 87 + 12});
  }
}

TEST_CASE("with queue_depth 2 the next job's dispatch and input overlap with the compute before it") {
  // Input of 320 bytes: read request L(2, 1) = 8, memory 10 + 10, data of 11 flits L(2, 11) = 18.
  Scenario s = tiny(1, 2);
  s.architecture.dispatcher.match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  s.tasks[0].input_bytes = 320;
  SECTION("depth 2") {
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 137, 237, 243});
    // Picked when the lock is dropped: flits 82..86, seen 87. Port 89, arrived 99, input there in 148: read at memory
    // 107, done max(117, 119) + 10 = 129, behind the first one's flits (..130) 130 + 18. Computes right after job 0.
    CHECK(stations(o.jobs[0][1]) == Cycles{87, 90, 99, 237, 337, 343});
    CHECK(o.stats.cycles == 350);
  }
  SECTION("depth 1") {
    s.architecture.processors[0].queue_depth = 1;
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 137, 237, 243});
    // Picked when the completion is seen, 244; port 246, arrived 256, read 264, done 284, started 302.
    CHECK(stations(o.jobs[0][1]) == Cycles{244, 247, 256, 302, 402, 408});
    CHECK(o.stats.cycles == 415);
  }
}

TEST_CASE("a communication task moves its bytes through memory and interconnect") {
  Scenario s = tiny(1);
  s.architecture.processors[0].type = kDmaType;
  s.tasks = {make_task(TaskClass::communication, 1, 0)};
  s.tasks[0].type = 0;
  s.tasks[0].input_bytes = 1000;
  s.tasks[0].output_bytes = 1000;
  const Outcome o = run(s);
  // 1000 bytes: ceil(1008 / 32) = 32 flits, L(2, 32) = 39; memory 10 + ceil(1000 / 32) = 42.
  // Arrived 91, read at memory 99, done 141, input there 180; nothing to compute; output at memory 180 + 39 = 219, done
  // 261, acknowledged 269, completed 275.
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 180, 180, 275});
  // Descriptor 5 + 1 + 1 + 1 + 5, job 5, input 1 + 32, output 32 + 1, completion 1, interrupt 1.
  CHECK(o.stats.interconnect.packets == 12);
  CHECK(o.stats.interconnect.flits == 86);
  // Routers passed: 3 between host and memory or p0 and memory, 2 between neighbours.
  CHECK(o.stats.interconnect.flit_hops == 3 * (5 + 1) + 2 * (1 + 1 + 5) + 2 * 5 + 3 * (1 + 32 + 32 + 1) + 2 * (1 + 1));
}

TEST_CASE("a long packet crosses at one flit a cycle if the buffers cover the credit round trip") {
  // A place is used again link + router + credit = 3 cycles after it was written. With b < 3 places per channel the
  // last of F flits follows the first by floor((F - 1) / b) x 3 + (F - 1) mod b cycles instead of F - 1.
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  s.tasks[0].input_bytes = 1000;  // 32 flits, memory 42
  SECTION("three places") {
    s.architecture.interconnect.buffer_flits = 3;
    // Arrived 91, read at memory 99, done 141, started 141 + L(2, 32) = 180.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 180, 190, 196});
  }
  SECTION("two places: 5 flits take 2 more, 32 flits 46 - 31 = 15 more") {
    s.architecture.interconnect.buffer_flits = 2;
    // Write and data 2 later each: cached 74, picked 83, port 85, arrived 85 + 12, read 105, done 147, 147 + 39 + 15.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{83, 86, 97, 201, 211, 217});
  }
  SECTION("one place: 5 flits take 8 more, 32 flits 93 - 31 = 62 more") {
    s.architecture.interconnect.buffer_flits = 1;
    // Cached 86, picked 95, port 97, arrived 97 + 18, read 123, done 165, 165 + 39 + 62.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{95, 98, 115, 266, 276, 282});
  }
}

TEST_CASE("of two packets that want the same link in the same cycle one waits") {
  // Processors west (p0) and east (p1) of router 4, two ports and two picks a round: everything is symmetric until the
  // completions meet there.
  Scenario s = tiny(2);
  s.architecture.placement.processors = {3, 5};
  s.architecture.dispatcher.send_ports = 2;
  s.architecture.dispatcher.decisions_per_round = 2;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  const Outcome o = run(s);
  // Completions sent in 193, out of the processors 194, out of routers 3 and 5 in 196, ready in router 4 in 198. The
  // turn is at its lowest port, east: 193 + L(2, 1) = 201 for p1, one cycle more for p0.
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 93, 93, 193, 202});
  CHECK(stations(o.jobs[0][1]) == Cycles{79, 82, 93, 93, 193, 201});
  CHECK(o.stats.cycles == 209);
}

}  // namespace gantry
