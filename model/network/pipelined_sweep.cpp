// SPDX-License-Identifier: Apache-2.0
// The pipelined router of one word without speculation. Its two allocations are independent, so the switch is allocated
// before heads get output VCs. pipelined_router.cpp describes the algorithm.
#include "gantry/network/fabric_sweep.h"

namespace gantry {
inline namespace network {

namespace {

/// Returns of `vcs` the first one of each port. `behind`: VCs whose channel is at least 1, 2 and 4.
[[gnu::always_inline]] inline std::uint64_t first_vcs(std::uint64_t vcs, const std::uint64_t* behind) {
  std::uint64_t reached = vcs | (vcs << 1U & behind[0]);
  reached |= reached << 2U & behind[1];
  reached |= reached << 4U & behind[2];
  return vcs & ~(reached << 1U & behind[0]);
}

/// Returns the lowest set bit of `bits` above bit number `last`, or else the lowest of all. 0 if `bits` is 0.
[[gnu::always_inline]] inline std::uint64_t bit_after(std::uint64_t bits, std::uint32_t last) {
  const std::uint64_t later = bits & ~std::uint64_t{1} << (last % 64);
  const std::uint64_t first =
      later | (bits & (0 - std::uint64_t{later == 0}));  // without a branch, which would be unpredictable
  return first & (0 - first);
}

/// Returns the outputs to which these input VCs are bound, one bit each.
[[gnu::always_inline]] inline std::uint64_t outputs_of(std::uint64_t vcs, const std::uint64_t* bound_to,
                                                       std::size_t ports) {
  Two all = {};
#pragma GCC unroll 3
  for (std::size_t p = 0; p < ports; p += 2) {
    Two of_output;
    std::memcpy(&of_output, bound_to + p, sizeof of_output);
    of_output &= vcs;
    all |= ~reinterpret_cast<Two>(of_output == 0) & Two{std::uint64_t{1} << p, std::uint64_t{2} << p};
  }
  return all[0] | all[1];
}

}  // namespace

/// Returns the winners of the switch among several ready input VCs. An input requests one output, round robin, and
/// offers one of its input VCs to that output, round robin.
template <class Shape>
[[gnu::always_inline]] inline std::uint64_t Fabric::switch_winners(const Sweep<Shape>& sweep, std::uint32_t id,
                                                                   std::uint64_t ready) const {
  const std::size_t first_port = sweep.first_port_of(id);
  const std::uint64_t* const bound_to = sweep.bound_to + first_port;
  std::uint64_t offers = first_vcs(ready, channels_after_);
  for (std::uint64_t others = ready & ~offers; others != 0;) {
    const std::uint32_t input = lowest_bit(others) >> sweep.shape.port_shift;
    const std::uint64_t of_input = std::uint64_t{channels_} << (input << sweep.shape.port_shift);
    const Port& port = sweep.ports[first_port + input];
    const std::uint64_t requesting_vcs = ready & of_input;
    const std::uint64_t outputs = outputs_of(requesting_vcs, bound_to, sweep.shape.ports);
    const std::uint32_t output = lowest_bit(bit_after(outputs, port.last_granted >> sweep.shape.port_shift));
    offers = (offers & ~of_input) | bit_after(requesting_vcs & bound_to[output], port.last_in);
    others &= ~of_input;
  }
  return round_robin_per_port(offers, bound_to, sweep.after_last_out + first_port, sweep.shape.ports);
}

/// Returns the output VC that a head requests; kNone: no allowed one is free. Numbers are within the router.
template <class Shape>
[[gnu::always_inline]] inline std::uint32_t Fabric::wanted_out(const Sweep<Shape>& sweep, std::uint32_t id,
                                                               std::uint32_t vc) const {
  const InputVc& at = sweep.input_vcs[sweep.first_vc_of(id) + vc];
  const std::uint32_t base = at.out;
  const std::uint32_t free = static_cast<std::uint32_t>(sweep.words[id].free >> base) & at.allowed;
  if (free == 0) return kNone;
  const std::uint32_t last = vc_pointers_[sweep.first_vc_of(id) + vc].last_out;
  const std::uint32_t pointer = (last & ~sweep.channel_mask) == base ? (last & sweep.channel_mask) + 1 : 0;
  return base + round_robin_from(free, pointer);
}

template <class Shape>
[[gnu::always_inline]] inline void Fabric::grant_output_vc(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t vc,
                                                           std::uint32_t out) {
  VcPointers* const pointers = vc_pointers_.data() + sweep.first_vc_of(id);
  pointers[vc].last_out = static_cast<std::uint16_t>(out);
  pointers[out].first = static_cast<std::uint16_t>(vc + 1);
  sweep.bind(id, vc, out);
}

/// Grants the output VCs that the heads of a router request. If two request the same one, bind_heads() decides.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::bind_requesting(Sweep<Shape>& sweep, std::uint32_t id) {
  std::uint64_t heads = sweep.words[id].heads;
  const std::uint32_t first = lowest_bit(heads);
  heads &= heads - 1;
  const std::uint32_t first_out = wanted_out(sweep, id, first);
  if (heads == 0) {
    if (first_out != kNone) grant_output_vc(sweep, id, first, first_out);
    return;
  }
  std::uint32_t vcs[64];
  std::uint32_t outs[64];
  vcs[0] = first;
  outs[0] = first_out;
  std::uint32_t count = first_out != kNone ? 1 : 0;
  std::uint64_t requested = first_out != kNone ? bit_of(first_out) : 0;
  for (; heads != 0; heads &= heads - 1) {
    const std::uint32_t vc = lowest_bit(heads);
    const std::uint32_t out = wanted_out(sweep, id, vc);
    if (out == kNone) continue;
    if ((requested & bit_of(out)) != 0) return bind_heads(id);
    requested |= bit_of(out);
    vcs[count] = vc;
    outs[count++] = out;
  }
  for (std::uint32_t i = 0; i < count; ++i) grant_output_vc(sweep, id, vcs[i], outs[i]);
}

template <class Shape, bool kByAge>
[[gnu::always_inline]] inline void Fabric::sweep_pipelined(const Shape& shape, std::uint32_t first,
                                                           std::uint64_t routers, Moves& moves, Cycle now) {
  Sweep<Shape> sweep(*this, shape);
  const auto serve = [&](std::uint32_t id) { kByAge ? bind_heads(id) : bind_requesting(sweep, id); };
  const auto choose = [&](std::uint32_t id, std::uint64_t ready) {
    const std::uint64_t winners = kByAge ? oldest_winners(id, ready) : switch_winners(sweep, id, ready);
    stalls_[id].switch_lost += count_bits(ready & ~winners);
    return winners;
  };
  const std::uint32_t* const end = sweep.template find_moving<false>(first, routers, moving_.data(), serve, choose);
  const std::uint32_t ended = sweep.template move<true>(moving_.data(), end, moves);
  sweep.end(moving_.data(), ended, now);
  active_[first / 64] |= sweep.ready_among(first, routers);
}

template <bool kByAge>
void Fabric::sweep_pipelined_any(std::uint32_t first, std::uint64_t routers, Moves& moves, Cycle now) {
  sweep_pipelined<AnyShape, kByAge>(any_shape(), first, routers, moves, now);
}

GANTRY_WIDE_TARGET void Fabric::sweep_pipelined_wide(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                     Cycle now) {
  sweep_pipelined<AnyShape, false>(any_shape(), first, routers, moves, now);
}

template <std::uint32_t kPortShift>
GANTRY_WIDE_TARGET void Fabric::sweep_pipelined_mesh(std::uint32_t first, std::uint64_t routers, Moves& moves,
                                                     Cycle now) {
  sweep_pipelined<MeshShape<kPortShift>, false>({}, first, routers, moves, now);
}

Fabric::Step Fabric::pipelined_sweep(bool wide, bool by_age) const {
  if (by_age) return &Fabric::sweep_pipelined_any<true>;
  if (!wide) return &Fabric::sweep_pipelined_any<false>;
  if (MeshShape<0>::fits(any_shape())) return &Fabric::sweep_pipelined_mesh<0>;
  if (MeshShape<1>::fits(any_shape())) return &Fabric::sweep_pipelined_mesh<1>;
  if (MeshShape<2>::fits(any_shape())) return &Fabric::sweep_pipelined_mesh<2>;
  if (MeshShape<3>::fits(any_shape())) return &Fabric::sweep_pipelined_mesh<3>;
  return &Fabric::sweep_pipelined_wide;
}

}  // namespace network
}  // namespace gantry
