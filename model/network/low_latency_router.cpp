// SPDX-License-Identifier: Apache-2.0
// The router of one cycle: heads get output VCs first, then the switch takes flits of input VCs that have one.
//
// - VC allocation: each free output VC with a credit grants one of the heads that request it. Output VCs of an output
//   are served round robin, and each has a pointer of its own, which moves only behind a grant. So no head starves.
//   (A head could also get its output VC by winning the switch. It would then have to win in a cycle in which one is
//   free, and periodic traffic can miss these cycles for ever.)
// - Switch allocation, first pass: every input port offers one input VC, round robin among those that can move. Every
//   output port grants one input port, round robin. Pointers move only behind a winner. Second pass: losers get the
//   outputs that are left, and pointers stay. The first pass bounds the wait of every input VC; the second keeps an
//   output busy that an idle input could use.
// - By age each allocation has one pass: the oldest head gets an output VC first, the oldest flit goes first.
#include "gantry/network/fabric_age.h"
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

/// Heads of a router that could get an output VC.
template <std::uint32_t kMost>
struct Fabric::VcRequests {
  struct VcRequest {
    std::uint32_t vc;
    std::uint32_t base;  ///< first output VC of the requested output
    std::uint32_t grantable;
  };
  VcRequest list[kMost * 64];
  std::uint32_t count = 0;
};

/// Grants the output VC `base` + `channel` to a head.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::grant_vc(const RouterView& r, std::uint32_t vc, std::uint32_t base,
                                                    std::uint32_t channel) {
  r.ports[r.port_of(base)].last_granted = static_cast<std::uint16_t>(channel);
  bind<kMost>(r, vc, base + channel);
}

/// Grants an output VC, if one is available, to a head without competitors.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::grant_lone_head(const RouterView& r, std::uint32_t vc) {
  const std::uint32_t open = grantable<kMost>(r, r.input_vcs[vc]);
  if (open == 0) return;
  const std::uint32_t base = r.first_of(r.input_vcs[vc].out);
  grant_vc<kMost>(r, vc, base, round_robin_after(open, r.ports[r.port_of(base)].last_granted));
}

/// Grants output VCs to heads. Returns how many heads lost all that they could have got.
template <std::uint32_t kMost>
[[gnu::noinline]] std::uint32_t Fabric::arbitrate_channels(std::uint32_t id) {
  const RouterView r = view_of(id);
  VcRequests<kMost> requests;
  std::uint64_t requested = 0;  // outputs
  std::uint64_t contested = 0;  // outputs that several heads request
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t vc = w * 64 + lowest_bit(heads);
      const std::uint32_t open = grantable<kMost>(r, r.input_vcs[vc]);
      if (open == 0) continue;
      const std::uint32_t base = r.first_of(r.input_vcs[vc].out);
      const std::uint64_t output = std::uint64_t{1} << r.port_of(base);
      contested |= requested & output;
      requested |= output;
      requests.list[requests.count++] = {vc, base, open};
    }
  }
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < requests.count; ++i) {
    const auto& request = requests.list[i];
    const std::uint32_t out = r.port_of(request.base);
    if (((contested >> out) & 1U) != 0) {
      ++left;
    } else {
      grant_vc<kMost>(r, request.vc, request.base, round_robin_after(request.grantable, r.ports[out].last_granted));
    }
  }
  for (; contested != 0; contested &= contested - 1)
    left -= arbitrate_output<kMost>(r, lowest_bit(contested), requests);
  return left;
}

/// Grants the output VCs of one output. Returns how many.
template <std::uint32_t kMost>
std::uint32_t Fabric::arbitrate_output(const RouterView& r, std::uint32_t out, VcRequests<kMost>& requests) {
  const std::uint32_t base = out << r.port_shift;
  const Word& word = word_of<kMost>(r, base);
  std::uint32_t granted = 0;
  for (std::uint32_t open = channels_of(word.free & word.credits, base); open != 0;) {
    const std::uint32_t channel = round_robin_after(open, r.ports[out].last_granted);
    open &= ~(1U << channel);
    // Requests are in ascending order of input VCs: the first one behind the last holder wins, else the first of all.
    const std::uint32_t pointer = (r.output_vcs[base + channel].holder + 1U) & 0xFFFFU;
    std::uint32_t winner = kNone;
    for (std::uint32_t i = 0; i < requests.count; ++i) {
      const auto& request = requests.list[i];
      if (request.base != base || ((request.grantable >> channel) & 1U) == 0) continue;
      if (winner == kNone) winner = i;
      if (request.vc < pointer) continue;
      winner = i;
      break;
    }
    if (winner == kNone) continue;
    requests.list[winner].grantable = 0;
    ++granted;
    grant_vc<kMost>(r, requests.list[winner].vc, base, channel);
  }
  return granted;
}

