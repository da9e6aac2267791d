// SPDX-License-Identifier: Apache-2.0
// Packets to several terminals (docs/timing.md, "Jobs in one message"): when each of them arrives, how many flits
// routers make, and that they arrive whatever else is under way, on every topology.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "gantry/base/error.h"
#include "lone_interconnect.h"
#include "random_keys.h"
#include "sanitized.h"

namespace gantry::copies_test {

namespace {

using Terminals = std::set<TerminalId>;

TerminalId one_of(Dice& dice, std::uint32_t nodes) { return static_cast<TerminalId>(dice.below(nodes)); }

/// Some terminals, at most `most`.
Terminals some_of(Dice& dice, std::uint32_t nodes, std::uint32_t most) {
  Terminals to;
  for (std::uint64_t n = dice.between(1, most); n > 0; --n) to.insert(one_of(dice, nodes));
  return to;
}

LoneInterconnect with_copies(const InterconnectConfig& config, std::uint32_t nodes) {
  return LoneInterconnect(config, every_node(nodes), nodes, Fabric::has_wide_target(), ChannelUse::request_response,
                          false, true);
}

/// Flits that have passed links between routers.
std::uint64_t on_links(const LoneInterconnect& net) {
  std::uint64_t flits = 0;
  for (const LinkStats& link : net.net().traffic(net.now()).links)
    flits += link.kind == LinkKind::link ? link.flits : 0;
  return flits;
}

/// Links between routers of the union of the routes.
std::uint64_t links_of_tree(const LoneInterconnect& net, TerminalId from, const std::vector<TerminalId>& to) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> links;
  for (const TerminalId t : to) {
    const std::uint32_t end = net.net().fabric().router_of(t);
    for (std::uint32_t r = net.net().fabric().router_of(from); r != end;) {
      const std::uint32_t port = net.topology().next_port(r, end);
      links.emplace(r, port);
      r = net.topology().neighbour(r, port).router;
    }
  }
  return links.size();
}

Cycle arrival_at(const LoneInterconnect& net, TerminalId terminal) {
  for (const Arrival& arrival : net.arrivals()) {
    if (arrival.terminal == terminal) return arrival.cycle;
  }
  return kNever;
}

struct Drawn {
  std::string topology;
  std::uint32_t nodes = 0;
  InterconnectConfig config;
};

/// Topologies of several sizes, all routers, with buffers that a packet of 4 flits just fits.
std::vector<Drawn> machines() {
  std::vector<Drawn> all;
  for (const auto& entry : builtin_topologies().entries()) {
    if (entry.name == "graph") continue;
    for (const int kind : {0, 1, 2, 3}) {
      Drawn drawn{entry.name, 16, flit_config()};
      drawn.config.topology = entry.name;
      drawn.config.virtual_channels = 4;
      drawn.config.buffer_flits = 4;
      if (kind == 1) make_pipelined(drawn.config, false);
      if (kind == 2) make_pipelined(drawn.config, true);
      if (kind == 3) drawn.config.arbitration = Arbitration::age;
      const auto topology = entry.make(drawn.config, drawn.nodes);
      drawn.nodes = std::min(drawn.nodes, topology->nodes());
      all.push_back(std::move(drawn));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a router sends a packet to its branches one after another") {
  // From node 1 of a mesh of 3 x 3, columns first: to node 4 south, to node 3 west, to node 5 east, to node 7 south and
  // on from node 4. Alone 7 flits over H links take 2 H + 7 + 3. Branches of a router go 7 cycles apart: at node 1
  // south, west and east; at node 4 its own terminal and south.
  InterconnectConfig config = mesh(3, 3);
  LoneInterconnect net = with_copies(config, 9);
  net.send_copies(1, {4, 3, 5, 7}, 7, 1);
  REQUIRE(net.drain());
  CHECK(arrival_at(net, 4) == 2 * 1 + 10);
  CHECK(arrival_at(net, 3) == 2 * 2 + 10 + 7);
  CHECK(arrival_at(net, 5) == 2 * 2 + 10 + 14);
  CHECK(arrival_at(net, 7) == 2 * 2 + 10 + 7);
  // Links 1-4, 4-7, 1-0, 0-3, 1-2, 2-5. Routers 1 and 4 have made 2 and 1 packets.
  CHECK(on_links(net) == 7 * 6);
  CHECK(net.net().stats().flits_copied == 7 * 3);
  CHECK(net.net().stats().packets == 4);
  CHECK(net.net().stats().flits == 7 * 4);
}

TEST_CASE("a packet whose routes do not part takes one of them, and is copied at the end") {
  // From node 0 to nodes 2 and 3 of a row: over both links once, then to the terminal of node 2 and on to node 3.
  LoneInterconnect net = with_copies(mesh(4, 1), 4);
  net.send_copies(0, {2, 3}, 5, 1);
  REQUIRE(net.drain());
  CHECK(arrival_at(net, 2) == 2 * 2 + 5 + 3);
  CHECK(arrival_at(net, 3) == 2 * 3 + 5 + 3 + 5);
  CHECK(on_links(net) == 5 * 3);
}

TEST_CASE("flits on links are the flits sent times the links of the tree, on every topology") {
  for (const Drawn& drawn : machines()) {
    INFO(drawn.topology << " of " << drawn.nodes);
    if (drawn.topology == "torus" || drawn.topology == "ring") continue;  // a copy of its own for each channel class
    Dice dice(drawn.nodes);
    for (int i = 0; i < 20; ++i) {
      LoneInterconnect net = with_copies(drawn.config, drawn.nodes);
      const TerminalId from = one_of(dice, drawn.nodes);
      Terminals to = some_of(dice, drawn.nodes, 6);
      to.erase(from);
      if (to.empty()) continue;
      const std::vector<TerminalId> all(to.begin(), to.end());
      net.send_copies(from, all, 4, 1);
      REQUIRE(net.drain());
      CHECK(on_links(net) == 4 * links_of_tree(net, from, all));
      CHECK(net.net().stats().flits_copied == 4 * (all.size() - 1));
    }
  }
}

TEST_CASE("whatever is under way, every packet to several terminals arrives at each once, on every topology") {
  for (const Drawn& drawn : machines()) {
    INFO(drawn.topology << " of " << drawn.nodes);
    Dice dice(7);
    LoneInterconnect net = with_copies(drawn.config, drawn.nodes);
    std::map<std::pair<std::uint64_t, TerminalId>, int> missing;
    std::uint64_t copied = 0;
    // All terminals send at once, far more than the network takes.
    for (std::uint64_t tag = 1; tag <= (kSanitized ? 60 : 300); ++tag) {
      const TerminalId from = one_of(dice, drawn.nodes);
      const Terminals to = some_of(dice, drawn.nodes, 8);
      const std::uint64_t flits = dice.between(1, 4);
      for (const TerminalId t : to) ++missing[{tag, t}];
      net.send_copies(from, {to.begin(), to.end()}, flits, tag);
      copied += flits * (to.size() - 1);
      if (dice.chance(30)) net.send(from, one_of(dice, drawn.nodes), dice.between(1, 9), 0, dice.chance(50));
      if (dice.chance(20)) net.cycle();
    }
    REQUIRE(net.drain(100000));
    for (const Arrival& arrival : net.arrivals()) {
      if (arrival.tag != 0) --missing[{arrival.tag, arrival.terminal}];
    }
    for (const auto& [packet, count] : missing) CHECK(count == 0);
    CHECK(net.net().stats().flits_copied == copied);
  }
}

TEST_CASE("a packet that does not fit a buffer goes to each terminal by itself") {
  InterconnectConfig config = mesh(3, 1);
  config.buffer_flits = 4;
  LoneInterconnect net = with_copies(config, 3);
  net.send_copies(0, {1, 2}, 5, 1);
  REQUIRE(net.drain());
  CHECK(net.arrivals().size() == 2);
  CHECK(net.net().stats().flits_copied == 0);
  CHECK(on_links(net) == 5 * (1 + 2));
}

TEST_CASE("routers copy packets of a fixed routing alone") {
  InterconnectConfig config = mesh(3, 3);
  config.virtual_channels = 8;
  for (const auto& entry : builtin_routings().entries()) {
    config.routing = entry.name;
    INFO(entry.name);
    const auto topology = builtin_topologies().find("mesh")->make(config, 9);
    if (!entry.make(*topology)) continue;
    if (entry.name == "fixed") {
      CHECK_NOTHROW(with_copies(config, 9));
    } else {
      CHECK_THROWS_AS(with_copies(config, 9), Error);
    }
  }
}

}  // namespace gantry::copies_test
