// SPDX-License-Identifier: Apache-2.0
// The router with a stage for VC allocation (heads) and one for switch allocation (every flit). Both allocators are
// separable and input-first, with round-robin arbiters whose pointers move only behind a grant:
//
// - VC allocation: a head requests one free output VC of its output, round robin after the one that its input VC got
//   last. An output VC grants one head, round robin. Credits do not matter.
// - Switch allocation: an input requests one output, round robin. Of its input VCs to that output it offers one, round
//   robin. An output grants one input, round robin.
// - Speculative: a head requests the switch and an output VC in one cycle, if one with a credit is free. Bound flits go
//   first, at inputs and at outputs. A switch grant is wasted when the head got no output VC, or one without a credit.
//
// By age the oldest wins instead of the next in round robin. The channel that a head requests stays round robin.
//
// All decisions see the state before the cycle. docs/network.md compares the router with a reference.
#include "gantry/network/fabric_age.h"
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

template <std::uint32_t kMost>
struct Fabric::Grants {
  std::uint64_t ready[kMost];        ///< bound input VCs that may move
  std::uint64_t speculating[kMost];  ///< input VCs whose heads request the switch speculatively
  std::uint32_t vcs[kMostPorts];     ///< winners of the switch
  std::uint32_t count = 0;
};

/// Returns the input VC that an input port offers to the switch, of those whose bits are set in `channels`.
inline std::uint32_t Fabric::offer_of(const RouterView& r, std::uint32_t input, std::uint32_t channels) {
  const std::uint32_t first = input << r.port_shift;
  if ((channels & (channels - 1)) == 0) return first + lowest_bit(channels);
  const Port& port = r.ports[input];
  std::uint64_t targets = 0;
  for (std::uint32_t left = channels; left != 0; left &= left - 1) {
    targets |= std::uint64_t{1} << r.port_of(r.input_vcs[first + lowest_bit(left)].out);
  }
  if ((targets & (targets - 1)) != 0) {
    const std::uint32_t target = round_robin_after(targets, r.port_of(port.last_granted));
    for (std::uint32_t left = channels; left != 0; left &= left - 1) {
      const std::uint32_t channel = lowest_bit(left);
      const bool there = r.port_of(r.input_vcs[first + channel].out) == target;
      channels &= ~(std::uint32_t{!there} << channel);
    }
  }
  return first + round_robin_after(channels, port.last_in & r.channel_mask);
}

template <std::uint32_t kMost>
inline void Fabric::grant_switch(const RouterView& r, std::uint32_t vc, Grants<kMost>& grants) {
  const std::uint32_t input = r.port_of(vc);
  const std::uint32_t target = r.port_of(r.input_vcs[vc].out);
  Port& in = r.ports[input];
  in.last_in = static_cast<std::uint16_t>(vc);
  in.last_granted = r.input_vcs[vc].out;
  r.ports[target].last_out = static_cast<std::uint16_t>(vc);
  grants.vcs[grants.count++] = vc;
}

template <std::uint32_t kMost>
inline void Fabric::allocate_switch(const RouterView& r, Grants<kMost>& grants) const {
  std::uint32_t offers[kMostPorts];     // by input: the input VC that it offers
  std::uint64_t firm[kMostPorts];       // by output: inputs that offer it a bound flit
  std::uint64_t tentative[kMostPorts];  // by output: inputs that offer it a speculating head
  std::uint64_t requested = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = grants.ready[w] | grants.speculating[w]; left != 0;) {
      const std::uint32_t first = r.first_of(w * 64 + lowest_bit(left));
      const std::uint32_t input = r.port_of(first);
      left &= ~(std::uint64_t{channels_} << (first % 64));
      const std::uint32_t bound = channels_of(grants.ready[w], first);
      const std::uint32_t vc = offer_of(r, input, bound != 0 ? bound : channels_of(grants.speculating[w], first));
      const std::uint32_t target = r.port_of(r.input_vcs[vc].out);
      const bool others = ((requested >> target) & 1U) != 0;
      offers[input] = vc;
      firm[target] = (others ? firm[target] : 0) | std::uint64_t{bound != 0} << input;
      tentative[target] = (others ? tentative[target] : 0) | std::uint64_t{bound == 0} << input;
      requested |= std::uint64_t{1} << target;
    }
  }
  for (; requested != 0; requested &= requested - 1) {
    const std::uint32_t target = lowest_bit(requested);
    const std::uint64_t inputs = firm[target] != 0 ? firm[target] : tentative[target];
    grant_switch(r, offers[round_robin_after(inputs, r.port_of(r.ports[target].last_out))], grants);
  }
}

