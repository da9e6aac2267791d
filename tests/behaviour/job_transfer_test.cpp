// SPDX-License-Identifier: Apache-2.0
// Jobs and their data on the way: send ports, queue depth, long packets, contention.
#include "behaviour/scenario.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::job_transfer_test {

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
    s.architecture.dispatcher->send_ports = 2;
    const Outcome o = run(s);
    CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{79, 80, 81, 82});
    // At the ports in 81, 82, 83, 84. Port 0 sends 82..86 and 87..91, port 1 83..87 and 88..92. Jobs 0 and 3 leave the
    // scheduler's router by the same link, 84..88 and 90..94; the others by links of their own.
    CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 83, 87, 88});
    CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 10, 82 + 12, 86 + 12, 87 + 12});
  }
}

TEST_CASE("with queue_depth 2 the next job's dispatch and input overlap with the compute before it") {
  // Input of 320 bytes, bursts of 256 and 64, asked for in two cycles: requests L(2, 1) = 8, memory 13, then 2 and 1
  // cycles; data of 9 and 3 flits, which follow each other. What leaves last in n is seen in n + 7.
  Scenario s = tiny(1, 2);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  s.tasks[0].input_bytes = 320;
  SECTION("depth 2") {
    const Outcome o = run(s);
    // Arrived 91, asked for in 91 and 92, at memory 99 and 100: bytes move 112..114 and 114..115, the first of each are
    // there in 113 and 115: flits leave 114..122 and 123..125.
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 132, 232, 238});
    // Picked when the lock is dropped: flits 82..86, seen 87. Port 89, arrived 99, at memory 107 and 108: bytes move
    // from 120 and 122 on; behind the first one's flits 126..134 and 135..137, there in 144. Computes right after job
    // 0.
    CHECK(stations(o.jobs[0][1]) == Cycles{87, 90, 99, 232, 332, 338});
    CHECK(o.stats.cycles == 345);
  }
  SECTION("depth 1") {
    s.architecture.processors->at(0).queue_depth = 1;
    const Outcome o = run(s);
    CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 132, 232, 238});
    // Picked when the completion is seen, 239; port 241, arrived 251, started 41 later as the first.
    CHECK(stations(o.jobs[0][1]) == Cycles{239, 242, 251, 292, 392, 398});
    CHECK(o.stats.cycles == 405);
  }
}

TEST_CASE("a communication task moves its bytes through memory and interconnect") {
  Scenario s = tiny(1);
  s.architecture.processors->at(0).type = kDmaType;
  s.tasks = {make_task(TaskClass::communication, 1, 0)};
  s.tasks[0].type = 0;
  s.tasks[0].input_bytes = 1000;
  s.tasks[0].output_bytes = 1000;
  const Outcome o = run(s);
  // 1000 bytes: bursts of 256, 256, 256 and 232, that is 9, 9, 9 and 8 flits.
  // Arrived 91, the first request at memory 99, its first bytes there in 113; the link is slower than the memory: flits
  // leave 114..148, the last is there in 155. Nothing to compute. Output flits 156..190, the last burst at memory 197,
  // done + 13 + 2 = 212, acknowledged 220, completed 226.
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 91, 155, 155, 226});
  // Descriptor 5 + 1 + 1 + 1 + 5, job 5, input 4 + 35, output 35 + 4, completion 1, interrupt 1.
  CHECK(o.stats.interconnect.packets == 24);
  CHECK(o.stats.interconnect.flits == 98);
  // Routers passed: 3 between host and memory or p0 and memory, 2 between neighbours.
  CHECK(o.stats.interconnect.flit_hops == 3 * (5 + 1) + 2 * (1 + 1 + 5) + 2 * 5 + 3 * (4 + 35 + 35 + 4) + 2 * (1 + 1));
}

TEST_CASE("a long packet crosses at one flit a cycle if the buffers cover the credit round trip") {
  // A place is used again link + router + credit = 3 cycles after it was written. With b < 3 places per channel the
  // last of F flits follows the first by floor((F - 1) / b) x 3 + (F - 1) mod b cycles instead of F - 1.
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  s.tasks[0].input_bytes = 1000;
  s.architecture.memory->burst_bytes = 1024;  // one packet of 32 flits, sent 14 cycles after its request is seen
  SECTION("three places") {
    s.architecture.interconnect.buffer_flits = 3;
    // Arrived 91, read at memory 99, sent 113, started 113 + L(2, 32) = 152.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{79, 82, 91, 152, 162, 168});
  }
  SECTION("two places: 5 flits take 2 more, 32 flits 46 - 31 = 15 more") {
    s.architecture.interconnect.buffer_flits = 2;
    // Write and data 2 later each: cached 74, picked 83, port 85, arrived 85 + 12, read 105, sent 119, 119 + 39 + 15.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{83, 86, 97, 173, 183, 189});
  }
  SECTION("one place: 5 flits take 8 more, 32 flits 93 - 31 = 62 more") {
    s.architecture.interconnect.buffer_flits = 1;
    // Cached 86, picked 95, port 97, arrived 97 + 18, read 123, sent 137, 137 + 39 + 62.
    CHECK(stations(run(s).jobs[0][0]) == Cycles{95, 98, 115, 238, 248, 254});
  }
}

TEST_CASE("of two packets that want the same link in the same cycle one waits") {
  // Processors west (p0) and east (p1) of router 4, two ports and two picks a round: everything is symmetric until the
  // completions meet there.
  Scenario s = tiny(2);
  s.architecture.placement->processors = {3, 5};
  s.architecture.dispatcher->send_ports = 2;
  s.architecture.dispatcher->decisions_per_round = 2;
  s.tasks = {make_task(TaskClass::block, 2, 100)};
  const Outcome o = run(s);
  // Completions sent in 193, out of the processors 194, out of routers 3 and 5 in 196, ready in router 4 in 198. The
  // turn is at its lowest port, east: 193 + L(2, 1) = 201 for p1, one cycle more for p0.
  CHECK(stations(o.jobs[0][0]) == Cycles{79, 82, 93, 93, 193, 202});
  CHECK(stations(o.jobs[0][1]) == Cycles{79, 82, 93, 93, 193, 201});
  CHECK(o.stats.cycles == 209);
}

}  // namespace gantry::job_transfer_test
