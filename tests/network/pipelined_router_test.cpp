// SPDX-License-Identifier: Apache-2.0
// The pipelined router cycle by cycle; docs/timing.md has its stages.
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"

namespace gantry::pipelined_router_test {

TEST_CASE("a packet alone takes 6 + 4H + P - 1 cycles, speculating 5 + 3H + P - 1") {
  InterconnectConfig config = GENERATE(mesh(4, 3), tree(8));
  config.virtual_channels = GENERATE(2U, 8U);
  const bool speculative = GENERATE(false, true);
  make_pipelined(config, speculative);
  const std::uint32_t nodes = config.topology == "mesh" ? 12 : 8;
  LoneInterconnect net(config, every_node(nodes));
  std::uint64_t wrong = 0;
  for (TerminalId from = 0; from < nodes; ++from) {
    for (TerminalId to = 0; to < nodes; ++to) {
      for (const std::uint64_t flits : {1, 5, 20}) {
        // Handed over in cycle n it can leave in n + 1, which is where the field begins to count.
        const Cycle created = net.now() + 1;
        net.send(from, to, flits);
        REQUIRE(net.drain());
        const Cycle hops = net.net().hops(from, to);
        const Cycle expected = (speculative ? 5 + 3 * hops : 6 + 4 * hops) + flits - 1;
        wrong += net.arrivals().back().cycle - created != expected ? 1 : 0;
        wrong += net.zero_load(from, to, flits) != expected + 1 ? 1 : 0;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("stages add up") {
  InterconnectConfig config = mesh(3, 1);
  make_pipelined(config, false, 5);
  config.switch_allocation_cycles = 2;
  config.traversal_cycles = 3;
  config.link_cycles = 4;
  LoneInterconnect net(config, every_node(3));
  net.send(0, 2, 4);
  REQUIRE(net.drain());
  // entering: 3 + 4; three routers: 5 + 2 + 3 + 4 each; three flits behind the first; handed over one cycle before.
  CHECK(net.arrivals().back().cycle == 1 + 7 + 3 * 14 + 3);
}

TEST_CASE("one flow runs at a flit a cycle when buffers cover the round trip of six cycles") {
  // A granted flit is in the next buffer, and can be granted there, 3 cycles later; its place is back after 3 more.
  for (std::uint32_t depth = 1; depth <= 8; ++depth) {
    InterconnectConfig config = mesh(3, 1);
    make_pipelined(config, false);
    config.buffer_flits = depth;
    LoneInterconnect net(config, {0, 2});
    const std::uint64_t flits = 60;
    net.send(0, 1, flits);
    REQUIRE(net.drain());
    const Cycle last = flits - 1;
    const Cycle behind = depth >= 6 ? last : last / depth * 6 + last % depth;
    INFO("depth " << depth);
    // A head waits a cycle longer than bodies in every router, so places that bodies waited for come that much later.
    CHECK(net.arrivals().back().cycle >= net.zero_load(0, 1, 1) + behind - 3);
    CHECK(net.arrivals().back().cycle <= net.zero_load(0, 1, 1) + behind + 3);
  }
}

TEST_CASE("one channel carries a packet of one flit every other cycle, two channels one every cycle") {
  // The next head asks for the channel only after the tail before it has left: no overlap of the two stages.
  const std::uint32_t channels = GENERATE(2U, 4U);  // half of them are for requests
  InterconnectConfig config = mesh(2, 1);
  make_pipelined(config, false);
  config.virtual_channels = channels;
  LoneInterconnect net(config, every_node(2));
  const std::uint64_t packets = 100;
  for (std::uint64_t p = 0; p < packets; ++p) net.send(0, 1, 1);
  REQUIRE(net.drain());
  const Cycle each = net.arrivals().back().cycle - net.arrivals().front().cycle;
  CHECK(each == (channels == 2 ? 2 * (packets - 1) : packets - 1));
}

}  // namespace gantry::pipelined_router_test
