// SPDX-License-Identifier: Apache-2.0
// The router of one cycle. Every input port offers one of its lanes, in turn among those that could move, and every
// output port takes one input port, in turn; turns move only behind a winner. What lost then takes the outputs that are
// left, without turns: they give every lane its bound, this keeps no output idle that an idle input could use. A head
// takes an out lane as it wins the switch.
#include "core/fabric_moves.h"

namespace gantry {

/// A lane has won its output, and its flit moves; whether it was a tail.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline bool Fabric::pass(const Here& r, std::uint32_t lane, Moves& moves) {
  const Lane& at = r.lanes[lane];
  if (at.head_is_next != 0) {
    const std::uint32_t base = r.first_of(at.out);
    Port& out = r.ports[r.port_of(base)];
    const std::uint32_t taken = next_in_turn(takeable<kMost>(r, at), out.turn_beyond);
    out.turn_beyond = turn_after(taken);
    bind<kMost>(r, lane, base + taken);
  }
  return move<kMost>(r, lane, moves);
}

/// Of a port's lanes that could move, one whose output nobody has taken, in turn; kNone if there is none.
inline std::uint32_t Fabric::second_offer(const Here& r, std::uint32_t input, std::uint32_t channels,
                                          std::uint64_t taken) {
  const std::uint32_t first = input << r.port_shift;
  std::uint32_t open = 0;
  for (; channels != 0; channels &= channels - 1) {
    const std::uint32_t channel = lowest_bit(channels);
    const std::uint32_t out = r.port_of(r.lanes[first + channel].out);
    open |= static_cast<std::uint32_t>(~taken >> out & 1U) << channel;
  }
  return open == 0 ? kNone : first + next_in_turn(open, r.ports[input].turn_in);
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
  std::uint64_t choosers = 0;  // inputs with more than one lane that could move
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
        choosers |= std::uint64_t{1} << input;
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
  std::uint64_t losers = 0;
  for (std::uint64_t outs = requested; outs != 0; outs &= outs - 1) {
    const std::uint32_t out = lowest_bit(outs);
    const std::uint32_t input = next_in_turn(requests[out], r.ports[out].turn_out);
    const std::uint32_t lane = offers[input];
    losers |= requests[out] & ~(std::uint64_t{1} << input);
    r.ports[out].turn_out = turn_after(input);
    r.ports[input].turn_in = turn_after(lane & r.channel_mask);
    ended[ended_count] = lane;
    ended_count += pass<kMost>(r, lane, moves) ? 1 : 0;
  }
  for (losers &= choosers; losers != 0; losers &= losers - 1) {
    const std::uint32_t input = lowest_bit(losers);
    const std::uint32_t first = input << r.port_shift;
    const std::uint32_t lane =
        second_offer(r, input, channels_of(movable[kMost == 1 ? 0 : first / 64], first), requested);
    if (lane == kNone) continue;
    requested |= std::uint64_t{1} << r.port_of(r.lanes[lane].out);
    --waiting;
    ended[ended_count] = lane;
    ended_count += pass<kMost>(r, lane, moves) ? 1 : 0;
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
