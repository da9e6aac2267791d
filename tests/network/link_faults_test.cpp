// SPDX-License-Identifier: Apache-2.0
// Links and routers that die under traffic (docs/faults.md): when packets enter again, which ways they take, that none
// is lost on any topology with any routing, and that who is cut off is told.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "gantry/network/remaining_network.h"
#include "lone_interconnect.h"
#include "random_graph.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::link_faults_test {

namespace {

constexpr NetworkFaultKind kind_of(bool drain) { return drain ? NetworkFaultKind::drain : NetworkFaultKind::die; }
NetworkFault link_dies(std::uint32_t a, std::uint32_t b, Cycle at, bool drain = true) {
  return {std::min(a, b), std::max(a, b), at, kind_of(drain)};
}
NetworkFault link_damages(std::uint32_t a, std::uint32_t b, Cycle at, Cycle mean = 0) {
  return {std::min(a, b), std::max(a, b), at, NetworkFaultKind::corrupt, mean};
}
NetworkFault router_dies(std::uint32_t router, Cycle at, bool drain = true) {
  return {router, kNone, at, kind_of(drain)};
}

void run_until(LoneInterconnect& net, Cycle cycle) {
  while (net.now() < cycle) net.cycle();
}

Cycle arrival_of(const LoneInterconnect& net, std::uint64_t tag) {
  for (const Arrival& arrival : net.arrivals()) {
    if (arrival.tag == tag) return arrival.cycle;
  }
  return kNever;
}

/// The hops of packets, by their cycle of arrival.
class Hops final : public PacketSink {
 public:
  void packet_done(const PacketRecord& packet) override { of[packet.arrived] = packet.hops; }
  std::map<Cycle, std::uint32_t> of;
};

}  // namespace

TEST_CASE("a link dies under a packet: it leaves, then the routes change, then others enter") {
  // Routers 0 1 / 2 3. A flit is granted 2 cycles after it was sent or granted before, and arrives 1 cycle after the
  // last grant: one flit over H links takes 1 + 2 (H + 1) + 1 cycles.
  LoneInterconnect net(mesh(2, 2), every_node(4));
  Hops hops;
  net.listen(&hops);
  net.fail({link_dies(0, 1, 10)});
  run_until(net, 3);
  net.send(0, 1, 8, 1);  // sent in 4 to 11: half of it after the fault
  run_until(net, 9);
  net.send(2, 1, 1, 2);  // could be sent in 10
  run_until(net, 20);
  net.send(0, 1, 1, 3);
  REQUIRE(net.drain());
  // The tail is sent in 11, granted in 13 and 15, and arrives in 16.
  CHECK(arrival_of(net, 1) == 16);
  CHECK(hops.of[16] == 1);
  // No flit is in the network after cycle 15. Sent in 16, over 2 links.
  CHECK(arrival_of(net, 2) == 15 + 1 + 2 * 3 + 1);
  // What is left is the path 0 2 3 1: 3 links.
  CHECK(arrival_of(net, 3) == 20 + 1 + 2 * 4 + 1);
  CHECK(hops.of[30] == 3);
  const auto stats = net.net().reroute_stats(net.now());
  REQUIRE(stats);
  CHECK(stats->reroutes == 1);
  CHECK(stats->drain_cycles == 16 - 10);
  CHECK(stats->packets_held == 1);
  const std::vector<NetworkFaultRecord> records = net.net().fault_records(net.now());
  REQUIRE(records.size() == 1);
  CHECK(records[0].fault.at == 10);
  CHECK(records[0].end == 16);
  CHECK(records[0].held == 1);
  CHECK(records[0].resent == 0);
}

TEST_CASE("an abrupt death loses what is under way, which is sent again on the new routes") {
  // As above. At the begin of cycle 10 six of the eight flits have been sent, and two of them have left router 1.
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({link_dies(0, 1, 10, false)});
  run_until(net, 3);
  net.send(0, 1, 8, 1);
  run_until(net, 9);
  net.send(2, 1, 1, 2);
  REQUIRE(net.drain());
  // Sent again in 10 to 17, as if it had been handed over in 9, over 3 links.
  CHECK(arrival_of(net, 1) == 9 + 1 + 2 * 4 + 1 + 7);
  CHECK(arrival_of(net, 2) == 9 + 1 + 2 * 3 + 1);
  const auto stats = net.net().reroute_stats(net.now());
  CHECK(stats->reroutes == 1);
  CHECK(stats->drain_cycles == 0);
  CHECK(stats->resent == 1);
  CHECK(net.net().stats().packets == 2);
  CHECK(net.net().stats().flits == 9);
  CHECK(net.net().fabric().flits_ejected() == 9 + 2);
  const std::vector<NetworkFaultRecord> records = net.net().fault_records(net.now());
  REQUIRE(records.size() == 1);
  CHECK(records[0].end == 10);
  CHECK(records[0].resent == 1);
}

