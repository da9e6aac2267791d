// SPDX-License-Identifier: Apache-2.0
// Routers of one word, up to 64 at a time. The problem: nearly every branch of a router depends on the traffic, and a
// mispredicted branch costs more than the work around it. The idea: a cycle is a few plain loops, over the routers with
// work, over the flits that move, and over the packets that end. For low_latency_sweep.cpp and pipelined_sweep.cpp
// only.
#pragma once

#include <cstring>

#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

/// AnyShape with constants: routers with five or six ports, as in a mesh or torus, and 2^kPortShift channels. Shifts
/// become part of the instructions, and loops over ports are unrolled.
template <std::uint32_t kPortShift>
struct Fabric::MeshShape {
  static constexpr std::uint32_t port_shift = kPortShift;
  static constexpr std::uint32_t router_shift = kPortShift + 3;
  static constexpr std::uint32_t ports = 6;
  static bool fits(const AnyShape& shape) {
    return shape.port_shift == port_shift && shape.router_shift == router_shift && (shape.ports + 1) / 2 == ports / 2;
  }
};

using Two = std::uint64_t __attribute__((vector_size(16)));

/// Returns per port the round-robin winner among the VCs in `requesting_vcs`. `of_port`: the VCs of each port.
/// `behind`: by port, the VCs after the last winner. Precondition: the tables have `ports` entries, rounded up to
/// an even number.
[[gnu::always_inline]] inline std::uint64_t round_robin_per_port(std::uint64_t requesting_vcs,
                                                                 const std::uint64_t* of_port,
                                                                 const std::uint64_t* behind, std::size_t ports) {
  Two all = {};
#pragma GCC unroll 3
  for (std::size_t p = 0; p < ports; p += 2) {
    Two candidates;
    Two later;
    std::memcpy(&candidates, of_port + p, sizeof candidates);
    std::memcpy(&later, behind + p, sizeof later);
    candidates &= requesting_vcs;
    later &= candidates;
    later |= candidates & reinterpret_cast<Two>(later == 0);
    all |= later & -later;
  }
  return all[0] | all[1];
}

/// Appends the lowest VC in `vcs`, if any, to a list, and returns the end of the list.
[[gnu::always_inline]] inline std::uint32_t* add_lowest(std::uint32_t* end, std::uint32_t base, std::uint64_t vcs) {
  *end = base + lowest_bit(vcs | std::uint64_t{1} << 63U);
  return end + (vcs != 0 ? 1 : 0);
}

/// Appends the VCs in `vcs` to a list and returns its end. `base`: first VC of the router. Usually there are one or
/// two.
[[gnu::always_inline]] inline std::uint32_t* add_vcs(std::uint32_t* end, std::uint32_t base, std::uint64_t vcs) {
  end = add_lowest(end, base, vcs);
  vcs &= vcs - 1;
  end = add_lowest(end, base, vcs);
  for (vcs &= vcs - 1; vcs != 0; vcs &= vcs - 1) *end++ = base + lowest_bit(vcs);
  return end;
}

/// Pointers to the tables, as a local variable of the function that walks them. The compiler then knows that no store
/// changes the pointers, and need not load them again.
template <class Shape>
struct Fabric::Sweep {
  Fabric& fabric;
  const Shape shape;
  Word* const words;
  InputVc* const input_vcs;
  OutputVc* const output_vcs;
  Port* const ports;
  std::uint64_t* const bound_to;
  std::uint64_t* const after_last_in;
  std::uint64_t* const after_last_out;
  const std::uint32_t channel_mask;
  const std::uint32_t within;     ///< bits of the number of a VC within its router
  std::uint64_t ready_again = 0;  ///< low latency: routers, modulo 64, in which a flit can move next cycle

  [[gnu::always_inline]] Sweep(Fabric& its, const Shape& of_shape)
      : fabric(its),
        shape(of_shape),
        words(its.words_.data()),
        input_vcs(its.input_vcs_.data()),
        output_vcs(its.output_vcs_.data()),
        ports(its.ports_.data()),
        bound_to(its.bound_to_.data()->at),
        after_last_in(its.after_last_in_.data()->at),
        after_last_out(its.after_last_out_.data()->at),
        channel_mask((1U << shape.port_shift) - 1U),
        within((1U << shape.router_shift) - 1U) {}

  [[nodiscard]] std::uint32_t first_vc_of(std::uint32_t router) const { return router << shape.router_shift; }
  [[nodiscard]] std::size_t first_port_of(std::uint32_t router) const {
    return std::size_t{router} << (shape.router_shift - shape.port_shift);
  }

