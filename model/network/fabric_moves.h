// SPDX-License-Identifier: Apache-2.0
// The move of one flit, for both routers. Inlined, because it takes most of a simulation's time. For the parts of the
// fabric only. `kMost` is the most words of a router. With one word the words are a local copy, which stays in
// registers. Most routers of one word use fabric_sweep.h instead.
#pragma once

#include "gantry/network/fabric.h"
#include "gantry/network/round_robin.h"

// Instructions that the baseline of x86-64 lacks and most such processors have: rotations, shifts and bit counts. They
// save a tenth of a router's instructions. The code is compiled a second time with them, and a fabric chooses at start.
#if defined(__x86_64__)
#define GANTRY_WIDE_TARGET [[gnu::target("bmi,bmi2,lzcnt,popcnt,avx2")]]
#else
#define GANTRY_WIDE_TARGET
#endif

namespace gantry {
inline namespace network {

/// Returns the channels with a credit that the head of an input VC could get.
template <std::uint32_t kMost>
inline std::uint32_t Fabric::grantable(const RouterView& r, const InputVc& vc) {
  const Word& word = word_of<kMost>(r, vc.out);
  return static_cast<std::uint32_t>((word.free & word.credits) >> (vc.out % 64)) & vc.allowed;
}

/// Grants an output VC to the front packet of an input VC.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::bind(const RouterView& r, std::uint32_t vc, std::uint32_t out) {
  Word& from = word_of<kMost>(r, vc);
  Word& to = word_of<kMost>(r, out);
  r.input_vcs[vc].out = static_cast<std::uint16_t>(out);
  r.input_vcs[vc].front.vc = r.output_vcs[out].downstream;
  r.output_vcs[out].holder = static_cast<std::uint16_t>(vc);
  from.heads &= ~bit_of(vc);
  from.bound |= bit_of(vc);
  to.free &= ~bit_of(out);
  if (kMost == 1) r.bound_to[r.port_of(out)] |= bit_of(vc);
  from.clear |= ((to.credits >> (out % 64)) & 1U) << (vc % 64);
}

/// Computes output and channels of a packet that has come to the front of its input VC. Returns whether its head
/// requests an output VC now.
inline bool Fabric::start_head(std::uint32_t packet, std::uint32_t vc, InputVc& at, Cycle now) {
  const std::uint32_t router = router_of_vc(vc);
  const Packet& front = packets_[packet];
  at.front.packet = packet;
  at.remaining = front.flits;
  at.head_is_next = 1;
  const std::uint8_t route = routes_[std::size_t{router} * stride_ + front.column];
  const std::uint32_t toward = route % kMostPorts << port_shift_;
  std::uint32_t allowed = masks_[front.row][route / kMostPorts];
  if (toward == ports_[vc >> port_shift_].straight_on) allowed &= straight_masks_[vc & channel_mask_];
  // Without a branch, because the branch would be unpredictable.
  const std::uint32_t there = front.router == router ? ~0U : 0U;
  at.out = static_cast<std::uint16_t>((std::uint32_t{front.port} << port_shift_ & there) | (toward & ~there));
  at.allowed = static_cast<std::uint16_t>((kind_masks_[front.row] & there) | (allowed & ~there));
  return plain_heads_ || route_head(packet, vc, at, now);
}

/// Ends the front packet of an input VC whose tail left in this cycle.
template <std::uint32_t kMost>
inline void Fabric::end_packet(const RouterView& r, std::uint32_t vc, Cycle now) {
  InputVc& at = r.input_vcs[vc];
  Word& from = word_of<kMost>(r, vc);
  from.bound &= ~bit_of(vc);
  from.clear &= ~bit_of(vc);
  word_of<kMost>(r, at.out).free |= bit_of(at.out);
  if (kMost == 1) r.bound_to[r.port_of(at.out)] &= ~bit_of(vc);
  const std::uint32_t packet = at.front.packet;
  const Port& out_port = r.ports[r.port_of(at.out)];
  const bool arrived = out_port.to_terminal != 0;
  if (kMost == kWordsWithCopies && is_kept(r.first_vc + vc)) {
    const std::uint32_t branch = next_branch_[r.first_vc + vc];
    at.count = static_cast<std::uint16_t>(at.count + packets_[packet].flits);
    from.present |= bit_of(vc);
    if (start_head(branch, r.first_vc + vc, at, now)) from.heads |= bit_of(vc);
  } else if (--at.packets != 0 && start_next_head(r.first_vc + vc, at, now)) {
    from.heads |= bit_of(vc);
  }
  if (arrived) deliver(out_port.terminal, packet, now);
}

/// Moves the flit at the front of a bound input VC. Returns whether it was a tail; then call end_packet().
template <std::uint32_t kMost, bool kPipelined>
[[gnu::always_inline]] inline bool Fabric::move(const RouterView& r, std::uint32_t vc, Moves& moves) {
  InputVc& at = r.input_vcs[vc];
  const std::uint32_t out = at.out;
  OutputVc& to = r.output_vcs[out];
  Word& from = word_of<kMost>(r, vc);
  const std::size_t came_from = r.ports[r.port_of(vc)].to_terminal;
  Port& out_port = r.ports[r.port_of(out)];
  const std::size_t goes_to = out_port.to_terminal;
  ++out_port.flits;
  out_port.time_sum += moves.now;

  // Entries of flits that are no heads, or that leave the network, are overwritten by the next one.
  const Head front = at.front;
  *moves.heads = front;
  moves.heads += at.head_is_next & ~goes_to;
  at.head_is_next = 0;
  *moves.flits[goes_to]++ = front.vc;
  if (kMost == kWordsWithCopies && is_kept(r.first_vc + vc)) {
    keep_flit(r, moves.now);
  } else {
    *moves.credits[came_from]++ = at.upstream;
  }
  const auto count = static_cast<std::uint16_t>(at.count - 1U);
  at.count = count;
  from.present &= ~(std::uint64_t{count == 0} << (vc % 64));
  const auto credits = static_cast<std::uint16_t>(to.credits - (kPipelined ? 1U : goes_to ^ 1U));
  to.credits = credits;
  if (credits == 0) {
    word_of<kMost>(r, out).credits &= ~bit_of(out);
    from.clear &= ~bit_of(vc);
  }
  return --at.remaining == 0;
}

}  // namespace network
}  // namespace gantry