TEST_CASE("a damaged packet is dropped where it arrives, and sent again when its source knows") {
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({link_damages(0, 1, 10), link_damages(1, 3, 0)});
  run_until(net, 3);
  net.send(0, 1, 8, 1);  // sent in 4 to 11; the flit of 8 is on the link in 10
  run_until(net, 9);
  net.send(0, 2, 1, 2);  // sent in 12, behind it
  run_until(net, 22);
  net.send(0, 2, 1, 3);  // could be sent in 23
  REQUIRE(net.drain());
  CHECK(arrival_of(net, 2) == 11 + 1 + 2 * 2 + 1);
  // The last flit arrives in 16. A flit takes 1 + 2 * 2 + 1 = 6 cycles back. Sent again in 23 to 30.
  CHECK(arrival_of(net, 1) == 22 + 1 + 2 * 2 + 1 + 7);
  CHECK(arrival_of(net, 3) == 30 + 1 + 2 * 2 + 1);
  CHECK(net.net().stats().packets == 3);
  CHECK(net.net().stats().flits == 10);
  CHECK(net.net().fabric().flits_ejected() == 18);
  CHECK(net.net().reroute_stats(net.now())->resent == 1);
  CHECK(net.net().reroute_stats(net.now())->reroutes == 0);
  const std::vector<NetworkFaultRecord> records = net.net().fault_records(net.now());
  REQUIRE(records.size() == 2);
  CHECK(records[0].end == kNever);  // the link 1 3 carries nothing
  CHECK(records[1].fault.at == 10);
  CHECK(records[1].end == 11);
  CHECK(records[1].resent == 1);
}

TEST_CASE("two faults of a link take two flits, of one packet or of two") {
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({link_damages(0, 1, 10), link_damages(0, 1, 10), link_damages(0, 1, 20)});
  run_until(net, 3);
  net.send(0, 1, 8, 1);
  REQUIRE(net.drain());
  // The flits in 10 and 11 are of the first try. The first flit of the second one, sent in 23, is on the link in 25.
  // Each try takes 19 cycles: 12 in the network, 6 back, and one until it begins again.
  CHECK(arrival_of(net, 1) == 16 + 2 * (12 + 6 + 1));
  CHECK(net.net().reroute_stats(net.now())->resent == 2);
  const std::vector<NetworkFaultRecord> records = net.net().fault_records(net.now());
  REQUIRE(records.size() == 3);
  CHECK(records[0].end == 11);
  CHECK(records[1].end == 12);
  CHECK(records[1].resent == 0);
  CHECK(records[2].end == 26);
}

TEST_CASE("of a message to several terminals those get it again whose copies the link has carried") {
  InterconnectConfig config = mesh(3, 1);
  config.buffer_flits = 8;
  for (const bool near : {true, false}) {
    LoneInterconnect net(config, every_node(3), 3, Fabric::has_wide_target(), ChannelUse::request_response, false,
                         true);
    net.fail({near ? link_damages(0, 1, 0) : link_damages(1, 2, 0)});
    run_until(net, 3);
    net.send_copies(0, {1, 2}, 4, 1);
    REQUIRE(net.drain());
    CHECK(net.arrivals().size() == 2);
    CHECK(net.net().stats().flits == 8);
    CHECK(net.net().reroute_stats(net.now())->resent == (near ? 2 : 1));
  }
}

TEST_CASE("an abrupt death while the network drains ends that") {
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({link_dies(0, 1, 8), link_dies(2, 3, 10, false)});
  run_until(net, 3);
  net.send(0, 1, 8, 1);
  net.send(0, 2, 1, 2);
  CHECK_FALSE(net.drain(100));
  const auto stats = net.net().reroute_stats(net.now());
  CHECK(stats->reroutes == 1);
  CHECK(stats->drain_cycles == 10 - 8);
  CHECK(stats->packets_held == 1);
  CHECK(stats->resent == 1);
  const std::vector<NetworkFaultRecord> records = net.net().fault_records(net.now());
  REQUIRE(records.size() == 2);
  CHECK(records[0].end == 10);
  CHECK(records[0].held == 1);
  CHECK(records[1].end == 10);
  CHECK(records[1].resent == 1);
  // What is left is 0 2 and 1 3: the lost packet has no way, and the one behind it waits for it.
  REQUIRE(net.lost_ways.size() == 1);
  CHECK(net.lost_ways[0].at == 10);
  CHECK(net.lost_ways[0].to == 1);
}