  template <bool kHeadsFirst, class Serve, class Choose>
  std::uint32_t* find_moving(std::uint32_t first, std::uint64_t routers, std::uint32_t* moving, Serve serve_head,
                             Choose choose);
  void bind(std::uint32_t router, std::uint32_t vc, std::uint32_t out);
  template <bool kPipelined>
  std::uint32_t move(std::uint32_t* list, const std::uint32_t* end, Moves& moves);
  void end(const std::uint32_t* ended, std::uint32_t count, Cycle now);
  [[nodiscard]] std::uint64_t ready_among(std::uint32_t first, std::uint64_t routers) const;
};

/// Lists in `moving` the input VCs whose flits move in up to 64 routers, and returns the end of the list.
/// `serve(router)` grants output VCs to heads, before or after that, as `kHeadsFirst` says. `choose(router, vcs)`
/// returns the winners among several ready VCs. With few routers they are processed one by one. With many there is one
/// loop for the ready VCs, one for contested routers and one for the list.
template <class Shape>
template <bool kHeadsFirst, class Serve, class Choose>
[[gnu::always_inline]] inline std::uint32_t* Fabric::Sweep<Shape>::find_moving(std::uint32_t first,
                                                                               std::uint64_t routers,
                                                                               std::uint32_t* moving, Serve serve,
                                                                               Choose choose) {
  constexpr std::uint32_t kFew = 16;
  std::uint32_t* end = moving;
  const auto serve_all = [&]() __attribute__((always_inline)) {
    std::uint64_t requesting = fabric.requesting_[first / 64];
    for (std::uint64_t left = routers & requesting; left != 0; left &= left - 1) {
      const std::uint32_t router = lowest_bit(left);
      serve(first + router);
      requesting &= ~(std::uint64_t{words[first + router].heads == 0} << router);
    }
    fabric.requesting_[first / 64] = requesting;
  };
  if (kHeadsFirst) serve_all();
  if (count_bits(routers) <= kFew) {
    for (std::uint64_t left = routers; left != 0; left &= left - 1) {
      const std::uint32_t id = first + lowest_bit(left);
      const std::uint64_t ready = words[id].ready();
      if ((ready & (ready - 1)) == 0) {
        end = add_lowest(end, first_vc_of(id), ready);
      } else {
        end = add_vcs(end, first_vc_of(id), choose(id, ready));
      }
    }
    if (!kHeadsFirst) serve_all();
    return end;
  }
  std::uint64_t winners[64];
  std::uint64_t several = 0;  // routers in which several input VCs are ready
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t router = lowest_bit(left);
    const std::uint64_t ready = words[first + router].ready();
    winners[router] = ready;
    several |= std::uint64_t{(ready & (ready - 1)) != 0} << router;
  }
  for (; several != 0; several &= several - 1) {
    const std::uint32_t router = lowest_bit(several);
    winners[router] = choose(first + router, winners[router]);
  }
  if (!kHeadsFirst) serve_all();
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t router = lowest_bit(left);
    end = add_vcs(end, first_vc_of(first + router), winners[router]);
  }
  return end;
}

/// Grants an output VC to the head of an input VC. Both numbers are within the router.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::Sweep<Shape>::bind(std::uint32_t router, std::uint32_t vc,
                                                              std::uint32_t out) {
  const std::uint32_t first_vc = first_vc_of(router);
  InputVc& at = input_vcs[first_vc + vc];
  OutputVc& to = output_vcs[first_vc + out];
  Word& word = words[router];
  at.out = static_cast<std::uint16_t>(out);
  at.front.vc = to.downstream;
  to.holder = static_cast<std::uint16_t>(vc);
  word.heads &= ~bit_of(vc);
  word.bound |= bit_of(vc);
  word.free &= ~bit_of(out);
  bound_to[(first_vc + out) >> shape.port_shift] |= bit_of(vc);
  word.clear |= (word.credits >> out & 1U) << vc;
}

