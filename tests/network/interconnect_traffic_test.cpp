// SPDX-License-Identifier: Apache-2.0
// The interconnect under random traffic on random shapes: nothing lost, nothing doubled, nothing out of order, and no
// difference however it is evaluated.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"
#include "random_experiment.h"
#include "random_graph.h"
#include "random_links.h"
#include "sanitized.h"

namespace gantry::interconnect_traffic_test {

namespace {

struct Injection {
  Cycle cycle = 0;
  TerminalId from = 0;
  TerminalId to = 0;
  std::uint64_t flits = 1;
  bool response = false;
};

struct Traffic {
  InterconnectConfig config;
  std::uint32_t endpoints = 0;  ///< that a topology which sizes itself is made for
  std::vector<std::uint32_t> seats;
  std::vector<Injection> packets;  ///< in order of cycle; the tag of a packet is its place here
};

Traffic random_traffic(std::uint64_t seed) {
  Dice dice(seed);
  Traffic t;
  const std::uint32_t columns = dice.between(1, 5);
  t.config = mesh(columns, dice.between(1, 4));
  t.config.topology = dice.element(builtin_topologies().entries()).name;
  t.config.own.set("leaves", 1U << dice.between(1, 4));
  t.config.own.set("arity", dice.between(2, 4));
  t.config.own.set("concentration", dice.between(1, 3));
  const std::uint32_t endpoints = dice.between(2, 20);
  t.config.graph = random_graph(dice, endpoints);
  const auto topology = builtin_topologies().find(t.config.topology)->make(t.config, endpoints);
  t.config.routing = dice.element(builtin_routings().entries()).name;
  const auto routing = builtin_routings().find(t.config.routing)->make(*topology);
  if (!routing || 2 * routing->least_channels() > 8) t.config.routing = "fixed";
  t.config.virtual_channels = dice.between(2 * make_routing(t.config, *topology)->least_channels(), 8);
  t.config.buffer_flits = dice.one_of({1, 1, 2, 3, 8, 20});
  set_times(t.config, dice.one_of({1, 1, 2, 5}), dice.one_of({1, 1, 3}), dice.one_of({1, 1, 2, 16}));
  if (dice.chance(50)) {
    make_pipelined(t.config, dice.chance(50), dice.one_of({1, 1, 4}));
    t.config.switch_allocation_cycles = dice.one_of({1, 1, 4});
    t.config.traversal_cycles = dice.one_of({1, 1, 3});
  }
  if (dice.chance(40)) t.config.arbitration = Arbitration::age;
  if (dice.chance(30)) {
    t.config.flit_bytes = 32;
    t.config.links = random_links(dice, t.config, *topology, 40);
  }
  t.endpoints = endpoints;
  const std::uint32_t nodes = topology->nodes();
  t.seats = every_node(nodes);
  t.seats.push_back(dice.between(0, nodes - 1));
  const auto terminals = static_cast<std::uint32_t>(t.seats.size());
  const std::uint32_t load = dice.one_of({2, 20, 100});
  Cycle cycle = 0;
  for (std::uint32_t p = dice.between(20, 120); p > 0; --p) {
    if (dice.chance(load)) cycle += dice.between(0, load < 50 ? 60 : 3);
    Injection packet;
    packet.cycle = cycle;
    packet.from = dice.between(0, terminals - 1);
    packet.to = dice.chance(30) ? 0 : dice.between(0, terminals - 1);
    packet.flits = dice.one_of({1, 1, 2, 5, 30});
    packet.response = dice.chance(50);
    t.packets.push_back(packet);
  }
  return t;
}

enum class Manner : std::uint8_t { plain, every_cycle, send_last };

/// What packets say of their ways.
struct Ways final : PacketSink {
  void packet_done(const PacketRecord& packet) override {
    flit_hops += packet.flits * (packet.hops + 1);
    links += packet.hops;
  }
  std::uint64_t flit_hops = 0;
  std::uint64_t links = 0;
};

/// Arrivals in order of cycle and terminal.
std::vector<Arrival> run(const Traffic& traffic, Manner manner, std::string& problem) {
  LoneInterconnect net(traffic.config, traffic.seats, traffic.endpoints);
  Ways ways;
  net.listen(&ways);
  const auto send = [&](std::size_t p) {
    const Injection& i = traffic.packets[p];
    net.send(i.from, i.to, i.flits, p, i.response);
  };
  for (std::size_t next = 0; next < traffic.packets.size();) {
    std::size_t end = next;
    while (end < traffic.packets.size() && traffic.packets[end].cycle == net.now()) ++end;
    if (manner == Manner::send_last) {
      // The terminals in another order, too.
      net.cycle_before([&] {
        for (auto t = static_cast<TerminalId>(traffic.seats.size()); t-- > 0;) {
          for (std::size_t p = next; p < end; ++p) {
            if (traffic.packets[p].from == t) send(p);
          }
        }
      });
    } else {
      for (std::size_t p = next; p < end; ++p) send(p);
      net.cycle(manner == Manner::every_cycle);
    }
    next = end;
  }
  if (!net.drain(200000, manner == Manner::every_cycle)) problem = "does not drain: " + net.net().state();
  std::uint64_t flits = 0;
  std::uint64_t links = 0;
  for (const Injection& i : traffic.packets) {
    flits += i.flits;
    links += net.net().hops(i.from, i.to);
  }
  if (net.net().stats().flits != flits) problem = "flits are lost or made up";
  if (net.net().stats().flit_hops != ways.flit_hops) problem = "flits took another way than their packets";
  // Every topology's own route is a shortest one, and so is every way of the other routings but by a drawn router.
  if (traffic.config.routing == "valiant" ? ways.links < links : ways.links != links) problem = "a detour";
  std::vector<Arrival> arrivals = net.arrivals();
  for (const Arrival& a : arrivals) {
    const Injection& i = traffic.packets.at(a.tag);
    if (a.source != i.from || a.terminal != i.to) problem = "a packet went astray";
    const Cycle took = a.cycle - i.cycle;
    if (traffic.config.links.empty() && took < net.zero_load(i.from, i.to, i.flits)) {
      problem = "a packet was faster than light";
    }
    const LonePath path = net.path(i.from, i.to);
    if (traffic.config.routing == "fixed" && took < path.first_flit() + path.last_flit_after(i.flits)) {
      problem = "a packet was faster than its links";
    }
  }
  std::sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) {
    return std::tie(a.cycle, a.terminal, a.tag) < std::tie(b.cycle, b.terminal, b.tag);
  });
  return arrivals;
}

