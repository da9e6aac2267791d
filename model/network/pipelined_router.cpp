// SPDX-License-Identifier: Apache-2.0
// The router with a stage for virtual channel allocation (heads) and one for switch allocation (every flit), both
// separable, input first, with round-robin arbiters whose turns move only behind a grant:
//
// - Out lanes: a head asks for one free out lane of its output, in turn behind the one its lane got last; an out lane
//   takes one head, in turn. Whether there is a place behind does not matter.
// - Switch: of an input's lanes that go to the same output the next in turn asks; an input asks for one output, in
//   turn; an output takes one input, in turn.
// - Speculative: a head asks for the switch while it asks for an out lane, if one with a place is free. Flits that are
//   bound go first, at inputs and at outputs. A grant is wasted when the head got no out lane, or one without a place.
//
// By age the oldest goes first instead of the next in turn; which channel a head asks for stays a matter of turns.
//
// All of it looks at the state before the cycle. docs/network.md compares it with a reference.
#include "gantry/network/fabric_age.h"
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

template <std::uint32_t kMost>
struct Fabric::Grants {
  std::uint64_t ready[kMost];        ///< lanes that are bound and may move
  std::uint64_t speculating[kMost];  ///< heads that ask for the switch
  std::uint32_t lanes[kMostPorts];   ///< that won the switch
  std::uint32_t count = 0;
};

/// The lane that an input port offers to the switch, of those whose bits are set in `channels`.
inline std::uint32_t Fabric::offer_of(const Here& r, std::uint32_t input, std::uint32_t channels) {
  const std::uint32_t first = input << r.port_shift;
  if ((channels & (channels - 1)) == 0) return first + lowest_bit(channels);
  const Port& port = r.ports[input];
  std::uint64_t targets = 0;
  for (std::uint32_t left = channels; left != 0; left &= left - 1) {
    targets |= std::uint64_t{1} << r.port_of(r.lanes[first + lowest_bit(left)].out);
  }
  if ((targets & (targets - 1)) != 0) {
    const std::uint32_t target = next_behind(targets, r.port_of(port.last_beyond));
    for (std::uint32_t left = channels; left != 0; left &= left - 1) {
      const std::uint32_t channel = lowest_bit(left);
      const bool there = r.port_of(r.lanes[first + channel].out) == target;
      channels &= ~(std::uint32_t{!there} << channel);
    }
  }
  return first + next_behind(channels, port.last_in & r.channel_mask);
}

template <std::uint32_t kMost>
inline void Fabric::grant_switch(const Here& r, std::uint32_t lane, Grants<kMost>& grants) {
  const std::uint32_t input = r.port_of(lane);
  const std::uint32_t target = r.port_of(r.lanes[lane].out);
  Port& in = r.ports[input];
  in.last_in = static_cast<std::uint16_t>(lane);
  in.last_beyond = r.lanes[lane].out;
  r.ports[target].last_out = static_cast<std::uint16_t>(lane);
  grants.lanes[grants.count++] = lane;
}

template <std::uint32_t kMost>
inline void Fabric::allocate_switch(const Here& r, Grants<kMost>& grants) const {
  std::uint32_t offers[kMostPorts];     // per input: the lane that it offers
  std::uint64_t firm[kMostPorts];       // per output: inputs that offer it a bound flit
  std::uint64_t tentative[kMostPorts];  // per output: inputs that offer it a head that speculates
  std::uint64_t requested = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = grants.ready[w] | grants.speculating[w]; left != 0;) {
      const std::uint32_t first = r.first_of(w * 64 + lowest_bit(left));
      const std::uint32_t input = r.port_of(first);
      left &= ~(std::uint64_t{channels_} << (first % 64));
      const std::uint32_t bound = channels_of(grants.ready[w], first);
      const std::uint32_t lane = offer_of(r, input, bound != 0 ? bound : channels_of(grants.speculating[w], first));
      const std::uint32_t target = r.port_of(r.lanes[lane].out);
      const bool others = ((requested >> target) & 1U) != 0;
      offers[input] = lane;
      firm[target] = (others ? firm[target] : 0) | std::uint64_t{bound != 0} << input;
      tentative[target] = (others ? tentative[target] : 0) | std::uint64_t{bound == 0} << input;
      requested |= std::uint64_t{1} << target;
    }
  }
  for (; requested != 0; requested &= requested - 1) {
    const std::uint32_t target = lowest_bit(requested);
    const std::uint64_t inputs = firm[target] != 0 ? firm[target] : tentative[target];
    grant_switch(r, offers[next_behind(inputs, r.port_of(r.ports[target].last_out))], grants);
  }
}

