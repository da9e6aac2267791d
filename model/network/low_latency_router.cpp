// SPDX-License-Identifier: Apache-2.0
// The router of one cycle: out lanes go to heads first, then the switch takes flits that have one.
//
// - Out lanes: of an output's free out lanes with a place behind, in turn, each takes one of the heads that may have
//   it, in a turn of its own that moves only behind a head that got it. So no head waits for ever while others get what
//   it could have had. (Were a head given its out lane by winning the switch, as it could be in one cycle too, it would
//   have to win in just the cycles in which one is free, and steady traffic can miss those for good.)
// - Switch: every input port offers one of its lanes, in turn among those that can move, and every output port takes
//   one input port, in turn; turns move only behind a winner. What lost then takes the outputs that are left, without
//   turns: they give every lane its bound, this keeps no output idle that an idle input could use.
// - By age both have one pass: the oldest head takes an out lane first, the oldest flit goes first.
#include "gantry/network/fabric_age.h"
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

/// Heads of a router that could have an out lane.
template <std::uint32_t kMost>
struct Fabric::Seekers {
  struct Seeker {
    std::uint32_t lane;
    std::uint32_t base;  ///< first out lane of its output
    std::uint32_t takeable;
  };
  Seeker list[kMost * 64];
  std::uint32_t count = 0;
};

/// Gives a head the out lane `base` + `channel`.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::give(const Here& r, std::uint32_t lane, std::uint32_t base,
                                                std::uint32_t channel) {
  r.ports[r.port_of(base)].last_beyond = static_cast<std::uint16_t>(channel);
  bind<kMost>(r, lane, base + channel);
}

/// Gives a head that is alone an out lane, if there is one.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::give_first(const Here& r, std::uint32_t lane) {
  const std::uint32_t open = takeable<kMost>(r, r.lanes[lane]);
  if (open == 0) return;
  const std::uint32_t base = r.first_of(r.lanes[lane].out);
  give<kMost>(r, lane, base, next_behind(open, r.ports[r.port_of(base)].last_beyond));
}

/// Gives out lanes to heads; how many got none of those that they could have had.
template <std::uint32_t kMost>
[[gnu::noinline]] std::uint32_t Fabric::share_channels(std::uint32_t id) {
  const Here r = here(id);
  Seekers<kMost> seekers;
  std::uint64_t asked = 0;      // outputs
  std::uint64_t contested = 0;  // that several heads ask for
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      const std::uint32_t open = takeable<kMost>(r, r.lanes[lane]);
      if (open == 0) continue;
      const std::uint32_t base = r.first_of(r.lanes[lane].out);
      const std::uint64_t output = std::uint64_t{1} << r.port_of(base);
      contested |= asked & output;
      asked |= output;
      seekers.list[seekers.count++] = {lane, base, open};
    }
  }
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < seekers.count; ++i) {
    const auto& seeker = seekers.list[i];
    const std::uint32_t out = r.port_of(seeker.base);
    if (((contested >> out) & 1U) != 0) {
      ++left;
    } else {
      give<kMost>(r, seeker.lane, seeker.base, next_behind(seeker.takeable, r.ports[out].last_beyond));
    }
  }
  for (; contested != 0; contested &= contested - 1) left -= share_output<kMost>(r, lowest_bit(contested), seekers);
  return left;
}

/// Gives the out lanes of an output to those that ask for one; how many got one.
template <std::uint32_t kMost>
std::uint32_t Fabric::share_output(const Here& r, std::uint32_t out, Seekers<kMost>& seekers) {
  const std::uint32_t base = out << r.port_shift;
  const Word& word = word_of<kMost>(r, base);
  std::uint32_t given = 0;
  for (std::uint32_t open = channels_of(word.free & word.places, base); open != 0;) {
    const std::uint32_t channel = next_behind(open, r.ports[out].last_beyond);
    open &= ~(1U << channel);
    // Seekers come in ascending order of lanes: the first behind the last holder wins, else the very first.
    const std::uint32_t turn = (r.outs[base + channel].holder + 1U) & 0xFFFFU;
    std::uint32_t winner = kNone;
    for (std::uint32_t i = 0; i < seekers.count; ++i) {
      const auto& seeker = seekers.list[i];
      if (seeker.base != base || ((seeker.takeable >> channel) & 1U) == 0) continue;
      if (winner == kNone) winner = i;
      if (seeker.lane < turn) continue;
      winner = i;
      break;
    }
    if (winner == kNone) continue;
    seekers.list[winner].takeable = 0;
    ++given;
    give<kMost>(r, seekers.list[winner].lane, base, channel);
  }
  return given;
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
  return open == 0 ? kNone : first + next_behind(open, r.ports[input].last_in & r.channel_mask);
}

