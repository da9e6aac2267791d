// SPDX-License-Identifier: Apache-2.0
// The routers are compiled twice: for any processor, and for those with more instructions. Both forms make the same of
// any traffic, to the cycle and in the same order. On a processor without these instructions both runs are the plain
// form. Routers of at most 64 VCs also have code of their own, with the same results as that of larger ones.
#include <random>
#include <vector>

#include "catch.h"
#include "lone_interconnect.h"
#include "sanitized.h"

namespace gantry {

namespace {

struct Outcome {
  std::vector<Arrival> arrivals;
  std::vector<std::uint64_t> stalls;
  friend bool operator==(const Outcome& a, const Outcome& b) {
    return a.arrivals == b.arrivals && a.stalls == b.stalls;
  }
};

Outcome outcome_of(const InterconnectConfig& config, std::uint32_t nodes, bool wide, bool several_words) {
  const bool kinds = config.virtual_channels > 1;
  LoneInterconnect net(config, every_node(nodes), 0, wide && Fabric::has_wide_target(),
                       kinds ? ChannelUse::request_response : ChannelUse::shared, several_words);
  std::mt19937_64 random(7);
  std::uint64_t tag = 0;
  for (int cycle = 0; cycle < 400; ++cycle) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (random() % 100 >= 12) continue;
      const auto to = static_cast<std::uint32_t>(random() % nodes);
      const std::uint64_t flits = 1 + random() % 6;
      net.send(node, to, flits, tag++, kinds && random() % 2 == 0);
    }
    net.cycle();
  }
  REQUIRE(net.drain());
  Outcome outcome{net.arrivals(), {}};
  for (const RouterStats& router : net.net().traffic(net.now()).routers) {
    outcome.stalls.insert(outcome.stalls.end(), {router.switch_stalls, router.channel_stalls, router.buffered});
  }
  return outcome;
}

}  // namespace

TEST_CASE("all forms of the routers deliver the same packets in the same cycles, and lose as many to each other") {
  const std::uint32_t router = GENERATE(0U, 1U, 2U);  // low latency, pipelined, speculative
  // One word of VCs per router, and two: a crossbar of 12 terminals with 8 channels.
  const bool crossbar = GENERATE(false, true);
  InterconnectConfig config = mesh(4, 3);
  if (crossbar) config.topology = "crossbar";
  if (crossbar) config.own = {};
  config.virtual_channels = crossbar ? 8 : 4;
  config.buffer_flits = 3;
  if (router != 0) make_pipelined(config, router == 2);
  const bool age = GENERATE(false, true);
  if (age) config.arbitration = Arbitration::age;
  const Outcome plain = outcome_of(config, 12, false, false);
  CHECK(plain.arrivals.size() > 400);
  CHECK(plain == outcome_of(config, 12, true, false));
  CHECK(plain == outcome_of(config, 12, false, true));
  CHECK(plain == outcome_of(config, 12, true, true));
}

// Up to 64 routers of one word are looked at together, few of them otherwise than many: 72 are more than one such set,
// 16 and 17 at work are few and many. Those with five or six ports and a power of two of channels are compiled for just
// that. With several terminals a router its packets arrive in one order, too.
TEST_CASE("many routers at work make the same as each for itself, whatever their ports, channels and buffers") {
  const bool pipelined = GENERATE(false, true);
  const std::uint32_t channels = GENERATE(1U, 2U, 3U, 4U, 8U);
  const std::uint32_t terminals = GENERATE(1U, 2U, 4U);  // a router: 5, 6 and 8 ports
  const std::uint32_t depth = GENERATE(1U, 4U);
  CAPTURE(pipelined, channels, terminals, depth);
  if (terminals == 4 && channels == 8) return;  // 64 VCs and no port left
  if (kSanitized && (depth > 1 || channels % 3 != 1)) return;
  InterconnectConfig config = terminals == 1 ? mesh(9, 8) : terminals == 2 ? mesh(6, 6) : mesh(4, 5);
  if (terminals > 1) config.topology = "concentrated_mesh";
  if (terminals > 1) config.own.set("concentration", terminals);
  config.virtual_channels = channels;
  config.buffer_flits = depth;
  if (pipelined) make_pipelined(config, false);
  const std::uint32_t nodes = terminals == 4 ? 80 : 72;
  const Outcome alone = outcome_of(config, nodes, false, true);
  CHECK(alone.arrivals.size() > 2400);
  CHECK(alone == outcome_of(config, nodes, false, false));
  CHECK(alone == outcome_of(config, nodes, true, false));
}

}  // namespace gantry
