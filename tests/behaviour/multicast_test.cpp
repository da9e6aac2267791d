// SPDX-License-Identifier: Apache-2.0
// Jobs of one task in one message (docs/timing.md, "Jobs in one message"): what leaves together, when, and how often
// the star copies it.
#include <map>
#include <set>

#include "behaviour/scenario.h"
#include "gantry/base/error.h"
#include "gantry/network/control_config.h"
#include "gantry/scheduler/dispatcher_config.h"
#include "gantry/scheduler/picker_config.h"

namespace gantry::multicast_test {
namespace {

/// The tiny machine with a star and one message per task and round.
Scenario with_copies(std::uint32_t processors, std::uint32_t decisions) {
  Scenario s = tiny(processors);
  s.architecture.control->topology = kStar;
  s.architecture.dispatcher->decisions_per_round = decisions;
  s.architecture.dispatcher->multicast = true;
  return s;
}

/// A task of one class is picked in this cycle (scenario.h), with doorbells on a star.
constexpr Cycle kPicked = 34 + 1 + 6 + 14 + 10 + 9;

/// Messages that left a wire to a processor, of all wires.
std::uint64_t on_wires_to_processors(const Outcome& o) {
  const InterconnectTraffic& traffic = o.stats.control->traffic;
  std::uint64_t messages = 0;
  for (const LinkStats& wire : traffic.links) {
    const bool out = traffic.terminals[wire.from].rfind("scheduler", 0) == 0;
    if (out && traffic.terminals[wire.to] != "host") messages += wire.flits;
  }
  return messages;
}

}  // namespace

TEST_CASE("a gang leaves its port in one cycle, and is at all its processors in one") {
  // Without multicast the four jobs leave in picked + 2 to + 5 (control_network_test.cpp).
  Scenario s = with_copies(4, 4);
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  const Cycle left = kPicked + 2;
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{kPicked, kPicked, kPicked, kPicked});
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{left, left, left, left});
  CHECK(each(o.jobs[0], &JobRecord::sent) == Cycles{left, left, left, left});
  CHECK(each(o.jobs[0], &JobRecord::started) == Cycles{left + 1, left + 1, left + 1, left + 1});
  // The scheduler takes one completion a cycle.
  CHECK(each(o.jobs[0], &JobRecord::completed) == Cycles{left + 102, left + 103, left + 104, left + 105});
  CHECK(o.tasks[0].slot_freed == left + 2);
}

TEST_CASE("a message of n jobs is n packets, of which the star makes n - 1") {
  Scenario s = with_copies(4, 4);
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  REQUIRE(o.stats.control);
  // Doorbell, four jobs, four completions, interrupt.
  CHECK(o.stats.control->totals.packets == 10);
  CHECK(o.stats.control->totals.flits_copied == 3);
  // One message sent, times the four wires of its tree.
  CHECK(on_wires_to_processors(o) == 1 * 4);
  // Every wire carries the whole message: 8 of header, the descriptor once, split information for each job.
  for (const LinkStats& wire : o.stats.control->traffic.links) {
    const bool job = wire.flits == 1 && wire.bytes > 100;
    if (job) CHECK(wire.bytes == 8 + 128 + 4 * 16);
  }
}

TEST_CASE("a round of more jobs than decisions needs as many messages as rounds") {
  // Six jobs, four decisions a round: four jobs leave in picked + 2. The next round is a cycle later.
  Scenario s = with_copies(6, 4);
  s.architecture.dispatcher->picker->reweigh_cycles = 0;
  s.tasks = {make_task(TaskClass::block, 6, 100)};
  const Outcome o = run(s);
  const Cycle picked = o.jobs[0][0].picked;
  const Cycle left = picked + 2;
  CHECK(each(o.jobs[0], &JobRecord::picked) == Cycles{picked, picked, picked, picked, picked + 1, picked + 1});
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{left, left, left, left, left + 1, left + 1});
  CHECK(o.stats.control->totals.flits_copied == 3 + 1);
}

TEST_CASE("jobs of two tasks that one round picks leave in two messages, the first picked first") {
  // Both tasks wait for two processors each, which are busy until then; equal weights take turns in a round.
  Scenario s = with_copies(4, 4);
  s.architecture.dispatcher->match_against = MatchAgainst::capable;
  s.tasks = {make_task(TaskClass::block, 4, 400), make_task(TaskClass::block, 4, 50),
             make_task(TaskClass::block, 4, 50)};
  const Outcome o = run(s);
  std::map<Cycle, std::map<std::uint64_t, std::map<Cycle, int>>> jobs;  // by round, task and departure
  std::uint64_t messages = 0;
  for (const auto& of_task : o.jobs) {
    for (const JobRecord& job : of_task) ++jobs[job.picked][job.task][job.issued];
  }
  for (const auto& [picked, tasks] : jobs) {
    Cycle last = picked + 1;
    std::set<Cycle> departures;
    for (const auto& [task, left] : tasks) {
      CHECK(left.size() == 1);  // one message
      departures.insert(left.begin()->first);
      ++messages;
    }
    CHECK(departures.size() == tasks.size());  // one port: one message a cycle
    CHECK(*departures.begin() > last);
  }
  CHECK(o.stats.control->totals.flits_copied == 12 - messages);
}

TEST_CASE("a message takes one port, and the next one the port with fewest jobs") {
  Scenario s = with_copies(4, 2);
  s.architecture.dispatcher->send_ports = 2;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  CHECK(each(o.jobs[0], &JobRecord::port) == std::vector<std::uint32_t>{0, 0, 1, 1});
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{kPicked + 2, kPicked + 2, kPicked + 3, kPicked + 3});
}

TEST_CASE("routers send a message with four jobs once for each branch") {
  // Picked in 79, at its port in 81, with 7 flits: 8 + 128 + 4 x 16 bytes. The scheduler's router sends it to p0 and p3
  // (south), then to p1 (west), then to p2 (east). p0's router sends it to p0, then on to p3. L(H, 7) = 2 H + 10.
  Scenario s = tiny(4);
  s.architecture.dispatcher->decisions_per_round = 4;
  s.architecture.dispatcher->multicast = true;
  s.tasks = {make_task(TaskClass::block, 4, 100)};
  const Outcome o = run(s);
  CHECK(each(o.jobs[0], &JobRecord::processor) == std::vector<ProcessorId>{0, 1, 2, 3});
  CHECK(each(o.jobs[0], &JobRecord::issued) == Cycles{82, 82, 82, 82});
  CHECK(each(o.jobs[0], &JobRecord::sent) == Cycles{88, 88, 88, 88});
  CHECK(each(o.jobs[0], &JobRecord::arrived) == Cycles{81 + 12, 81 + 14 + 7, 81 + 14 + 14, 81 + 14 + 7});
  CHECK(o.stats.interconnect.flits_copied == 3 * 7);
}

TEST_CASE("jobs in one message need routes that are fixed") {
  Scenario s = tiny(2);
  s.architecture.dispatcher->decisions_per_round = 2;
  s.architecture.dispatcher->multicast = true;
  s.architecture.interconnect.virtual_channels = 4;
  s.architecture.interconnect.routing = "valiant";
  s.tasks = {make_task(TaskClass::block, 2, 10)};
  CHECK_THROWS_AS(run_once(s, 0, 100), Error);
}

}  // namespace gantry::multicast_test
