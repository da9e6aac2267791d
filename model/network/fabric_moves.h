// SPDX-License-Identifier: Apache-2.0
// What both routers do with a flit, in line since it is most of a simulation's time. For model/network/fabric.cpp's
// parts only. `kMost` is how many words a router has at most. With one the words are a local copy, which stays in
// registers; most routers of one word go the way of fabric_sweep.h instead.
#pragma once

#include "gantry/network/fabric.h"
#include "gantry/network/turn.h"

// Instructions that the baseline of x86-64 lacks and most such processors have: rotations, shifts and bit counts that
// spare a tenth of the instructions of a router. The same code compiled a second time, chosen when a fabric starts.
#if defined(__x86_64__)
#define GANTRY_WIDE_TARGET [[gnu::target("bmi,bmi2,lzcnt,popcnt,avx2")]]
#else
#define GANTRY_WIDE_TARGET
#endif

namespace gantry {
inline namespace network {

/// Channels of its output that the head of a lane could take, with a place behind.
template <std::uint32_t kMost>
inline std::uint32_t Fabric::takeable(const Here& r, const Lane& lane) {
  const Word& word = word_of<kMost>(r, lane.out);
  return static_cast<std::uint32_t>((word.free & word.places) >> (lane.out % 64)) & lane.allowed;
}

/// The front packet of a lane takes an out lane.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::bind(const Here& r, std::uint32_t lane, std::uint32_t out) {
  Word& from = word_of<kMost>(r, lane);
  Word& to = word_of<kMost>(r, out);
  r.lanes[lane].out = static_cast<std::uint16_t>(out);
  r.lanes[lane].front.lane = r.outs[out].behind;
  r.outs[out].holder = static_cast<std::uint16_t>(lane);
  from.heads &= ~bit_of(lane);
  from.bound |= bit_of(lane);
  to.free &= ~bit_of(out);
  if (kMost == 1) r.wants[r.port_of(out)] |= bit_of(lane);
  from.clear |= ((to.places >> (out % 64)) & 1U) << (lane % 64);
}

/// A packet has come to the front of its lane: where does it go? Whether it looks for an out lane now.
inline bool Fabric::look_at(std::uint32_t packet, std::uint32_t lane, Lane& at, Cycle now) {
  const std::uint32_t router = router_of_lane(lane);
  const Packet& front = packets_[packet];
  at.front.packet = packet;
  at.remaining = front.flits;
  at.head_is_next = 1;
  const std::uint8_t route = routes_[std::size_t{router} * stride_ + front.column];
  const std::uint32_t onward = route % kMostPorts << port_shift_;
  std::uint32_t allowed = masks_[front.row][route / kMostPorts];
  if (onward == ports_[lane >> port_shift_].ahead) allowed &= stays_[lane & channel_mask_];
  // Without a branch: which of the two it is nobody could foresee.
  const std::uint32_t there = front.router == router ? ~0U : 0U;
  at.out = static_cast<std::uint16_t>((std::uint32_t{front.port} << port_shift_ & there) | (onward & ~there));
  at.allowed = static_cast<std::uint16_t>((kind_masks_[front.row] & there) | (allowed & ~there));
  return plain_heads_ || look_on(packet, lane, at, now);
}

/// The tail of the front packet has left, in this cycle.
template <std::uint32_t kMost>
inline void Fabric::end_packet(const Here& r, std::uint32_t lane, Cycle now) {
  Lane& at = r.lanes[lane];
  Word& from = word_of<kMost>(r, lane);
  from.bound &= ~bit_of(lane);
  from.clear &= ~bit_of(lane);
  word_of<kMost>(r, at.out).free |= bit_of(at.out);
  if (kMost == 1) r.wants[r.port_of(at.out)] &= ~bit_of(lane);
  const std::uint32_t packet = at.front.packet;
  const Port& out_port = r.ports[r.port_of(at.out)];
  const bool arrived = out_port.to_terminal != 0;
  if (--at.packets != 0 && look_at_next(r.first_lane + lane, at, now)) from.heads |= bit_of(lane);
  if (arrived) deliver(out_port.terminal, packet, now);
}

/// The flit at the front of a bound lane leaves; whether it was a tail, for which end_packet() is to follow.
template <std::uint32_t kMost, bool kPipelined>
[[gnu::always_inline]] inline bool Fabric::move(const Here& r, std::uint32_t lane, Moves& moves) {
  Lane& at = r.lanes[lane];
  const std::uint32_t out = at.out;
  OutLane& to = r.outs[out];
  Word& from = word_of<kMost>(r, lane);
  const std::size_t came_from = r.ports[r.port_of(lane)].to_terminal;
  Port& out_port = r.ports[r.port_of(out)];
  const std::size_t goes_to = out_port.to_terminal;
  ++out_port.flits;
  out_port.stays += moves.now;

  // What is no head, or at its end, is written over.
  const Head front = at.front;
  *moves.heads = front;
  moves.heads += at.head_is_next & ~goes_to;
  at.head_is_next = 0;
  *moves.leaving[goes_to]++ = front.lane;
  *moves.places[came_from]++ = at.before;
  const auto count = static_cast<std::uint16_t>(at.count - 1U);
  at.count = count;
  from.present &= ~(std::uint64_t{count == 0} << (lane % 64));
  const auto places = static_cast<std::uint16_t>(to.places - (kPipelined ? 1U : goes_to ^ 1U));
  to.places = places;
  if (places == 0) {
    word_of<kMost>(r, out).places &= ~bit_of(out);
    from.clear &= ~bit_of(lane);
  }
  return --at.remaining == 0;
}

}  // namespace network
}  // namespace gantry