/// Returns the output VC that a head requests; kNone: no allowed one is free.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline std::uint32_t Fabric::wanted_channel(const RouterView& r, std::uint32_t vc) const {
  const InputVc& at = r.input_vcs[vc];
  const std::uint32_t base = r.first_of(at.out);
  const std::uint32_t free = channels_of(word_of<kMost>(r, base).free, base) & at.allowed;
  if (free == 0) return kNone;
  // Pipelined routers always have pointers.
  const std::uint32_t last = r.pointers[vc].last_out;  // NOLINT(clang-analyzer-core.NullDereference)
  const std::uint32_t pointer = r.first_of(last) == base ? (last & r.channel_mask) + 1 : 0;
  return base + round_robin_from(free, pointer);
}

/// Allocates output VCs. Returns how many heads lost.
template <std::uint32_t kMost>
inline std::uint32_t Fabric::allocate_channels(const RouterView& r) {
  struct Bid {
    std::uint32_t vc;
    std::uint32_t out;
  };
  Bid bids[kMost * 64];
  std::uint32_t count = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t vc = w * 64 + lowest_bit(heads);
      const std::uint32_t wanted = wanted_channel<kMost>(r, vc);
      if (wanted != kNone) bids[count++] = {vc, wanted};
    }
  }
  std::uint32_t lost = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = bids[i].out;
    if (wanted == kNone) continue;
    std::uint16_t& pointer = r.pointers[wanted].first;
    // Bids are in ascending order of input VCs: the first one at or after the pointer wins, else the first of all.
    std::uint32_t winner = bids[i].vc;
    for (std::uint32_t j = i + 1; j < count; ++j) {
      if (bids[j].out != wanted) continue;
      bids[j].out = kNone;
      ++lost;
      if (winner < pointer && bids[j].vc >= pointer) winner = bids[j].vc;
    }
    r.pointers[winner].last_out = static_cast<std::uint16_t>(wanted);
    pointer = static_cast<std::uint16_t>(winner + 1);
    bind<kMost>(r, winner, wanted);
  }
  return lost;
}

/// As allocate_switch(), by age: an input offers its oldest flit, an output grants the oldest offer.
template <std::uint32_t kMost>
void Fabric::allocate_switch_by_age(const RouterView& r, Grants<kMost>& grants) const {
  std::uint32_t offers[kMostPorts];  // by output: the best input VC so far
  std::uint64_t firm = 0;            // outputs whose best offer is a bound flit
  std::uint64_t requested = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t left = grants.ready[w] | grants.speculating[w]; left != 0;) {
      const std::uint32_t first = r.first_of(w * 64 + lowest_bit(left));
      left &= ~(std::uint64_t{channels_} << (first % 64));
      const std::uint32_t bound = channels_of(grants.ready[w], first);
      std::uint32_t channels = bound != 0 ? bound : channels_of(grants.speculating[w], first);
      std::uint32_t vc = first + lowest_bit(channels);
      for (channels &= channels - 1; channels != 0; channels &= channels - 1) {
        const std::uint32_t other = first + lowest_bit(channels);
        if (goes_before(r, other, vc)) vc = other;
      }
      const std::uint64_t output = std::uint64_t{1} << r.port_of(r.input_vcs[vc].out);
      std::uint32_t& best = offers[r.port_of(r.input_vcs[vc].out)];
      const bool better = (requested & output) == 0 || ((firm & output) != 0) < (bound != 0) ||
                          (((firm & output) != 0) == (bound != 0) && goes_before(r, vc, best));
      if (!better) continue;
      best = vc;
      requested |= output;
      if (bound != 0) firm |= output;
    }
  }
  for (; requested != 0; requested &= requested - 1) grant_switch(r, offers[lowest_bit(requested)], grants);
}

