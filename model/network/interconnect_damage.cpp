// SPDX-License-Identifier: Apache-2.0
// Packets with a damaged flit. They go on as others. The terminal of the destination finds the damage when the last
// flit has arrived, drops the packet, and tells the terminal of the source, which has kept it. That takes as long as a
// packet of one flit on the way back through an empty network, and takes no room in it. Then the packet is sent again.
#include <algorithm>
#include <utility>

#include "gantry/network/interconnect.h"
#include "gantry/network/lone_packet.h"

namespace gantry {
inline namespace network {

/// After the routers of cycle `now`: marks the packets of flits that links have damaged in it.
void Interconnect::damage_packets(Cycle now) {
  damage_->plan.take(fabric_, now, [&](std::uint32_t fault, const std::vector<std::uint32_t>& packets) {
    for (const std::uint32_t packet : packets) {
      if (packet_infos_[packet].damaged_by == kNone) packet_infos_[packet].damaged_by = fault;
    }
  });
  next_damage_ = damage_->plan.next();
}

/// A damaged packet has left the network, and arrives in cycle `arrival`: it will be sent again.
void Interconnect::drop(std::uint32_t packet, Cycle arrival) {
  PacketInfo info = packet_infos_[packet];
  damage_->plan.note_resent(info.damaged_by);
  ++damage_->resent;
  info.damaged_by = kNone;
  info.copy = kNone;
  info.head_told = info.tail_told = true;
  const Message& message = info.message;
  const MessageKind& kind = message.kind();
  const std::uint64_t flits = flits_of(message.payload_bytes);
  fabric_.waste(flits);
  const std::uint32_t again =
      fabric_.add_packet(flits, message.destination, {kind.response, urgent_ && kind.urgent}, info.created);
  if (again == packet_infos_.size()) packet_infos_.emplace_back();
  const Cycle back = first_flit_cycles(config_, hops(message.destination, message.source));
  const Damage::Kept kept{arrival + back + 1, again};
  packet_infos_[again] = info;
  auto& waiting = damage_->waiting;
  waiting.insert(std::upper_bound(waiting.begin(), waiting.end(), kept,
                                  [](const auto& a, const auto& b) { return a.due < b.due; }),
                 kept);
  next_again_ = waiting.front().due;
}

/// At the start of cycle `now`: terminals send the packets again whose time has come, before all others of their ports.
void Interconnect::send_again(Cycle now) {
  auto& waiting = damage_->waiting;
  const auto due = std::partition_point(waiting.begin(), waiting.end(), [&](const auto& of) { return of.due <= now; });
  for (auto of = due; of != waiting.begin();) {
    --of;
    const Again again{packet_infos_[of->packet].source, 0, 0, of->packet};
    for (const std::size_t kind : {0U, 1U}) queue_first({again}, kind, now);
  }
  waiting.erase(waiting.begin(), due);
  next_again_ = waiting.empty() ? kNever : waiting.front().due;
}

}  // namespace network
}  // namespace gantry