/// The out lane that a head asks for; kNone: none that it could have is free.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline std::uint32_t Fabric::wanted_channel(const Here& r, std::uint32_t lane) const {
  const Lane& at = r.lanes[lane];
  const std::uint32_t base = r.first_of(at.out);
  const std::uint32_t free = channels_of(word_of<kMost>(r, base).free, base) & at.allowed;
  if (free == 0) return kNone;
  // Every machine of such routers has turns.
  const std::uint32_t last = r.turns[lane].last_out;  // NOLINT(clang-analyzer-core.NullDereference)
  const std::uint32_t turn = r.first_of(last) == base ? (last & r.channel_mask) + 1 : 0;
  return base + next_in_turn(free, turn);
}

/// Binds heads; how many asked in vain.
template <std::uint32_t kMost>
inline std::uint32_t Fabric::allocate_channels(const Here& r) {
  struct Bid {
    std::uint32_t lane;
    std::uint32_t out;
  };
  Bid bids[kMost * 64];
  std::uint32_t count = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      const std::uint32_t wanted = wanted_channel<kMost>(r, lane);
      if (wanted != kNone) bids[count++] = {lane, wanted};
    }
  }
  std::uint32_t lost = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = bids[i].out;
    if (wanted == kNone) continue;
    std::uint16_t& turn = r.turns[wanted].first;
    // Bids come in ascending order of lanes: the first at or after the turn wins, else the very first.
    std::uint32_t winner = bids[i].lane;
    for (std::uint32_t j = i + 1; j < count; ++j) {
      if (bids[j].out != wanted) continue;
      bids[j].out = kNone;
      ++lost;
      if (winner < turn && bids[j].lane >= turn) winner = bids[j].lane;
    }
    r.turns[winner].last_out = static_cast<std::uint16_t>(wanted);
    turn = static_cast<std::uint16_t>(winner + 1);
    bind<kMost>(r, winner, wanted);
  }
  return lost;
}

/// As allocate_switch(): an input offers its oldest flit, an output takes the oldest that it is offered.
template <std::uint32_t kMost>
void Fabric::allocate_switch_by_age(const Here& r, Grants<kMost>& grants) const {
  std::uint32_t offers[kMostPorts];  // per output: the best lane so far
  std::uint64_t firm = 0;            // outputs for which that is bound
  std::uint64_t requested = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = grants.ready[w] | grants.speculating[w]; left != 0;) {
      const std::uint32_t first = r.first_of(w * 64 + lowest_bit(left));
      left &= ~(std::uint64_t{channels_} << (first % 64));
      const std::uint32_t bound = channels_of(grants.ready[w], first);
      std::uint32_t channels = bound != 0 ? bound : channels_of(grants.speculating[w], first);
      std::uint32_t lane = first + lowest_bit(channels);
      for (channels &= channels - 1; channels != 0; channels &= channels - 1) {
        const std::uint32_t other = first + lowest_bit(channels);
        if (goes_before(r, other, lane)) lane = other;
      }
      const std::uint64_t output = std::uint64_t{1} << r.port_of(r.lanes[lane].out);
      std::uint32_t& best = offers[r.port_of(r.lanes[lane].out)];
      const bool better = (requested & output) == 0 || ((firm & output) != 0) < (bound != 0) ||
                          (((firm & output) != 0) == (bound != 0) && goes_before(r, lane, best));
      if (!better) continue;
      best = lane;
      requested |= output;
      if (bound != 0) firm |= output;
    }
  }
  for (; requested != 0; requested &= requested - 1) grant_switch(r, offers[lowest_bit(requested)], grants);
}

/// As allocate_channels(): an out lane takes the oldest head that asks for it.
template <std::uint32_t kMost>
std::uint32_t Fabric::allocate_channels_by_age(const Here& r) {
  std::uint64_t heads[kMost];
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) heads[w] = r.words[w].heads;
  const ByAge<kMost> seekers = oldest_first<kMost>(r, heads);
  std::uint32_t wanted[kMost * 64];  // all chosen before any is given
  for (std::uint32_t i = 0; i < seekers.count; ++i) wanted[i] = wanted_channel<kMost>(r, seekers.lanes[i]);
  std::uint32_t lost = 0;
  for (std::uint32_t i = 0; i < seekers.count; ++i) {
    if (wanted[i] == kNone) continue;
    if ((word_of<kMost>(r, wanted[i]).free & bit_of(wanted[i])) == 0) {
      ++lost;
      continue;
    }
    r.turns[seekers.lanes[i]].last_out = static_cast<std::uint16_t>(wanted[i]);
    bind<kMost>(r, seekers.lanes[i], wanted[i]);
  }
  return lost;
}