TEST_CASE("links that die while nothing is under way cost no cycle") {
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({link_dies(0, 1, 50), link_dies(2, 3, 70), link_dies(0, 2, 200)});
  CHECK(net.net().reroute_stats(49)->reroutes == 0);
  CHECK(net.net().reroute_stats(50)->reroutes == 1);
  CHECK(net.net().reroute_stats(200)->reroutes == 3);
  REQUIRE(net.net().fault_records(199).size() == 2);
  CHECK(net.net().fault_records(199)[1].end == 70);
  run_until(net, 100);
  net.send(2, 0, 4, 1);
  REQUIRE(net.drain());
  CHECK(arrival_of(net, 1) == 100 + 1 + 2 * 2 + 1 + 3);
  CHECK(net.net().reroute_stats(net.now())->reroutes == 2);
  CHECK(net.net().reroute_stats(net.now())->drain_cycles == 0);
}

TEST_CASE("faults that begin while the network drains change the routes with the first one") {
  LoneInterconnect net(mesh(3, 2), every_node(6));
  net.fail({link_dies(0, 1, 6), link_dies(1, 2, 9)});
  run_until(net, 3);
  net.send(0, 2, 8, 1);  // 2 links: the tail is sent in 11 and leaves in 17
  REQUIRE(net.drain());
  const auto stats = net.net().reroute_stats(net.now());
  CHECK(stats->reroutes == 1);
  CHECK(stats->drain_cycles == 18 - 6);
}

TEST_CASE("the first message that cannot reach its destination is told, in the cycle in which it could have entered") {
  LoneInterconnect net(mesh(2, 2), every_node(4));
  net.fail({router_dies(3, 10)});
  run_until(net, 8);
  net.send(0, 3, 3, 1);  // sent in 9 to 11, before it is dead: it arrives
  run_until(net, 12);
  net.send(2, 1, 1, 2);
  net.send(1, 3, 1, 3);
  net.send(2, 3, 1, 4);
  CHECK_FALSE(net.drain(1000));
  // Over two links the last flit is granted in 11 + 2 + 2 + 2.
  CHECK(arrival_of(net, 1) == 18);
  CHECK(arrival_of(net, 2) == 17 + 1 + 2 * 3 + 1);
  REQUIRE(net.lost_ways.size() == 1);
  CHECK(net.lost_ways[0].at == 18);
  CHECK(net.lost_ways[0].from == 1);
  CHECK(net.lost_ways[0].to == 3);
  CHECK(net.lost_ways[0].kind == "request");
}

