// SPDX-License-Identifier: Apache-2.0
// The router of one cycle. Every input port offers one of its lanes, in turn among those that could move, and every
// output port takes one input port, in turn; a head takes an out lane as it wins the switch. Turns move only behind a
// winner.
#include "core/fabric_moves.h"

namespace gantry {

/// A lane has won its output: the turns go on behind it, and its flit moves; whether it was a tail.
inline bool Fabric::pass(const Here& r, std::uint32_t lane, Cycle now) {
  const std::uint32_t input = lane >> port_shift_;
  const std::uint32_t channel = lane & channel_mask_;
  const std::uint32_t base = r.lanes[lane].out & ~channel_mask_;
  Port& in = r.ports[input];
  Port& out = r.ports[base >> port_shift_];
  out.turn_out = static_cast<std::uint8_t>(input + 1 == r.ports_count ? 0 : input + 1);
  in.turn_in = static_cast<std::uint8_t>(channel + 1 == vcs_ ? 0 : channel + 1);
  if (r.lanes[lane].head_is_next != 0) {
    const std::uint32_t taken = next_in_turn(takeable(r, r.lanes[lane]), out.turn_channel);
    out.turn_channel = static_cast<std::uint8_t>(taken + 1 == vcs_ ? 0 : taken + 1);
    bind(r, lane, base + taken);
  }
  return move(r, lane, now);
}

/// `kMost`: words that a router has at most. Whether the router has to be looked at in the next cycle.
template <std::uint32_t kMost>
inline bool Fabric::step_low_latency_router(std::uint32_t id, Cycle now) {
  const Here r = here(id);
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  std::uint64_t movable[kMost];
  std::uint32_t count = 0;
  std::uint32_t one = 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    movable[w] = r.words[w].ready();
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      movable[w] |= std::uint64_t{takeable(r, r.lanes[lane]) != 0} << (lane % 64);
    }
    if (movable[w] == 0) continue;
    one = w * 64 + lowest_bit(movable[w]);
    count += (movable[w] & (movable[w] - 1)) == 0 ? 1 : 2;
  }
  if (count == 0) return false;
  const std::uint64_t hops_before = flit_hops_;
  bool lost = false;
  bool freed = false;
  if (count == 1) {
    freed = pass(r, one, now);
  } else {
    std::uint32_t offers[kMostPorts];    // per input: the lane that it offers
    std::uint64_t requests[kMostPorts];  // per output: inputs that offer it a flit
    std::uint64_t requested = 0;
    for (std::uint32_t w = 0; w < word_count; ++w) {
      for (std::uint64_t left = movable[w]; left != 0;) {
        std::uint32_t lane = w * 64 + lowest_bit(left);
        const std::uint32_t input = lane >> port_shift_;
        const std::uint32_t channels = channels_of(left, lane);
        left &= ~(std::uint64_t{channels_} << ((lane & ~channel_mask_) % 64));
        if ((channels & (channels - 1)) != 0) {
          lost = true;
          lane = (input << port_shift_) + next_in_turn(channels, r.ports[input].turn_in);
        }
        const std::uint32_t out = r.lanes[lane].out >> port_shift_;
        offers[input] = lane;
        const std::uint64_t others = ((requested >> out) & 1U) != 0 ? requests[out] : 0;
        lost = lost || others != 0;
        requested |= std::uint64_t{1} << out;
        requests[out] = others | std::uint64_t{1} << input;
      }
    }
    for (; requested != 0; requested &= requested - 1) {
      const std::uint32_t out = lowest_bit(requested);
      const std::uint32_t input = next_in_turn(requests[out], r.ports[out].turn_out);
      if (pass(r, offers[input], now)) freed = true;
    }
    if (lost) {
      std::uint64_t all = 0;
      for (std::uint32_t w = 0; w < word_count; ++w) all += count_bits(movable[w]);
      stalls_[id].switch_lost += all - (flit_hops_ - hops_before);
      return true;
    }
  }
  // A head that waits may find the out lane that a tail has given back.
  for (std::uint32_t w = 0; w < word_count; ++w) {
    if (r.words[w].ready() != 0 || (freed && r.words[w].heads != 0)) return true;
  }
  return false;
}

template <std::uint32_t kMost>
void Fabric::step_low_latency(std::uint32_t first, std::uint64_t routers, Cycle now) {
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    if (step_low_latency_router<kMost>(id, now)) wake(id);
  }
}

template void Fabric::step_low_latency<1>(std::uint32_t first, std::uint64_t routers, Cycle now);
template void Fabric::step_low_latency<kMostWords>(std::uint32_t first, std::uint64_t routers, Cycle now);

}  // namespace gantry