/// As allocate_channels(), by age: an output VC grants the oldest head.
template <std::uint32_t kMost>
std::uint32_t Fabric::allocate_channels_by_age(const RouterView& r) {
  std::uint64_t heads[kMost];
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) heads[w] = r.words[w].heads;
  const ByAge<kMost> oldest = oldest_first<kMost>(r, heads);
  std::uint32_t wanted[kMost * 64];  // all chosen before any is granted
  for (std::uint32_t i = 0; i < oldest.count; ++i) wanted[i] = wanted_channel<kMost>(r, oldest.vcs[i]);
  std::uint32_t lost = 0;
  for (std::uint32_t i = 0; i < oldest.count; ++i) {
    if (wanted[i] == kNone) continue;
    if ((word_of<kMost>(r, wanted[i]).free & bit_of(wanted[i])) == 0) {
      ++lost;
      continue;
    }
    r.pointers[oldest.vcs[i]].last_out = static_cast<std::uint16_t>(wanted[i]);
    bind<kMost>(r, oldest.vcs[i], wanted[i]);
  }
  return lost;
}

template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline bool Fabric::step_pipelined_router(std::uint32_t id, Moves& moves, Cycle now) {
  RouterView r = view_of(id);
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  Word only;
  Word* const home = r.words;
  if (kMost == 1) {
    only = *home;
    r.words = &only;
  }
  Grants<kMost> grants;
  std::uint64_t any_heads = 0;
  std::uint64_t any_requests = 0;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    grants.ready[w] = r.words[w].ready();
    grants.speculating[w] = 0;
    any_heads |= r.words[w].heads;
    any_requests |= grants.ready[w];
    if (!config_.speculative) continue;
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t vc = w * 64 + lowest_bit(heads);
      grants.speculating[w] |= std::uint64_t{grantable<kMost>(r, r.input_vcs[vc]) != 0} << (vc % 64);
    }
    any_requests |= grants.speculating[w];
  }
  if (kMost == 1 && any_requests != 0 && (any_requests & (any_requests - 1)) == 0) {
    grant_switch<kMost>(r, lowest_bit(any_requests), grants);
  } else if (any_requests != 0) {
    kByAge ? allocate_switch_by_age<kMost>(r, grants) : allocate_switch<kMost>(r, grants);
  }
  const std::uint32_t unbound = any_heads == 0 ? 0
                                : kByAge       ? allocate_channels_by_age<kMost>(r)
                                               : allocate_channels<kMost>(r);

  std::uint32_t ended[kMostPorts];  // input VCs whose tail has left
  std::uint32_t ended_count = 0;
  for (std::uint32_t i = 0; i < grants.count; ++i) {
    const std::uint32_t vc = grants.vcs[i];
    if ((word_of<kMost>(r, vc).clear & bit_of(vc)) == 0) continue;  // failed speculation
    grants.ready[kMost == 1 ? 0 : vc / 64] &= ~bit_of(vc);
    ended[ended_count] = vc;
    ended_count += move<kMost, true>(r, vc, moves) ? 1 : 0;
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

template <std::uint32_t kMost>
Fabric::Step Fabric::pipelined_step_of(bool wide, bool by_age) {
  if (by_age) return &Fabric::step_pipelined_by_age<kMost>;
  return wide ? &Fabric::step_pipelined_wide<kMost> : &Fabric::step_pipelined<kMost>;
}

Fabric::Step Fabric::pipelined_step(bool one_word, bool wide, bool by_age) const {
  if (one_word) return pipelined_step_of<1>(wide, by_age);
  return copies_ ? pipelined_step_of<kWordsWithCopies>(wide, by_age) : pipelined_step_of<kMostWords>(wide, by_age);
}

/// As switch_winners() of pipelined_sweep.cpp, by age.
std::uint64_t Fabric::oldest_winners(std::uint32_t id, std::uint64_t ready) {
  Grants<1> grants;
  grants.ready[0] = ready;
  grants.speculating[0] = 0;
  allocate_switch_by_age<1>(view_of(id), grants);
  std::uint64_t vcs = 0;
  for (std::uint32_t i = 0; i < grants.count; ++i) vcs |= bit_of(grants.vcs[i]);
  return vcs;
}

/// Grants output VCs to several heads of a router of one word. The router stays active if some of them lost.
[[gnu::noinline]] void Fabric::bind_heads(std::uint32_t id) {
  const std::uint32_t lost = by_age_ ? allocate_channels_by_age<1>(view_of(id)) : allocate_channels<1>(view_of(id));
  if (lost == 0) return;
  stalls_[id].channel_lost += lost;
  wake(id);
}

}  // namespace network
}  // namespace gantry