template <std::uint32_t kMost>
struct Fabric::Switch {
  std::uint64_t movable[kMost];     ///< lanes that can move
  std::uint32_t ended[kMostPorts];  ///< lanes whose front packet has left as a whole
  std::uint32_t ended_count = 0;
};

/// The flit at the front of a lane that won its output moves.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::pass(const Here& r, std::uint32_t lane, Switch<kMost>& at, Moves& moves) {
  at.ended[at.ended_count] = lane;
  at.ended_count += move<kMost, false>(r, lane, moves) ? 1 : 0;
}

/// The same with the turns going on behind it.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::pass_in_turn(const Here& r, std::uint32_t lane, Switch<kMost>& at,
                                                        Moves& moves) {
  const std::uint32_t input = r.port_of(lane);
  r.ports[r.port_of(r.lanes[lane].out)].last_out = static_cast<std::uint16_t>(lane);
  r.ports[input].last_in = static_cast<std::uint16_t>(lane);
  pass<kMost>(r, lane, at, moves);
}

/// How many lanes could have moved and did not, in a router of several words.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline std::uint32_t Fabric::share_switch(const Here& r, Switch<kMost>& at, Moves& moves) {
  std::uint32_t offers[kMostPorts];    // per input: the lane that it offers
  std::uint32_t last_for[kMostPorts];  // per output: the lane that asked for it last
  std::uint64_t* const requests = requests_;
  std::uint64_t requested = 0;
  std::uint64_t choosers = 0;  // inputs with more than one lane that could move
  std::uint32_t movable = 0;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    movable += count_bits(at.movable[w]);
    for (std::uint64_t left = at.movable[w]; left != 0;) {
      std::uint32_t lane = w * 64 + lowest_bit(left);
      const std::uint32_t input = r.port_of(lane);
      const std::uint32_t first = r.first_of(lane);
      const std::uint32_t channels = channels_of(left, first);
      left &= ~(std::uint64_t{channels_} << (first % 64));
      if ((channels & (channels - 1)) != 0) {
        choosers |= std::uint64_t{1} << input;
        lane = first + next_behind(channels, r.ports[input].last_in & r.channel_mask);
      }
      const std::uint32_t out = r.port_of(r.lanes[lane].out);
      offers[input] = lane;
      last_for[out] = lane;
      requests[out] |= std::uint64_t{1} << input;
      requested |= std::uint64_t{1} << out;
    }
  }
  std::uint32_t waiting = movable - count_bits(requested);
  if (waiting == 0) {
    for (; requested != 0; requested &= requested - 1) {
      const std::uint32_t out = lowest_bit(requested);
      requests[out] = 0;
      pass_in_turn<kMost>(r, last_for[out], at, moves);
    }
    return 0;
  }
  std::uint64_t losers = 0;
  for (std::uint64_t outs = requested; outs != 0; outs &= outs - 1) {
    const std::uint32_t out = lowest_bit(outs);
    const std::uint32_t input = next_behind(requests[out], r.port_of(r.ports[out].last_out));
    losers |= requests[out] & ~(std::uint64_t{1} << input);
    requests[out] = 0;
    pass_in_turn<kMost>(r, offers[input], at, moves);
  }
  for (losers &= choosers; losers != 0; losers &= losers - 1) {
    const std::uint32_t input = lowest_bit(losers);
    const std::uint32_t first = input << r.port_shift;
    const std::uint32_t channels = channels_of(at.movable[first / 64], first);
    const std::uint32_t lane = second_offer(r, input, channels, requested);
    if (lane == kNone) continue;
    requested |= std::uint64_t{1} << r.port_of(r.lanes[lane].out);
    --waiting;
    pass<kMost>(r, lane, at, moves);
  }
  return waiting;
}

/// As share_channels(): the oldest head takes one first.
template <std::uint32_t kMost>
std::uint32_t Fabric::share_channels_by_age(std::uint32_t id) {
  const Here r = here(id);
  std::uint64_t asking[kMost] = {};
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      asking[w] |= std::uint64_t{takeable<kMost>(r, r.lanes[lane]) != 0} << (lane % 64);
    }
  }
  const ByAge<kMost> seekers = oldest_first<kMost>(r, asking);
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < seekers.count; ++i) {
    give_first<kMost>(r, seekers.lanes[i]);
    left += (word_of<kMost>(r, seekers.lanes[i]).bound & bit_of(seekers.lanes[i])) == 0 ? 1 : 0;
  }
  return left;
}