/// One packet per flit cycle at a terminal, each once, in order where there is only one channel to travel on.
std::string judge(const Traffic& traffic, const std::vector<Arrival>& arrivals) {
  std::set<std::uint64_t> seen;
  std::set<std::pair<Cycle, TerminalId>> taken;
  std::map<std::tuple<TerminalId, TerminalId, bool>, std::uint64_t> last;
  for (const Arrival& a : arrivals) {
    if (!seen.insert(a.tag).second) return "a packet arrived twice";
    if (!taken.emplace(a.cycle, a.terminal).second) return "two last flits at a terminal in one cycle";
    const bool response = traffic.packets[a.tag].response;
    const std::uint32_t requests = traffic.config.virtual_channels / 2;
    const bool one_channel = (response ? traffic.config.virtual_channels - requests : requests) == 1;
    const bool one_way = traffic.config.routing == "fixed";
    std::uint64_t& before = last[{a.source, a.terminal, response}];
    if (one_channel && one_way && a.tag < before) return "packets of one flow on one channel overtook each other";
    before = a.tag;
  }
  return seen.size() == traffic.packets.size() ? "" : "a packet is missing";
}

}  // namespace

TEST_CASE("random traffic arrives once, in order on one channel, and however the interconnect is evaluated") {
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 25 : 300); ++seed) {
    const Traffic traffic = random_traffic(seed);
    std::string problem;
    const std::vector<Arrival> arrivals = run(traffic, Manner::plain, problem);
    if (problem.empty()) problem = judge(traffic, arrivals);
    if (problem.empty() && run(traffic, Manner::every_cycle, problem) != arrivals)
      problem = "differs when always awake";
    if (problem.empty() && run(traffic, Manner::send_last, problem) != arrivals) {
      problem = "depends on the order of the senders";
    }
    INFO("seed " << seed);
    CHECK(problem == "");
  }
}

}  // namespace gantry::interconnect_traffic_test
