// SPDX-License-Identifier: Apache-2.0
// Transfers larger than a burst: how they are cut, how bursts overlap, and what bounds them. Cycles count from the one
// in which the job arrives (inputs) or has computed (outputs).
//
// p0 and memory are 2 links apart: L(2, 1) = 8, and what leaves a port last in n is seen in n + 7. A burst of 256 bytes
// is 9 flits.
#include "behaviour/scenario.h"
#include "gantry/base/random.h"
#include "gantry/platform/cut_through.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry::burst_test {

namespace {

constexpr std::uint64_t kLarge = 256 * 1024;  // 1024 bursts, 9216 flits

/// One job of 10 cycles; of a dma engine, none.
Scenario one_transfer(std::uint64_t input_bytes, std::uint64_t output_bytes) {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  s.tasks[0].input_bytes = input_bytes;
  s.tasks[0].output_bytes = output_bytes;
  return s;
}

Cycle input_time(const Scenario& scenario) {
  const JobRecord job = run(scenario).jobs[0][0];
  return job.started - job.arrived;
}

/// Four controllers on the nodes around p0, each one link away.
void surround(Scenario& scenario) {
  scenario.architecture.memory->controllers = 4;
  scenario.architecture.placement->scheduler = 2;
  scenario.architecture.placement->memory = {1, 3, 5, 7};
}

}  // namespace

TEST_CASE("a large read takes its latency and the link's time, where the memory is as fast as the link or faster",
          "[figures]") {
  // Burst i is asked for in i, i < 8, and at memory in 8 + i. The first bytes move from 8 + 13 on and are there in 22,
  // so the first flits leave 23..31. All that follow find their bytes there and their request made: burst i was asked
  // for when burst i - 8 was seen, 38 + 9 (i - 8), and could be sent 22 cycles later, 9 i - 12, before its turn at 22 +
  // 9 i. The last flit leaves in 22 + 9216, seen 7 later: 9245, where memory time (8192) and link time in turn would be
  // 17408.
  for (const std::uint32_t bytes_per_cycle : {32U, 64U, 128U}) {
    INFO(bytes_per_cycle);
    Scenario s = one_transfer(kLarge, 0);
    s.architecture.memory->bytes_per_cycle = Speed{bytes_per_cycle * 1000000ULL};
    CHECK(input_time(s) == 9245);
  }
}

TEST_CASE("a large read from a memory slower than the link takes its latency and the memory's time") {
  // 8 bytes a cycle, 32 cycles a burst, burst i in 21 + 32 i to 53 + 32 i. Flit k has its 32 k - 8 bytes 4 k - 1 cycles
  // after the begin, the ninth after 32: the message is sent after max(4 k - 1 - (k - 1), 32 - 8) = 24, leaves 25..33
  // after the begin and is seen 40 after it. 21 + 32 x 1023 + 40 = 32797.
  Scenario s = one_transfer(kLarge, 0);
  s.architecture.memory->bytes_per_cycle = Speed{8000000};
  CHECK(input_time(s) == 32797);
}

TEST_CASE("more controllers help until a link is full") {
  // L(1, 1) = 6, and what leaves last in n is seen in n + 5; each burst takes a controller 32 cycles.
  Scenario s = one_transfer(kLarge, 0);
  surround(s);
  s.architecture.memory->bytes_per_cycle = Speed{8000000};
  SECTION("one: its bursts begin in 19 + 32 i and are seen 38 later") {
    s.architecture.memory->controllers = 1;
    s.architecture.placement->memory = {1};
    CHECK(input_time(s) == 19 + 32 * 1023 + 38);
  }
  SECTION("two: half of the bursts each, the second one's begin one cycle later") {
    s.architecture.memory->controllers = 2;
    s.architecture.placement->memory = {1, 3};
    // The second of each pair wants p0's link one cycle after the first does, and has it 8 cycles later.
    CHECK(input_time(s) == 20 + 32 * 511 + 38 + 8);
  }
  SECTION("four: bursts 0 to 3 want p0's link from 48 on, and it carries 9 flits of one after those of another") {
    // Burst 0 is sent in 6 + 13 + 24 = 43 and seen in 43 + L(1, 9) = 57; 1023 others follow it without a gap.
    CHECK(input_time(s) == 57 + 9 * 1023);
  }
}