/// As share_switch(): the oldest flit goes first, then each whose input and output are still free.
template <std::uint32_t kMost>
std::uint32_t Fabric::share_switch_by_age(const Here& r, Switch<kMost>& at, Moves& moves) {
  const ByAge<kMost> movable = oldest_first<kMost>(r, at.movable);
  std::uint64_t inputs = 0;  // that have been used
  std::uint64_t outputs = 0;
  std::uint32_t waiting = 0;
  for (std::uint32_t i = 0; i < movable.count; ++i) {
    const std::uint32_t lane = movable.lanes[i];
    const std::uint64_t input = std::uint64_t{1} << r.port_of(lane);
    const std::uint64_t output = std::uint64_t{1} << r.port_of(r.lanes[lane].out);
    if (((inputs & input) | (outputs & output)) != 0) {
      ++waiting;
      continue;
    }
    inputs |= input;
    outputs |= output;
    pass<kMost>(r, lane, at, moves);
  }
  return waiting;
}

/// Whether the router has to be looked at in the next cycle.
template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline bool Fabric::step_low_latency_router(std::uint32_t id, Moves& moves, Cycle now) {
  Here r = here(id);
  std::uint32_t unbound = 0;
  Word* const home = r.words;
  const std::uint64_t heads = home->heads;
  const bool alone = kMost == 1 && (heads & (heads - 1)) == 0;
  if (!alone) {
    if constexpr (kByAge) {
      unbound = share_channels_by_age<kMost>(id);
    } else {
      unbound = share_channels<kMost>(id);
    }
  }
  Word only = *home;
  if (kMost == 1) {
    r.words = &only;
    if (alone && heads != 0) give_first<kMost>(r, lowest_bit(heads));
  }
  Switch<kMost> at;
  std::uint64_t any = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    at.movable[w] = r.words[w].ready();
    any |= at.movable[w];
  }
  if (any == 0) return false;  // and no head got anything, since there is a place behind what it gets

  std::uint32_t waiting = 0;
  if (kMost == 1 && (any & (any - 1)) == 0) {
    pass_in_turn<kMost>(r, lowest_bit(any), at, moves);
  } else if constexpr (kByAge) {
    waiting = share_switch_by_age<kMost>(r, at, moves);
  } else {
    waiting = share_switch<kMost>(r, at, moves);
  }
  for (std::uint32_t i = 0; i < at.ended_count; ++i) end_packet<kMost>(r, at.ended[i], now);
  bool again = (waiting | unbound) != 0;
  if (again) {
    stalls_[id].switch_lost += waiting;
    stalls_[id].channel_lost += unbound;
  }
  // A head that waits may find the out lane that a tail has given back.
  for (std::uint32_t w = 0; w < word_count; ++w) {
    again = again || r.words[w].ready() != 0 || (at.ended_count != 0 && r.words[w].heads != 0);
  }
  if (kMost == 1) *home = only;
  return again;
}

template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline void Fabric::step_low_latency_routers(std::uint32_t first, std::uint64_t routers,
                                                                    Moves& moves, Cycle now) {
  Moves own = moves;
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    if (step_low_latency_router<kMost, kByAge>(id, own, now)) wake(id);
  }
  moves = own;
}

void Fabric::step_low_latency(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_low_latency_routers<kMostWords, false>(first, routers, moves, now);
}

GANTRY_WIDE_TARGET void Fabric::step_low_latency_wide(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                      Cycle now) {
  step_low_latency_routers<kMostWords, false>(first, routers, moves, now);
}

template <std::uint32_t kMost>
void Fabric::step_low_latency_by_age(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_low_latency_routers<kMost, true>(first, routers, moves, now);
}

Fabric::Step Fabric::low_latency_step(bool one_word, bool wide, bool by_age) const {
  if (by_age) return one_word ? &Fabric::step_low_latency_by_age<1> : &Fabric::step_low_latency_by_age<kMostWords>;
  return wide ? &Fabric::step_low_latency_wide : &Fabric::step_low_latency;
}

/// Gives out lanes to the heads of a router of one word, where there are several; it is looked at again if some got
/// none of those that they could have had.
[[gnu::noinline]] void Fabric::serve_heads(std::uint32_t id) {
  const std::uint32_t unbound = share_channels<1>(id);
  if (unbound == 0 || words_[id].ready() == 0) return;
  stalls_[id].channel_lost += unbound;
  wake(id);
}

}  // namespace network
}  // namespace gantry
