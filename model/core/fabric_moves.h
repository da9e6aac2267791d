// SPDX-License-Identifier: Apache-2.0
// What both routers do with a flit, in line since it is most of a simulation's time. For core/fabric.cpp's parts only.
#pragma once

#include "core/fabric.h"
#include "core/turn.h"

namespace gantry {

/// The front packet of a lane takes an out lane.
inline void Fabric::bind(const Here& r, std::uint32_t lane, std::uint32_t out) {
  Word& from = r.words[lane / 64];
  Word& to = r.words[out / 64];
  r.lanes[lane].out = static_cast<std::uint16_t>(out);
  r.outs[out].holder = static_cast<std::uint16_t>(lane);
  from.heads &= ~bit_of(lane);
  from.bound |= bit_of(lane);
  to.free &= ~bit_of(out);
  from.clear |= ((to.places >> (out % 64)) & 1U) << (lane % 64);
}

/// The flit at the front of a bound lane leaves; whether it was a tail.
inline bool Fabric::move(const Here& r, std::uint32_t lane, Cycle now) {
  Lane& at = r.lanes[lane];
  const std::uint32_t out = at.out;
  Word& from = r.words[lane / 64];
  const Port& in_port = r.ports[lane >> port_shift_];
  Port& out_port = r.ports[out >> port_shift_];
  ++out_port.flits;
  ++flit_hops_;
  flits_left_ += out_port.to_terminal;

  --at.count;
  from.present &= ~(std::uint64_t{at.count == 0} << (lane % 64));
  places_[in_port.to_terminal].push(now, in_port.peer + (lane & channel_mask_));
  const std::uint32_t head = at.packet | (std::uint32_t{at.head_is_next} - 1U);  // kNone of a body
  leaving_[out_port.to_terminal].push(now, {out_port.peer + (out & channel_mask_), head});
  at.head_is_next = 0;
  OutLane& behind = r.outs[out];
  behind.places = static_cast<std::uint16_t>(behind.places - counted_[out_port.to_terminal]);
  if (behind.places == 0) {
    r.words[out / 64].places &= ~bit_of(out);
    from.clear &= ~bit_of(lane);
  }
  if (--at.remaining != 0) return false;
  end_packet(r, lane, now);
  return true;
}

}  // namespace gantry
