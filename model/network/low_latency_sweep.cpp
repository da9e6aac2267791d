// SPDX-License-Identifier: Apache-2.0
// The low-latency router of one word with round-robin arbitration. low_latency_router.cpp describes the algorithm.
#include "gantry/network/fabric_sweep.h"

namespace gantry {
inline namespace network {

/// Second switch pass: returns VCs of losing inputs whose outputs are not taken.
[[gnu::noinline]] std::uint64_t Fabric::second_pass_vcs(std::uint32_t id, std::uint64_t ready, std::uint64_t offers,
                                                        std::uint64_t winners) {
  const RouterView r = view_of(id);
  std::uint64_t* const after_last_in = after_last_in_.data()->at + first_port_of(id);
  std::uint64_t* const after_last_out = after_last_out_.data()->at + first_port_of(id);
  std::uint64_t taken = 0;  // input VCs whose outputs are taken
  for (std::uint64_t left = winners; left != 0; left &= left - 1) {
    taken |= r.bound_to[r.port_of(r.input_vcs[lowest_bit(left)].out)];
  }
  std::uint64_t second = 0;
  for (std::uint64_t losers = offers & ~winners; losers != 0; losers &= losers - 1) {
    const std::uint32_t input = r.port_of(lowest_bit(losers));
    const std::uint64_t candidates = ready & ~taken & std::uint64_t{channels_} << (input << r.port_shift);
    if (candidates == 0) continue;
    const std::uint64_t later = candidates & after_last_in[input];
    const std::uint32_t vc = lowest_bit(later != 0 ? later : candidates);
    const std::uint32_t output = r.port_of(r.input_vcs[vc].out);
    taken |= r.bound_to[output];
    second |= bit_of(vc);
    saved_pointers_.push_back({after_last_in + input, after_last_in[input], r.first_vc + vc});
    saved_pointers_.push_back({after_last_out + output, after_last_out[output], r.first_vc + vc});
  }
  return second;
}

/// Returns the winners of both switch passes. Pointers of the second pass are restored after the moves.
template <class Shape>
[[gnu::always_inline]] inline std::uint64_t Fabric::two_pass_winners(const Sweep<Shape>& sweep, std::uint32_t id,
                                                                     std::uint64_t ready) {
  const std::size_t port = sweep.first_port_of(id);
  const std::uint64_t offers =
      round_robin_per_port(ready, port_vcs_.data()->at, sweep.after_last_in + port, sweep.shape.ports);
  const std::uint64_t winners =
      round_robin_per_port(offers, sweep.bound_to + port, sweep.after_last_out + port, sweep.shape.ports);
  return offers != ready && offers != winners ? winners | second_pass_vcs(id, ready, offers, winners) : winners;
}

/// Grants an output VC to the only head of a router that requests one, if one with a credit is free.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::serve_head(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t vc) {
  const InputVc& at = sweep.input_vcs[sweep.first_vc_of(id) + vc];
  const Word& word = sweep.words[id];
  const std::uint32_t base = at.out;
  const auto open = static_cast<std::uint32_t>((word.free & word.credits) >> base) & at.allowed;
  if (open == 0) return;
  Port& port = sweep.ports[sweep.first_port_of(id) + (base >> sweep.shape.port_shift)];
  const std::uint32_t channel = round_robin_after(open, port.last_granted);
  port.last_granted = static_cast<std::uint16_t>(channel);
  sweep.bind(id, vc, base + channel);
}

template <class Shape>
[[gnu::always_inline]] inline void Fabric::sweep_low_latency(const Shape& shape, std::uint32_t first,
                                                             std::uint64_t routers, Moves& moves, Cycle now) {
  Sweep<Shape> sweep(*this, shape);
  const auto serve = [&](std::uint32_t id) {
    const std::uint64_t heads = sweep.words[id].heads;
    (heads & (heads - 1)) == 0 ? serve_head(sweep, id, lowest_bit(heads)) : serve_heads(id);
  };
  const auto choose = [&](std::uint32_t id, std::uint64_t ready) {
    const std::uint64_t winners = two_pass_winners(sweep, id, ready);
    stalls_[id].switch_lost += count_bits(ready & ~winners);
    sweep.ready_again |= std::uint64_t{ready != winners} << (id % 64);
    return winners;
  };
  const std::uint32_t* const end = sweep.template find_moving<true>(first, routers, moving_.data(), serve, choose);
  const std::uint32_t ended = sweep.template move<false>(moving_.data(), end, moves);
  for (const SavedPointer& saved : saved_pointers_) *saved.at = saved.was;
  sweep.end(moving_.data(), ended, now);
  saved_pointers_.clear();
  active_[first / 64] |= sweep.ready_again;
}

void Fabric::sweep_low_latency_any(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  sweep_low_latency<AnyShape>(any_shape(), first, routers, moves, now);
}

GANTRY_WIDE_TARGET void Fabric::sweep_low_latency_wide(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                       Cycle now) {
  sweep_low_latency<AnyShape>(any_shape(), first, routers, moves, now);
}

template <std::uint32_t kPortShift>
GANTRY_WIDE_TARGET void Fabric::sweep_low_latency_mesh(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                       Cycle now) {
  sweep_low_latency<MeshShape<kPortShift>>({}, first, routers, moves, now);
}

Fabric::Step Fabric::low_latency_sweep(bool wide) const {
  if (!wide) return &Fabric::sweep_low_latency_any;
  if (MeshShape<0>::fits(any_shape())) return &Fabric::sweep_low_latency_mesh<0>;
  if (MeshShape<1>::fits(any_shape())) return &Fabric::sweep_low_latency_mesh<1>;
  if (MeshShape<2>::fits(any_shape())) return &Fabric::sweep_low_latency_mesh<2>;
  if (MeshShape<3>::fits(any_shape())) return &Fabric::sweep_low_latency_mesh<3>;
  return &Fabric::sweep_low_latency_wide;
}

}  // namespace network
}  // namespace gantry