/// Returns a movable input VC of a port whose output is not taken, round robin; kNone: none.
inline std::uint32_t Fabric::second_offer(const RouterView& r, std::uint32_t input, std::uint32_t channels,
                                          std::uint64_t taken) {
  const std::uint32_t first = input << r.port_shift;
  std::uint32_t open = 0;
  for (; channels != 0; channels &= channels - 1) {
    const std::uint32_t channel = lowest_bit(channels);
    const std::uint32_t out = r.port_of(r.input_vcs[first + channel].out);
    open |= static_cast<std::uint32_t>(~taken >> out & 1U) << channel;
  }
  return open == 0 ? kNone : first + round_robin_after(open, r.ports[input].last_in & r.channel_mask);
}

template <std::uint32_t kMost>
struct Fabric::Switch {
  std::uint64_t movable[kMost];     ///< input VCs that can move
  std::uint32_t ended[kMostPorts];  ///< input VCs whose tail has left
  std::uint32_t ended_count = 0;
};

/// Moves the flit of an input VC that won its output.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::send_flit(const RouterView& r, std::uint32_t vc, Switch<kMost>& at,
                                                     Moves& moves) {
  at.ended[at.ended_count] = vc;
  at.ended_count += move<kMost, false>(r, vc, moves) ? 1 : 0;
}

/// As send_flit(), and moves the round-robin pointers behind it.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::send_and_advance(const RouterView& r, std::uint32_t vc, Switch<kMost>& at,
                                                            Moves& moves) {
  const std::uint32_t input = r.port_of(vc);
  r.ports[r.port_of(r.input_vcs[vc].out)].last_out = static_cast<std::uint16_t>(vc);
  r.ports[input].last_in = static_cast<std::uint16_t>(vc);
  send_flit<kMost>(r, vc, at, moves);
}

/// Allocates the switch of a router of several words. Returns how many movable input VCs lost.
template <std::uint32_t kMost>
[[gnu::always_inline]] inline std::uint32_t Fabric::arbitrate_switch(const RouterView& r, Switch<kMost>& at,
                                                                     Moves& moves) {
  std::uint32_t offers[kMostPorts];    // by input: the input VC that it offers
  std::uint32_t last_for[kMostPorts];  // by output: the input VC that requested it last
  std::uint64_t* const requests = requests_;
  std::uint64_t requested = 0;
  std::uint64_t multi_vc_inputs = 0;  // inputs with several movable input VCs
  std::uint32_t movable = 0;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    movable += count_bits(at.movable[w]);
    for (std::uint64_t left = at.movable[w]; left != 0;) {
      std::uint32_t vc = w * 64 + lowest_bit(left);
      const std::uint32_t input = r.port_of(vc);
      const std::uint32_t first = r.first_of(vc);
      const std::uint32_t channels = channels_of(left, first);
      left &= ~(std::uint64_t{channels_} << (first % 64));
      if ((channels & (channels - 1)) != 0) {
        multi_vc_inputs |= std::uint64_t{1} << input;
        vc = first + round_robin_after(channels, r.ports[input].last_in & r.channel_mask);
      }
      const std::uint32_t out = r.port_of(r.input_vcs[vc].out);
      offers[input] = vc;
      last_for[out] = vc;
      requests[out] |= std::uint64_t{1} << input;
      requested |= std::uint64_t{1} << out;
    }
  }
  std::uint32_t waiting = movable - count_bits(requested);
  if (waiting == 0) {
    for (; requested != 0; requested &= requested - 1) {
      const std::uint32_t out = lowest_bit(requested);
      requests[out] = 0;
      send_and_advance<kMost>(r, last_for[out], at, moves);
    }
    return 0;
  }
  std::uint64_t losers = 0;
  for (std::uint64_t outs = requested; outs != 0; outs &= outs - 1) {
    const std::uint32_t out = lowest_bit(outs);
    const std::uint32_t input = round_robin_after(requests[out], r.port_of(r.ports[out].last_out));
    losers |= requests[out] & ~(std::uint64_t{1} << input);
    requests[out] = 0;
    send_and_advance<kMost>(r, offers[input], at, moves);
  }
  for (losers &= multi_vc_inputs; losers != 0; losers &= losers - 1) {
    const std::uint32_t input = lowest_bit(losers);
    const std::uint32_t first = input << r.port_shift;
    const std::uint32_t channels = channels_of(at.movable[first / 64], first);
    const std::uint32_t vc = second_offer(r, input, channels, requested);
    if (vc == kNone) continue;
    requested |= std::uint64_t{1} << r.port_of(r.input_vcs[vc].out);
    --waiting;
    send_flit<kMost>(r, vc, at, moves);
  }
  return waiting;
}

/// As arbitrate_channels(), by age: the oldest head gets an output VC first.
template <std::uint32_t kMost>
std::uint32_t Fabric::arbitrate_channels_by_age(std::uint32_t id) {
  const RouterView r = view_of(id);
  std::uint64_t requesting_vcs[kMost] = {};
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t vc = w * 64 + lowest_bit(heads);
      requesting_vcs[w] |= std::uint64_t{grantable<kMost>(r, r.input_vcs[vc]) != 0} << (vc % 64);
    }
  }
  const ByAge<kMost> oldest = oldest_first<kMost>(r, requesting_vcs);
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < oldest.count; ++i) {
    grant_lone_head<kMost>(r, oldest.vcs[i]);
    left += (word_of<kMost>(r, oldest.vcs[i]).bound & bit_of(oldest.vcs[i])) == 0 ? 1 : 0;
  }
  return left;
}

