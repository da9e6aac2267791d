// SPDX-License-Identifier: Apache-2.0
// The router of one cycle. Every input port offers one of its lanes, in turn among those that could move, and every
// output port takes one input port, in turn; a head takes an out lane as it wins the switch. Turns move only behind a
// winner.
#include "core/fabric_moves.h"

namespace gantry {

/// A lane has won its output: the turns go on behind it, and its flit moves; whether it was a tail.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline bool Fabric::pass(const Here& r, std::uint32_t lane, Moves& moves) {
  const std::uint32_t input = r.port_of(lane);
  Lane& at = r.lanes[lane];
  const std::uint32_t base = r.first_of(at.out);
  Port& out = r.ports[r.port_of(base)];
  out.turn_out = turn_after(input);
  r.ports[input].turn_in = turn_after(lane & r.channel_mask);
  if (at.head_is_next != 0) {
    const std::uint32_t taken = next_in_turn(takeable<kMost>(r, at), out.turn_beyond);
    out.turn_beyond = turn_after(taken);
    bind<kMost>(r, lane, base + taken);
  }
  return move<kMost>(r, lane, moves);
}

/// Whether the router has to be looked at in the next cycle.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline bool Fabric::step_low_latency_router(std::uint32_t id, Moves& moves, Cycle now) {
  Here r = here(id);
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  Word only;
  Word* const home = r.words;
  if (kMost == 1) {
    only = *home;
    r.words = &only;
  }
  std::uint64_t movable[kMost];
  std::uint64_t any = 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    movable[w] = r.words[w].ready();
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      movable[w] |= std::uint64_t{takeable<kMost>(r, r.lanes[lane]) != 0} << (lane % 64);
    }
    any |= movable[w];
  }
  if (any == 0) return false;

  std::uint32_t offers[kMostPorts];    // per input: the lane that it offers
  std::uint64_t requests[kMostPorts];  // per output: inputs that offer it a flit
  std::uint64_t requested = 0;
  std::uint32_t waiting = 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = movable[w]; left != 0;) {
      std::uint32_t lane = w * 64 + lowest_bit(left);
      const std::uint32_t input = r.port_of(lane);
      const std::uint32_t first = r.first_of(lane);
      const std::uint32_t channels = channels_of(left, first);
      left &= ~(std::uint64_t{channels_} << (first % 64));
      if ((channels & (channels - 1)) != 0) {
        waiting += count_bits(channels) - 1;
        lane = first + next_in_turn(channels, r.ports[input].turn_in);
      }
      const std::uint32_t out = r.port_of(r.lanes[lane].out);
      const bool others = ((requested >> out) & 1U) != 0;
      offers[input] = lane;
      waiting += others ? 1 : 0;
      requests[out] = (others ? requests[out] : 0) | std::uint64_t{1} << input;
      requested |= std::uint64_t{1} << out;
    }
  }
  std::uint32_t ended[kMostPorts];  // lanes whose front packet has left as a whole
  std::uint32_t ended_count = 0;
  for (; requested != 0; requested &= requested - 1) {
    const std::uint32_t out = lowest_bit(requested);
    const std::uint32_t input = next_in_turn(requests[out], r.ports[out].turn_out);
    ended[ended_count] = offers[input];
    ended_count += pass<kMost>(r, offers[input], moves) ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < ended_count; ++i) end_packet<kMost>(r, ended[i], now);
  bool again = waiting != 0;
  if (waiting != 0) stalls_[id].switch_lost += waiting;
  // A head that waits may find the out lane that a tail has given back.
  for (std::uint32_t w = 0; w < word_count; ++w) {
    again = again || r.words[w].ready() != 0 || (ended_count != 0 && r.words[w].heads != 0);
  }
  if (kMost == 1) *home = only;
  return again;
}

template <std::uint32_t kMost>
void Fabric::step_low_latency(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_each(first, routers, moves,
            [&](std::uint32_t id, Moves& own) { return step_low_latency_router<kMost>(id, own, now); });
}

template void Fabric::step_low_latency<1>(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);
template void Fabric::step_low_latency<kMostWords>(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now);

}  // namespace gantry