/// Moves the flit at the front of each listed input VC. VCs whose tails left move to the front of the list; returns how
/// many. Low latency: sets `ready_again` for routers in which a next flit can move.
template <class Shape>
template <bool kPipelined>
[[gnu::always_inline]] inline std::uint32_t Fabric::Sweep<Shape>::move(std::uint32_t* list, const std::uint32_t* end,
                                                                       Moves& moves) {
  // A copy of `at` would be read in larger pieces than it was just written, which stalls the processor.
  Head* heads = moves.heads;
  const Two once = {1, moves.now};
  std::uint32_t* tails = list;
  std::uint64_t again = 0;
  for (const std::uint32_t* each = list; each != end; ++each) {
    const std::uint32_t vc = *each;
    const std::uint32_t number = vc & within;
    InputVc& at = input_vcs[vc];
    const std::uint32_t out = vc - number + at.out;
    OutputVc& to = output_vcs[out];
    Word& from = words[vc >> shape.router_shift];
    const std::uint32_t in_port = vc >> shape.port_shift;
    const std::uint32_t out_port = out >> shape.port_shift;
    after_last_out[out_port] = ~std::uint64_t{1} << (number | channel_mask);
    if (kPipelined) {
      ports[in_port].last_in = static_cast<std::uint16_t>(number);
      ports[in_port].last_granted = at.out;
    } else {
      after_last_in[in_port] = ~std::uint64_t{1} << number;
    }
    const std::size_t came_from = ports[in_port].to_terminal;
    const std::size_t goes_to = ports[out_port].to_terminal;
    Two sums;  // flits that left there, and the sum of the cycles in which they did
    std::memcpy(&sums, static_cast<const void*>(&ports[out_port]), sizeof sums);
    sums += once;
    std::memcpy(static_cast<void*>(&ports[out_port]), &sums, sizeof sums);

    const Head front = at.front;
    *heads = front;
    heads += at.head_is_next & ~goes_to;
    at.head_is_next = 0;
    *moves.flits[goes_to]++ = front.vc;
    *moves.credits[came_from]++ = at.upstream;
    const auto left = static_cast<std::uint16_t>(at.count - 1U);
    at.count = left;
    from.present &= ~(std::uint64_t{left == 0} << number);
    const auto credits = static_cast<std::uint16_t>(to.credits - (kPipelined ? 1U : goes_to ^ 1U));
    to.credits = credits;
    std::uint64_t more = left != 0 ? 1 : 0;
    if (credits == 0) {
      from.credits &= ~(std::uint64_t{1} << (out & within));
      from.clear &= ~(std::uint64_t{1} << number);
      more = 0;
    }
    if (!kPipelined) again |= more << (vc >> shape.router_shift & 63U);
    *tails = vc;
    tails += --at.remaining == 0 ? 1 : 0;
  }
  moves.heads = heads;
  ready_again |= again;
  return static_cast<std::uint32_t>(tails - list);
}

/// Ends the front packets of input VCs whose tails have left.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::Sweep<Shape>::end(const std::uint32_t* ended, std::uint32_t count,
                                                             Cycle now) {
  Ejected* const ejected = fabric.ejected_.data();
  std::uint32_t arrivals = 0;
  std::uint64_t requesting = 0;  // routers in which a head waits now
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t vc = ended[i];
    const std::uint32_t number = vc & within;
    const std::uint32_t router = vc >> shape.router_shift;
    InputVc& at = input_vcs[vc];
    Word& word = words[router];
    const std::uint32_t out_port = (vc - number + at.out) >> shape.port_shift;
    word.bound &= ~bit_of(number);
    word.clear &= ~bit_of(number);
    word.free |= bit_of(at.out);
    bound_to[out_port] &= ~bit_of(number);
    ejected[arrivals] = {vc, at.out, ports[out_port].terminal, at.front.packet};
    arrivals += ports[out_port].to_terminal;
    if (--at.packets != 0 && fabric.start_next_head(vc, at, now)) word.heads |= bit_of(number);
    requesting |= std::uint64_t{word.heads != 0} << (router % 64);
  }
  if (count == 0) return;
  const std::uint32_t group = ended[0] >> shape.router_shift >> 6U;
  fabric.requesting_[group] |= requesting;
  fabric.active_[group] |= requesting;  // a waiting head may get the output VC that a tail released
  if (arrivals != 0) fabric.deliver_all(arrivals, now);
}

/// Returns those of routers first + i, for every set bit i, in which a flit can move.
template <class Shape>
[[gnu::always_inline]] inline std::uint64_t Fabric::Sweep<Shape>::ready_among(std::uint32_t first,
                                                                              std::uint64_t routers) const {
  std::uint64_t again = 0;
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t router = lowest_bit(left);
    again |= std::uint64_t{words[first + router].ready() != 0} << router;
  }
  return again;
}

}  // namespace network
}  // namespace gantry