/// As arbitrate_switch(), by age: the oldest flit goes first, then each whose input and output are still free.
template <std::uint32_t kMost>
std::uint32_t Fabric::arbitrate_switch_by_age(const RouterView& r, Switch<kMost>& at, Moves& moves) {
  const ByAge<kMost> movable = oldest_first<kMost>(r, at.movable);
  std::uint64_t inputs = 0;  // inputs that are used
  std::uint64_t outputs = 0;
  std::uint32_t waiting = 0;
  for (std::uint32_t i = 0; i < movable.count; ++i) {
    const std::uint32_t vc = movable.vcs[i];
    const std::uint64_t input = std::uint64_t{1} << r.port_of(vc);
    const std::uint64_t output = std::uint64_t{1} << r.port_of(r.input_vcs[vc].out);
    if (((inputs & input) | (outputs & output)) != 0) {
      ++waiting;
      continue;
    }
    inputs |= input;
    outputs |= output;
    send_flit<kMost>(r, vc, at, moves);
  }
  return waiting;
}

/// Steps one router. Returns whether it has work in the next cycle.
template <std::uint32_t kMost, bool kByAge>
[[gnu::always_inline]] inline bool Fabric::step_low_latency_router(std::uint32_t id, Moves& moves, Cycle now) {
  RouterView r = view_of(id);
  std::uint32_t unbound = 0;
  Word* const home = r.words;
  const std::uint64_t heads = home->heads;
  const bool alone = kMost == 1 && (heads & (heads - 1)) == 0;
  if (!alone) {
    if constexpr (kByAge) {
      unbound = arbitrate_channels_by_age<kMost>(id);
    } else {
      unbound = arbitrate_channels<kMost>(id);
    }
  }
  Word only = *home;
  if (kMost == 1) {
    r.words = &only;
    if (alone && heads != 0) grant_lone_head<kMost>(r, lowest_bit(heads));
  }
  Switch<kMost> at;
  std::uint64_t any = 0;
  const std::uint32_t word_count = kMost == 1 ? 1 : words_per_router_;
  for (std::uint32_t w = 0; w < word_count; ++w) {
    at.movable[w] = r.words[w].ready();
    any |= at.movable[w];
  }
  if (any == 0) return false;  // then no head got an output VC either, since a granted one has a credit

  std::uint32_t waiting = 0;
  if (kMost == 1 && (any & (any - 1)) == 0) {
    send_and_advance<kMost>(r, lowest_bit(any), at, moves);
  } else if constexpr (kByAge) {
    waiting = arbitrate_switch_by_age<kMost>(r, at, moves);
  } else {
    waiting = arbitrate_switch<kMost>(r, at, moves);
  }
  for (std::uint32_t i = 0; i < at.ended_count; ++i) end_packet<kMost>(r, at.ended[i], now);
  bool again = (waiting | unbound) != 0;
  if (again) {
    stalls_[id].switch_lost += waiting;
    stalls_[id].channel_lost += unbound;
  }
  // A waiting head may get the output VC that a tail released.
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

template <std::uint32_t kMost>
void Fabric::step_low_latency(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_low_latency_routers<kMost, false>(first, routers, moves, now);
}

template <std::uint32_t kMost>
GANTRY_WIDE_TARGET void Fabric::step_low_latency_wide(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                      Cycle now) {
  step_low_latency_routers<kMost, false>(first, routers, moves, now);
}

template <std::uint32_t kMost>
void Fabric::step_low_latency_by_age(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  step_low_latency_routers<kMost, true>(first, routers, moves, now);
}

template <std::uint32_t kMost>
Fabric::Step Fabric::low_latency_step_of(bool wide, bool by_age) {
  if (by_age) return &Fabric::step_low_latency_by_age<kMost>;
  return wide ? &Fabric::step_low_latency_wide<kMost> : &Fabric::step_low_latency<kMost>;
}

Fabric::Step Fabric::low_latency_step(bool one_word, bool wide, bool by_age) const {
  if (one_word) return &Fabric::step_low_latency_by_age<1>;  // the others use sweeps
  return copies_ ? low_latency_step_of<kWordsWithCopies>(wide, by_age) : low_latency_step_of<kMostWords>(wide, by_age);
}

/// Grants output VCs to several heads of a router of one word. The router stays active if some of them lost.
[[gnu::noinline]] void Fabric::serve_heads(std::uint32_t id) {
  const std::uint32_t unbound = arbitrate_channels<1>(id);
  if (unbound == 0 || words_[id].ready() == 0) return;
  stalls_[id].channel_lost += unbound;
  wake(id);
}

}  // namespace network
}  // namespace gantry
