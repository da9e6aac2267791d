// SPDX-License-Identifier: Apache-2.0
// The packets of a flit that is damaged on a link. A flit on a link belongs to the packet whose head was the last one
// to take the same way into the input VC behind the link. A packet that travels for others is damaged for all of them
// whose routes part behind the link.
#include <algorithm>

#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

std::uint64_t Fabric::flits_over(std::uint32_t router, std::uint32_t port) const {
  return ports_[(std::size_t{router} << (router_shift_ - port_shift_)) + port].flits;
}

/// Returns the head that was the last one to be sent to an input VC, if it has not arrived; else a packet kNone.
FabricParts::Head Fabric::last_head_to(std::uint32_t vc, Cycle now) const {
  Head last{vc, kNone};
  Cycle latest = 0;
  const auto see = [&](const Head& head, Cycle arrival) {
    if (head.vc != vc || arrival < latest) return;
    last = head;
    latest = arrival;
  };
  heads_in_transit_.for_each_arrival(now, see);
  if (has_own_links_) own_link_heads_.for_each(now, see);
  return last;
}

void Fabric::add_carried(std::uint32_t packet, std::vector<std::uint32_t>& packets) const {
  for (; packet != kNone; packet = copies_ ? carried_[packet] : kNone) packets.push_back(packet);
}

/// Adds those for which a packet whose head has reached an input VC still travels there.
void Fabric::add_travelling(std::uint32_t packet, std::uint32_t vc, Cycle now,
                            std::vector<std::uint32_t>& packets) const {
  while (true) {
    const InputVc& at = input_vcs_[vc];
    if (!copies_ || at.front.packet != packet) return add_carried(packet, packets);
    add_carried(next_branch_[vc], packets);
    const std::uint32_t out = (router_of_vc(vc) << router_shift_) + at.out;
    if (at.head_is_next != 0 || ports_[out >> port_shift_].to_terminal != 0) return add_carried(packet, packets);
    vc = at.front.vc;
    if (last_head_to(vc, now).packet == packet) return add_carried(packet, packets);
  }
}

std::vector<std::uint32_t> Fabric::last_sent(std::uint32_t router, std::uint32_t port, Cycle now) const {
  const std::uint32_t first = (router << router_shift_) + (port << port_shift_);
  const std::uint32_t far = output_vcs_[first].downstream >> port_shift_;
  std::uint32_t vc = kNone;
  Cycle latest = 0;
  const auto see = [&](std::uint32_t to, Cycle arrival) {
    if (to >> port_shift_ != far || arrival < latest) return;
    vc = to;
    latest = arrival;
  };
  flits_in_transit_[0].for_each_arrival(now, see);
  if (has_own_links_) own_link_flits_.for_each(now, see);
  std::vector<std::uint32_t> packets;
  if (vc == kNone) return packets;
  const Head head = last_head_to(vc, now);
  if (head.packet != kNone) {
    add_carried(head.packet, packets);
    return packets;
  }
  const InputVc& at = input_vcs_[vc];
  const std::uint32_t last =
      at.packets == 1 ? at.front.packet : rings_[std::size_t{vc} * depth_ + (at.first + at.packets - 1U) % depth_];
  add_travelling(last, vc, now, packets);
  return packets;
}

}  // namespace network
}  // namespace gantry