TEST_CASE("without bursts under way at once each waits for the one before it") {
  // Asked for, at memory + 8, sent + 14, seen + L(2, 9) = 16.
  Scenario s = one_transfer(kLarge, 0);
  s.architecture.memory->outstanding_bursts = 1;
  CHECK(input_time(s) == 1024 * 38);
}

TEST_CASE("a large write goes as fast as the link while the memory writes what has come", "[figures]") {
  Scenario s = one_transfer(0, kLarge);
  s.architecture.memory->bytes_per_cycle = Speed{32000000};
  SECTION("eight bursts under way") {
    const JobRecord job = run(s).jobs[0][0];
    // Burst i leaves in 1 + 9 i to 9 + 9 i, is at memory in 16 + 9 i, written in 16 + 13 + 8 + 9 i, acknowledged 8
    // later: 45, in time for burst i + 8, which leaves from 73 + 9 i on. The last acknowledgement in 45 + 9 x 1023,
    // completion + 6.
    CHECK(job.completed - job.finished == 45 + 9 * 1023 + 6);
  }
  SECTION("one") {
    s.architecture.memory->outstanding_bursts = 1;
    const JobRecord job = run(s).jobs[0][0];
    CHECK(job.completed - job.finished == 45 * 1024 + 6);
  }
}

TEST_CASE("the jobs of a processor share the bursts it may have under way, first come, first served") {
  // One burst at a time, 38 cycles each. Job 1 arrives 12 cycles after job 0 (as in job_transfer_test) and waits for
  // both bursts of job 0: the second of them, of 64 bytes, is back in 38 + 8 + 14 + L(2, 3) = 70.
  Scenario s = tiny(1, 2);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.architecture.memory->outstanding_bursts = 1;
  s.tasks = {make_task(TaskClass::block, 2, 1)};
  s.tasks[0].input_bytes = 320;
  const Outcome o = run(s);
  CHECK(o.jobs[0][0].arrived == 91);
  CHECK(o.jobs[0][0].started == 91 + 70);
  CHECK(o.jobs[0][1].arrived == 99);
  CHECK(o.jobs[0][1].started == 91 + 70 + 70);
}

TEST_CASE("a write and a read of one processor take turns") {
  // One burst at a time: alone a burst written takes 45 cycles, a burst read 38. The input of 4 bursts comes while a
  // burst of the long output is under way, and then is every second one: up to 45 + 38 + 3 x (45 + 38) cycles, but for
  // a few in which the other task's messages cross the way.
  Scenario s = tiny(1, 2);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.architecture.memory->outstanding_bursts = 1;
  s.architecture.memory->bytes_per_cycle = Speed{32000000};
  s.tasks = {make_task(TaskClass::block, 1, 1), make_task(TaskClass::cluster, 1, 1, 500)};
  s.tasks[0].output_bytes = kLarge;
  s.tasks[1].input_bytes = 1024;
  const Outcome o = run(s);
  const JobRecord& writer = o.jobs[0][0];
  const JobRecord& reader = o.jobs[1][0];
  CHECK(writer.finished < reader.arrived);
  CHECK(reader.started - reader.arrived > 3 * (45 + 38));
  CHECK(reader.started - reader.arrived <= 4 * (45 + 38) + 5);
  const Cycle rest = writer.completed - writer.finished - (1024 * 45 + 4 * 38 + 6);
  CHECK(rest < 20);
}

TEST_CASE("blocks go to the controllers in turn, so that a large transfer loads them evenly", "[figures]") {
  for (const std::uint32_t blocks : {0U, 256U, 1024U}) {
    INFO(blocks);
    Scenario s = one_transfer(kLarge, kLarge);
    surround(s);
    s.architecture.memory->interleave_bytes = blocks;
    const Outcome o = run(s);
    std::vector<std::uint64_t> in;
    std::vector<std::uint64_t> out;
    const InterconnectTraffic& traffic = o.stats.traffic;
    const auto is_memory = [&](std::uint32_t terminal) { return traffic.terminals[terminal].rfind("memory", 0) == 0; };
    for (const LinkStats& link : traffic.links) {
      if (link.kind == LinkKind::entry && is_memory(link.from)) out.push_back(link.flits);
      if (link.kind == LinkKind::exit && is_memory(link.to)) in.push_back(link.flits);
    }
    // Each 256 of the bursts that are read, and as many that are written; controller 0 has the one descriptor, too.
    constexpr std::uint64_t kFlits = 256 + 256 * 9;
    CHECK(in == std::vector<std::uint64_t>{kFlits + 5 + 1, kFlits, kFlits, kFlits});
    CHECK(out == std::vector<std::uint64_t>{kFlits + 1 + 5, kFlits, kFlits, kFlits});
  }
}

