// SPDX-License-Identifier: Apache-2.0
// The low-latency router of one word, in turn. What it does is told in low_latency_router.cpp.
#include "gantry/network/fabric_sweep.h"

namespace gantry {
inline namespace network {

/// Inputs that chose among lanes and lost may have one for an output that nobody has taken.
[[gnu::noinline]] std::uint64_t Fabric::second_lanes(std::uint32_t id, std::uint64_t ready, std::uint64_t offers,
                                                     std::uint64_t winners) {
  const Here r = here(id);
  std::uint64_t* const behind_in = behind_in_.data()->at + first_port_of(id);
  std::uint64_t* const behind_out = behind_out_.data()->at + first_port_of(id);
  std::uint64_t taken = 0;  // lanes that go to outputs that are taken
  for (std::uint64_t left = winners; left != 0; left &= left - 1) {
    taken |= r.wants[r.port_of(r.lanes[lowest_bit(left)].out)];
  }
  std::uint64_t second = 0;
  for (std::uint64_t losers = offers & ~winners; losers != 0; losers &= losers - 1) {
    const std::uint32_t input = r.port_of(lowest_bit(losers));
    const std::uint64_t candidates = ready & ~taken & std::uint64_t{channels_} << (input << r.port_shift);
    if (candidates == 0) continue;
    const std::uint64_t later = candidates & behind_in[input];
    const std::uint32_t lane = lowest_bit(later != 0 ? later : candidates);
    const std::uint32_t output = r.port_of(r.lanes[lane].out);
    taken |= r.wants[output];
    second |= bit_of(lane);
    kept_.push_back({behind_in + input, behind_in[input], r.first_lane + lane});
    kept_.push_back({behind_out + output, behind_out[output], r.first_lane + lane});
  }
  return second;
}

/// Of several lanes that could move those that do. Turns do not go on behind those of the second pass: they are put
/// back when all have moved.
template <class Shape>
[[gnu::always_inline]] inline std::uint64_t Fabric::winners_in_two_turns(const Sweep<Shape>& sweep, std::uint32_t id,
                                                                         std::uint64_t ready) {
  const std::size_t port = sweep.first_port_of(id);
  const std::uint64_t offers = in_turn(ready, inputs_.data()->at, sweep.behind_in + port, sweep.shape.ports);
  const std::uint64_t winners = in_turn(offers, sweep.wants + port, sweep.behind_out + port, sweep.shape.ports);
  return offers != ready && offers != winners ? winners | second_lanes(id, ready, offers, winners) : winners;
}

/// The head of a router in which no other one looks for an out lane gets one, if one is free with a place behind.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::serve_head(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t lane) {
  const Lane& at = sweep.lanes[sweep.first_lane_of(id) + lane];
  const Word& word = sweep.words[id];
  const std::uint32_t base = at.out;
  const auto open = static_cast<std::uint32_t>((word.free & word.places) >> base) & at.allowed;
  if (open == 0) return;
  Port& port = sweep.ports[sweep.first_port_of(id) + (base >> sweep.shape.port_shift)];
  const std::uint32_t channel = next_behind(open, port.last_beyond);
  port.last_beyond = static_cast<std::uint16_t>(channel);
  sweep.bind(id, lane, base + channel);
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
    const std::uint64_t winners = winners_in_two_turns(sweep, id, ready);
    stalls_[id].switch_lost += count_bits(ready & ~winners);
    sweep.ready_again |= std::uint64_t{ready != winners} << (id % 64);
    return winners;
  };
  const std::uint32_t* const end = sweep.template find_moving<true>(first, routers, moving_.data(), serve, choose);
  const std::uint32_t ended = sweep.template move<false>(moving_.data(), end, moves);
  for (const Turn& turn : kept_) *turn.at = turn.was;
  sweep.end(moving_.data(), ended, now);
  kept_.clear();
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
