// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"

namespace gantry::interconnect_test {

namespace {

/// Cycle in which the packet with this tag arrived.
Cycle arrival_of(const LoneInterconnect& net, std::uint64_t tag) {
  for (const Arrival& a : net.arrivals()) {
    if (a.tag == tag) return a.cycle;
  }
  return kNever;
}

std::uint32_t nodes_of(const InterconnectConfig& config) {
  return builtin_topologies().find(config.topology)->make(config, 1)->nodes();
}

}  // namespace

TEST_CASE("a packet alone takes exactly its hops and its flits") {
  const auto config = GENERATE(mesh(1, 2), mesh(5, 1), mesh(1, 7), mesh(4, 4), mesh(3, 5), tree(2), tree(8), tree(16));
  const auto times = GENERATE(std::array<std::uint32_t, 3>{1, 1, 1}, std::array<std::uint32_t, 3>{3, 1, 2},
                              std::array<std::uint32_t, 3>{1, 4, 1}, std::array<std::uint32_t, 3>{16, 16, 16});
  const auto channels = GENERATE(2U, 3U, 8U);
  InterconnectConfig set = config;
  set_times(set, times[0], times[1], times[2]);
  set.virtual_channels = channels;
  set.buffer_flits = times[0] + times[1] + times[2];
  const std::uint32_t nodes = nodes_of(set);
  // One more terminal on node 0: neighbours on one router.
  std::vector<std::uint32_t> seats = every_node(nodes);
  seats.push_back(0);
  LoneInterconnect net(set, seats);
  net.checked = false;
  std::uint64_t tag = 0;
  std::uint64_t hops = 0;
  std::uint64_t wrong = 0;
  for (TerminalId from = 0; from < seats.size(); ++from) {
    for (TerminalId to = 0; to < seats.size(); ++to) {
      for (const std::uint64_t flits : {1, 2, 9}) {
        const Cycle sent = net.now();
        net.send(from, to, flits, ++tag, flits == 2);
        if (!net.drain()) FAIL("a packet does not arrive");
        wrong += net.arrivals().back().cycle - sent != net.zero_load(from, to, flits) ? 1 : 0;
        wrong += net.arrivals().back().terminal != to || net.arrivals().back().source != from ? 1 : 0;
        hops += flits * (net.net().hops(from, to) + 1);
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(net.arrivals().size() == tag);
  CHECK(net.net().stats().packets == tag);
  CHECK(net.net().stats().flits == tag * 4);
  CHECK(net.net().stats().flit_hops == hops);
}

TEST_CASE("one flow uses its link in every cycle if the buffers cover the round trip, else a part of them") {
  const auto config = GENERATE(mesh(2, 1), mesh(5, 1), tree(8));
  const auto times = GENERATE(std::array<std::uint32_t, 3>{1, 1, 1}, std::array<std::uint32_t, 3>{2, 1, 3},
                              std::array<std::uint32_t, 3>{1, 4, 2}, std::array<std::uint32_t, 3>{4, 4, 4});
  const auto flits = GENERATE(std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{16});
  const Cycle round_trip = times[0] + times[1] + times[2];
  for (std::uint32_t depth = 1; depth <= round_trip + 2; ++depth) {
    InterconnectConfig set = config;
    set_times(set, times[0], times[1], times[2]);
    set.virtual_channels = 2;
    set.buffer_flits = depth;
    // At the end of the first row, or of the tree.
    const std::uint32_t last = set.own.get("columns", nodes_of(set)) - 1;
    LoneInterconnect net(set, {0, last});
    net.checked = depth < 3;
    const std::uint64_t packets = 40;
    for (std::uint64_t p = 0; p < packets; ++p) net.send(0, 1, flits, p);
    REQUIRE(net.drain());
    REQUIRE(net.arrivals().size() == packets);
    // `depth` flits per round trip, but no more than one per cycle.
    const Cycle period = std::max<Cycle>(round_trip, depth);
    bool exact = true;
    for (std::uint64_t p = 0; p < packets; ++p) {
      const std::uint64_t flit = (p + 1) * flits - 1;
      const Cycle expected = net.zero_load(0, 1, 1) + flit / depth * period + flit % depth;
      exact = exact && net.arrivals()[p].cycle == expected && net.arrivals()[p].tag == p;
    }
    INFO("depth " << depth << " of " << round_trip);
    CHECK(exact);
  }
}

TEST_CASE("two flows that share a link take turns") {
  InterconnectConfig config = mesh(3, 1);
  config.virtual_channels = GENERATE(2U, 4U, 8U);
  config.buffer_flits = 8;
  const std::uint64_t flits = GENERATE(1, 4, 10);
  LoneInterconnect net(config, {0, 1, 2});
  for (std::uint64_t p = 0; p < 60; ++p) {
    net.send(0, 2, flits);
    net.send(1, 2, flits);
  }
  REQUIRE(net.drain());
  std::int64_t ahead = 0;
  std::int64_t most = 0;
  for (const Arrival& a : net.arrivals()) {
    ahead += a.source == 0 ? 1 : -1;
    most = std::max(most, std::abs(ahead));
  }
  // One starts a little earlier, being nearer; more channels let a packet more be under way.
  CHECK(most <= 1 + config.virtual_channels / 2);
  CHECK(ahead == 0);
}

TEST_CASE("ports of several inputs share an output evenly") {
  // All eight neighbours of a 3x3 mesh send to the centre; XY routing brings them in by four links and one by one.
  InterconnectConfig config = mesh(3, 3);
  config.virtual_channels = 2;
  config.buffer_flits = 4;
  LoneInterconnect net(config, every_node(9));
  for (std::uint64_t p = 0; p < 50; ++p) {
    for (const TerminalId from : {1U, 3U, 5U, 7U}) net.send(from, 4, 3);
  }
  REQUIRE(net.drain());
  std::array<std::int64_t, 9> seen{};
  std::int64_t spread = 0;
  for (const Arrival& a : net.arrivals()) {
    ++seen[a.source];
    const auto of = {seen[1], seen[3], seen[5], seen[7]};
    spread = std::max(spread, std::max(of) - std::min(of));
  }
  CHECK(spread <= 1);
  CHECK(net.arrivals().back().cycle == net.zero_load(1, 4, 1) + 50 * 4 * 3 - 1);
}

TEST_CASE("a blocked packet holds its channel, and only that") {
  // Long packets from node 1 hold every request channel towards node 2. A packet from node 0 to node 2 has to wait for
  // one of them in router 1; the next one, which only goes to node 1, stands behind it or passes on another channel.
  const bool one_channel = GENERATE(true, false);
  InterconnectConfig config = mesh(3, 1);
  config.virtual_channels = one_channel ? 2 : 4;
  config.buffer_flits = 4;
  enum : TerminalId { node0, node1, node1_too, node2 };
  LoneInterconnect net(config, {0, 1, 1, 2});
  enum : std::uint64_t { long_one, long_too, blocked, behind, answer };
  net.send(node1, node2, 200, long_one);
  if (!one_channel) net.send(node1_too, node2, 200, long_too);
  for (int i = 0; i < 10; ++i) net.cycle();
  const Cycle sent = net.now();
  net.send(node0, node2, 3, blocked);
  net.send(node0, node1, 3, behind);
  net.send(node0, node2, 3, answer, true);
  REQUIRE(net.drain());
  CHECK(arrival_of(net, blocked) > arrival_of(net, long_one));
  if (one_channel) {
    CHECK(arrival_of(net, behind) > arrival_of(net, long_one) - config.link_cycles - config.router_cycles);
  } else {
    CHECK(arrival_of(net, behind) == sent + net.zero_load(node0, node1, 3) + 3);  // after the one before it
  }
  // Responses never wait for requests; on the link they take turns with the flits of the long packets.
  CHECK(arrival_of(net, answer) <= sent + net.zero_load(node0, node2, 3) + 6 + 3 * (one_channel ? 2 : 3));
}

TEST_CASE("saturated requests do not keep responses") {
  const auto config = GENERATE(mesh(4, 4), mesh(8, 1), tree(16));
  InterconnectConfig set = config;
  set.virtual_channels = GENERATE(2U, 4U);
  set.buffer_flits = GENERATE(1U, 4U);
  const std::uint32_t nodes = nodes_of(set);
  LoneInterconnect net(set, every_node(nodes));
  // Every node floods node 0 with requests; now and then one answers another.
  std::uint64_t tag = 0;
  for (std::uint64_t p = 0; p < 200; ++p) {
    for (TerminalId from = 1; from < nodes; ++from) net.send(from, 0, 8, ++tag);
  }
  for (int i = 0; i < 500; ++i) net.cycle();
  std::map<std::uint64_t, Cycle> answers;
  std::map<std::uint64_t, Cycle> bounds;
  // A terminal injects one packet after the other, so the answers come from node 0, which sends no requests.
  for (TerminalId to = 1; to < nodes; ++to) {
    answers[++tag] = net.now();
    bounds[tag] = net.zero_load(0, to, 4);
    net.send(0, to, 4, tag, true);
    for (int i = 0; i < 200; ++i) net.cycle();
  }
  std::uint64_t late = 0;
  for (const auto& [answer, sent] : answers) {
    const Cycle arrived = arrival_of(net, answer);
    // Away from the flood there is nobody to wait for but credits of shallow buffers.
    late += arrived == kNever || arrived - sent > bounds[answer] * 3 ? 1 : 0;
  }
  CHECK(late == 0);
  REQUIRE(net.drain());
}

TEST_CASE("a response goes first between floods of requests on the same links") {
  InterconnectConfig config = mesh(6, 1);
  config.virtual_channels = 2;
  config.buffer_flits = 3;
  // Two terminals at node 0: one floods, one answers.
  LoneInterconnect net(config, {0, 0, 5});
  for (std::uint64_t p = 0; p < 300; ++p) net.send(0, 2, 8, 0);
  for (int i = 0; i < 300; ++i) net.cycle();
  const Cycle sent = net.now();
  net.send(1, 2, 6, 1, true);
  REQUIRE(net.drain());
  // At worst every second cycle of each link is its own.
  CHECK(arrival_of(net, 1) - sent <= net.zero_load(1, 2, 6) + 6 + net.net().hops(1, 2) + 2);
}

TEST_CASE("a router takes less than 4.5 kB, buffers, links and its row of the route table included") {
  const std::uint32_t side = GENERATE(8U, 32U);
  InterconnectConfig config = mesh(side, side);
  config.virtual_channels = 4;
  config.buffer_flits = 8;
  const bool pipelined = GENERATE(false, true);
  if (pipelined) make_pipelined(config, true);
  const LoneInterconnect net(config, every_node(side * side));
  const std::size_t bytes = net.net().fabric().memory_bytes() / (side * side);
  INFO(side << "x" << side << (pipelined ? ", pipelined: " : ": ") << bytes);
  CHECK(bytes < 4608);
  CHECK(bytes > 4 * 5 * (8 + 1));
}

}  // namespace gantry::interconnect_test