TEST_CASE("a descriptor longer than a burst is written and read in several") {
  Scenario s = tiny(1);
  s.architecture.descriptor->full_bytes = 512;
  s.tasks = {make_task(TaskClass::block, 1, 10)};
  const Outcome o = run(s);
  // Written in flits 1..9 and 10..18, the second burst at memory in 25, done + 13 + 2 = 40, acknowledged 48,
  // doorbell 54. Read requests in 54 and 55, at memory in 60 and 61, bytes from 73 and 75 on; flits 75..83 and 84..92,
  // seen 5 later.
  CHECK(o.tasks[0].cached == 97);
}

TEST_CASE("what a descriptor has beyond its full information is read when its length is known") {
  Scenario s = tiny(1);
  s.architecture.descriptor->full_bytes = 256;
  s.architecture.descriptor->predecessors = 0;
  s.tasks.assign(70, make_task(TaskClass::event, 0, 0));
  s.tasks.push_back(make_task(TaskClass::block, 1, 10, 9000));
  for (std::uint64_t task = 0; task < 70; ++task) s.tasks.back().after.push_back(task);
  const Outcome o = run(s);
  // 256 + 280 bytes, from 9000: written in flits 1..9, 10..18 and 19, the last burst at memory in 26, written behind
  // the second one in 41, acknowledged 49, doorbell 55. The first burst is read at memory in 61, sent in 75, seen
  // in 89. The others are asked for in 89 and 90, at memory in 95 and 96, their bytes move from 108 and 110 on: flits
  // 110..118 and 119, seen 5 later.
  CHECK(o.tasks[70].submitted == 9000);
  CHECK(o.tasks[70].cached == 9124);
}

TEST_CASE("memory moves a decimal number of bytes in a cycle") {
  Scenario s = tiny(1);
  s.tasks = {make_task(TaskClass::block, 1, 100)};
  // The descriptor is at memory in 12, its 128 bytes move from 25 on, and the acknowledgement takes 8 (scenario.h).
  SECTION("12.8: 10 cycles") {
    s.architecture.memory->bytes_per_cycle = Speed{12800000};
    CHECK(run(s).tasks[0].acknowledged == 12 + 13 + 10 + 8);
  }
  SECTION("12.7: 11 cycles, of which the last is nearly empty") {
    s.architecture.memory->bytes_per_cycle = Speed{12700000};
    CHECK(run(s).tasks[0].acknowledged == 12 + 13 + 11 + 8);
  }
  SECTION("0.5: 256 cycles") {
    s.architecture.memory->bytes_per_cycle = Speed{500000};
    CHECK(run(s).tasks[0].acknowledged == 12 + 13 + 256 + 8);
  }
}

TEST_CASE("a message is handed over in the first cycle in which no flit comes before its bytes") {
  RandomBits bits(7, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t flit = 1 + random_below(bits, 70);
    const std::uint64_t header = random_below(bits, 3) == 0 ? random_below(bits, 200) : random_below(bits, 9);
    const Speed rate{random_below(bits, 2) == 0 ? (1 + random_below(bits, 70)) * 1000000
                                                : 1 + random_below(bits, 70000000)};  // decimals as well
    const std::uint64_t bytes = 1 + random_below(bits, 300);
    const Cycle begins = 1000;
    const Cycle done = begins + rate.time_for(bytes);
    INFO(flit << ' ' << header << ' ' << rate.millionths << ' ' << bytes);
    const std::uint64_t flits = std::max<std::uint64_t>(1, ceil_div(header + bytes, flit));
    Cycle expected = begins;
    for (std::uint64_t k = 1; k <= flits; ++k) {
      const std::uint64_t carried = k * flit <= header ? 0 : std::min(k * flit - header, bytes);
      const Cycle there = begins + rate.time_for(carried);
      expected = std::max(expected, there < k ? 0 : there + 1 - k);
    }
    CHECK(CutThrough(flit, header, rate).departure(begins, done, bytes) == expected);
  }
}

}  // namespace gantry::burst_test
