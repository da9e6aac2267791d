// SPDX-License-Identifier: Apache-2.0
// Packets to several terminals. Where the routes of such a packet part, the router sends it once for each branch, one
// branch after another, and keeps its flits until the last one. So a branch needs its own output alone, and waits for
// nothing that a packet to one terminal would not wait for. The whole packet fits the buffer, so the first branch never
// waits for room that the packet itself takes. Credits return when the last branch leaves.
//
// Such a packet is a list of packets, one for each terminal. The first of them travels for all.
#include <stdexcept>

#include "gantry/base/error.h"
#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

void Fabric::allow_copies() {
  if (!fixed_) throw Error("routers copy packets of one route alone (a routing that is fixed)", ErrorKind::unsupported);
  copies_ = true;
  plain_heads_ = false;
}

void Fabric::carry(std::uint32_t packet, std::uint32_t other) {
  if (!copies_ || packets_[packet].flits > depth_)
    throw std::logic_error("interconnect: a packet that cannot be copied");
  carried_[last_carried_[packet]] = other;
  last_carried_[packet] = other;
}

/// A packet has come to the front of an input VC with its route. Those that it travels for and whose route is another
/// one become the next branch.
void Fabric::part_ways(std::uint32_t packet, std::uint32_t vc) {
  const std::uint32_t router = router_of_vc(vc);
  const std::uint8_t* const routes = &routes_[std::size_t{router} * stride_];
  const bool here = packets_[packet].router == router;
  const std::uint8_t route = here ? 0 : routes[packets_[packet].column];
  std::uint32_t last = packet;
  std::uint32_t branch = kNone;
  std::uint32_t last_of_branch = kNone;
  for (std::uint32_t next = carried_[packet]; next != kNone;) {
    const std::uint32_t other = next;
    const Packet& to = packets_[other];
    next = carried_[other];
    carried_[other] = kNone;
    const bool along = !here && to.router != router && routes[to.column] == route;
    if (along) {
      carried_[last] = other;
      last = other;
    } else {
      if (branch == kNone) {
        branch = other;
      } else {
        carried_[last_of_branch] = other;
      }
      last_of_branch = other;
    }
  }
  carried_[last] = kNone;
  next_branch_[vc] = branch;
}

void Fabric::keep_flit(const RouterView& r, Cycle now) {
  ++flits_copied_;
  kept_time_[router_of_vc(r.first_vc)] += now;
}

/// Flits of an input VC that have left by a branch and are kept for the next one.
std::uint64_t Fabric::kept_flits(std::uint32_t vc) const {
  if (!copies_ || !is_kept(vc)) return 0;
  const InputVc& at = input_vcs_[vc];
  return packets_[at.front.packet].flits - at.remaining;
}

}  // namespace network
}  // namespace gantry
