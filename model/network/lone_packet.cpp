// SPDX-License-Identifier: Apache-2.0
// A lone packet of F flits on its way through K buffers. Let d(k, i) be the cycle in which flit i leaves buffer k (0:
// the terminal). It is the latest of
//
//   d(k, i - 1) + 1          one flit a cycle
//   d(k - 1, i) + forward    it has arrived; a head takes longer where it has to ask for a channel
//   d(k + 1, i - b) + back   of b places behind, one is free again
//
// so d(K, F - 1) is the longest way from d(0, 0) through these steps. Heads are slowest, and every step forward is
// taken once on any way: the longest one first goes forward with the head. From there a step back and forward again is
// a round trip R for b flits, as a step of one flit is a cycle for one, and F - 1 flits take the most with as many
// round trips as they have room for, if R > b. All of a low-latency router's round trips are equal. Of a pipelined one
// that of the terminal's link is shorter, but the one between its last router and the terminal is as long as that of a
// link, and every packet passes it.
#include "gantry/network/lone_packet.h"

namespace gantry {
inline namespace network {

namespace {

/// Written to written again, of the place that takes longest.
Cycle round_trip(const InterconnectConfig& c) {
  if (c.router == RouterKind::low_latency) return Cycle{c.link_cycles} + c.router_cycles + c.credit_cycles;
  return Cycle{c.switch_allocation_cycles} + c.traversal_cycles + c.link_cycles + 1 + c.link_cycles + c.credit_cycles;
}

}  // namespace

Cycle first_flit_cycles(const InterconnectConfig& c, std::uint32_t hops) {
  const Cycle routers = Cycle{hops} + 1;
  if (c.router == RouterKind::low_latency) return 1 + routers * (c.link_cycles + c.router_cycles) + c.link_cycles;
  // Speculation hides the whole stage of heads but what is longer than a cycle.
  const Cycle head = c.channel_allocation_cycles - (c.speculative ? 1 : 0);
  const Cycle stages = Cycle{c.switch_allocation_cycles} + c.traversal_cycles + c.link_cycles;
  return 1 + c.traversal_cycles + c.link_cycles + routers * (head + stages);
}

Cycle last_flit_after(const InterconnectConfig& c, std::uint64_t flits) {
  const std::uint64_t behind = flits - 1;
  const Cycle trip = round_trip(c);
  if (trip <= c.buffer_flits) return behind;
  return behind / c.buffer_flits * trip + behind % c.buffer_flits;
}

}  // namespace network
}  // namespace gantry