TEST_CASE("whatever dies, packets arrive on every topology, with every routing and router, or are told") {
  Dice dice(5);
  std::uint64_t arrived = 0;
  std::uint64_t held = 0;
  std::uint64_t told = 0;
  std::uint64_t resent = 0;
  for (const auto& entry : builtin_topologies().entries()) {
    for (const auto& routing : builtin_routings().entries()) {
      for (const int kind : {0, 1, 2, 3}) {
        if (kSanitized && dice.between(0, 3) != 0) continue;
        InterconnectConfig config = flit_config();
        config.topology = entry.name;
        config.routing = routing.name;
        config.virtual_channels = 8;
        config.buffer_flits = dice.between(1, 6);
        set_times(config, dice.between(1, 2), dice.between(1, 3), dice.between(1, 2));
        if (kind == 1) make_pipelined(config, false);
        if (kind == 2) make_pipelined(config, true);
        if (kind == 3) config.arbitration = Arbitration::age;
        if (entry.name == "graph") config.graph = random_graph(dice, 12);
        const auto topology = entry.make(config, 16);
        if (routing.make(*topology) == nullptr) continue;
        if (routing.make(*topology)->least_channels() > 4) continue;
        INFO(entry.name << ' ' << routing.name << ' ' << kind);
        const std::uint32_t nodes = std::min<std::uint32_t>(16, topology->nodes());
        std::vector<NetworkFault> faults;
        for (std::uint32_t n = dice.between(1, 4); n > 0 && topology->routers() > 1; --n) {
          const std::uint32_t router = dice.between(0, topology->routers() - 1);
          const Cycle at = dice.between(0, 300);
          const bool drain = dice.between(0, 1) == 0;
          if (dice.between(0, 5) == 0) {
            faults.push_back(router_dies(router, at, drain));
          } else if (topology->ports(router) > 0) {
            const LinkEnd end = topology->neighbour(router, dice.between(0, topology->ports(router) - 1));
            if (end.router == kNone || end.router == router) continue;
            if (dice.between(0, 2) == 0) {
              faults.push_back(link_damages(router, end.router, at));
            } else {
              faults.push_back(link_dies(router, end.router, at, drain));
            }
          }
        }
        const bool copies = routing.name == std::string("fixed");
        const bool wide = Fabric::has_wide_target();
        LoneInterconnect due(config, every_node(nodes), 16, wide, ChannelUse::request_response, false, copies);
        LoneInterconnect always(config, every_node(nodes), 16, wide, ChannelUse::request_response, false, copies);
        due.fail(faults);
        always.fail(faults);
        std::uint64_t tags = 0;
        std::uint64_t sent = 0;
        std::uint64_t flits_sent = 0;
        std::map<std::uint64_t, std::set<TerminalId>> ends;  ///< that a packet has not reached
        while (due.now() < 400 && due.lost_ways.empty()) {
          if (dice.between(0, 2) == 0) {
            const auto from = static_cast<TerminalId>(dice.below(nodes));
            const auto to = static_cast<TerminalId>(dice.below(nodes));
            const std::uint32_t flits = dice.between(1, 9);
            const bool response = dice.between(0, 1) == 0;
            std::set<TerminalId> several = {to};
            while (copies && dice.between(0, 2) != 0) several.insert(static_cast<TerminalId>(dice.below(nodes)));
            for (LoneInterconnect* net : {&due, &always}) {
              if (several.size() == 1) {
                net->send(from, to, flits, tags, response);
              } else {
                net->send_copies(from, {several.begin(), several.end()}, flits, tags);
              }
            }
            ends[tags++] = several;
            sent += several.size();
            flits_sent += flits * several.size();
          }
          due.cycle();
          always.cycle(true);
        }
        const bool all = due.lost_ways.empty() && due.drain(20000);
        if (!all) {
          REQUIRE(due.lost_ways.size() == 1);
          run_until(due, due.now() + 2000);
          // Only those stay that are cut off, or wait behind such ones at their terminals.
          RemainingNetwork rest(*topology);
          for (const NetworkFault& fault : faults) {
            if (fault.kind != NetworkFaultKind::corrupt && fault.at <= due.lost_ways[0].at) rest.lose(fault);
          }
          rest.find_routes({});
          CHECK_FALSE(
              rest.has_way(topology->router_of(due.lost_ways[0].from), topology->router_of(due.lost_ways[0].to)));
          CHECK(due.net().fabric().holds_nothing());
          ++told;
        } else {
          CHECK(due.arrivals().size() == sent);
        }
        while (always.now() < due.now()) always.cycle(true);
        CHECK(always.arrivals() == due.arrivals());
        const RerouteStats one = due.net().reroute_stats(due.now()).value_or(RerouteStats());
        const RerouteStats other = always.net().reroute_stats(due.now()).value_or(RerouteStats());
        CHECK(one.reroutes == other.reroutes);
        CHECK(one.drain_cycles == other.drain_cycles);
        CHECK(one.packets_held == other.packets_held);
        CHECK(one.resent == other.resent);
        if (all) CHECK(due.net().stats().flits == flits_sent);
        std::uint64_t held_by_faults = 0;
        std::uint64_t resent_by_faults = 0;
        const std::vector<NetworkFaultRecord> records = due.net().fault_records(due.now());
        const std::vector<NetworkFaultRecord> others = always.net().fault_records(due.now());
        REQUIRE(records.size() == others.size());
        for (std::size_t i = 0; i < records.size(); ++i) {
          CHECK(records[i].end == others[i].end);
          held_by_faults += records[i].held;
          resent_by_faults += records[i].resent;
        }
        CHECK(held_by_faults == one.packets_held);
        CHECK(resent_by_faults == one.resent);
        resent += one.resent;
        for (const Arrival& arrival : due.arrivals()) CHECK(ends[arrival.tag].erase(arrival.terminal) == 1);
        arrived += due.arrivals().size();
        held += one.packets_held;
      }
    }
  }
  UNSCOPED_INFO(arrived << " arrived, " << held << " were held, " << resent << " sent again, " << told
                        << " runs were cut off");
  CHECK(arrived > (kSanitized ? 1000 : 5000));
  CHECK(held > (kSanitized ? 20 : 100));
  CHECK(told > (kSanitized ? 1 : 5));
  CHECK(resent > (kSanitized ? 30 : 200));
}

}  // namespace gantry::link_faults_test