template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline bool Fabric::step_pipelined_router(std::uint32_t id, Moves& moves, Cycle now) {
  Here r = here(id);
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  Word only;
  Word* const home = r.words;
  if (kMost == 1) {
    only = *home;
    r.words = &only;
  }
  Grants<kMost> grants;
  std::uint64_t any_heads = 0;
  std::uint64_t any_asks = 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    grants.ready[w] = r.words[w].ready();
    grants.speculating[w] = 0;
    any_heads |= r.words[w].heads;
    any_asks |= grants.ready[w];
    if (!config_.speculative) continue;
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      grants.speculating[w] |= std::uint64_t{takeable<kMost>(r, r.lanes[lane]) != 0} << (lane % 64);
    }
    any_asks |= grants.speculating[w];
  }
  if (kMost == 1 && any_asks != 0 && (any_asks & (any_asks - 1)) == 0) {
    grant_switch<kMost>(r, lowest_bit(any_asks), grants);
  } else if (any_asks != 0) {
    kByAge ? allocate_switch_by_age<kMost>(r, grants) : allocate_switch<kMost>(r, grants);
  }
  const std::uint32_t unbound = any_heads == 0 ? 0
                                : kByAge       ? allocate_channels_by_age<kMost>(r)
                                               : allocate_channels<kMost>(r);

  std::uint32_t ended[kMostPorts];  // lanes whose front packet has left as a whole
  std::uint32_t ended_count = 0;
  for (std::uint32_t i = 0; i < grants.count; ++i) {
    const std::uint32_t lane = grants.lanes[i];
    if ((word_of<kMost>(r, lane).clear & bit_of(lane)) == 0) continue;  // speculation failed
    grants.ready[kMost == 1 ? 0 : lane / 64] &= ~bit_of(lane);
    ended[ended_count] = lane;
    ended_count += move<kMost, true>(r, lane, moves) ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < ended_count; ++i) end_packet<kMost>(r, ended[i], now);
  std::uint32_t waiting = 0;
  bool again = unbound != 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    if (grants.ready[w] != 0) waiting += count_bits(grants.ready[w]);
    again = again || r.words[w].ready() != 0 || (ended_count != 0 && r.words[w].heads != 0);
  }
  if ((waiting | unbound) != 0) {
    stalls_[id].switch_lost += waiting;
    stalls_[id].channel_lost += unbound;
  }
  if (kMost == 1) *home = only;
  return again;
}

template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline void Fabric::step_pipelined_routers(std::uint32_t first, std::uint64_t routers,
                                                                  Moves& moves, Cycle now) {
  Moves own = moves;
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    if (step_pipelined_router<kMost, kByAge>(id, own, now)) wake(id);
  }
  moves = own;
}

template <std::uint32_t kMost>
void Fabric::step_pipelined(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_pipelined_routers<kMost, false>(first, routers, moves, now);
}

template <std::uint32_t kMost>
GANTRY_WIDE_TARGET void Fabric::step_pipelined_wide(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                    Cycle now) {
  step_pipelined_routers<kMost, false>(first, routers, moves, now);
}

template <std::uint32_t kMost>
void Fabric::step_pipelined_by_age(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_pipelined_routers<kMost, true>(first, routers, moves, now);
}

Fabric::Step Fabric::pipelined_step(bool one_word, bool wide, bool by_age) const {
  if (by_age) return one_word ? &Fabric::step_pipelined_by_age<1> : &Fabric::step_pipelined_by_age<kMostWords>;
  if (wide) return one_word ? &Fabric::step_pipelined_wide<1> : &Fabric::step_pipelined_wide<kMostWords>;
  return one_word ? &Fabric::step_pipelined<1> : &Fabric::step_pipelined<kMostWords>;
}

/// As winners_in_turn() of pipelined_sweep.cpp, by age.
std::uint64_t Fabric::oldest_winners(std::uint32_t id, std::uint64_t ready) {
  Grants<1> grants;
  grants.ready[0] = ready;
  grants.speculating[0] = 0;
  allocate_switch_by_age<1>(here(id), grants);
  std::uint64_t lanes = 0;
  for (std::uint32_t i = 0; i < grants.count; ++i) lanes |= bit_of(grants.lanes[i]);
  return lanes;
}

/// Binds heads of a router of one word, where there are several; it is looked at again if some asked in vain.
[[gnu::noinline]] void Fabric::bind_heads(std::uint32_t id) {
  const std::uint32_t lost = by_age_ ? allocate_channels_by_age<1>(here(id)) : allocate_channels<1>(here(id));
  if (lost == 0) return;
  stalls_[id].channel_lost += lost;
  wake(id);
}

}  // namespace network
}  // namespace gantry
