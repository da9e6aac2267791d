// SPDX-License-Identifier: Apache-2.0
// The pipelined router of one word without speculation, where the two allocations have nothing to do with each other:
// what may move is looked for before heads get out lanes. What it does is told in pipelined_router.cpp.
#include "gantry/network/fabric_sweep.h"

namespace gantry {
inline namespace network {

namespace {

/// Of a router's lanes the first one of each input. `behind`: lanes at least 1, 2 and 4 channels behind the first one
/// of their port.
[[gnu::always_inline]] inline std::uint64_t first_lanes(std::uint64_t lanes, const std::uint64_t* behind) {
  std::uint64_t reached = lanes | (lanes << 1U & behind[0]);
  reached |= reached << 2U & behind[1];
  reached |= reached << 4U & behind[2];
  return lanes & ~(reached << 1U & behind[0]);
}

/// The lowest bit of `bits` that is above number `last` of at most 64, or else the very lowest one.
[[gnu::always_inline]] inline std::uint64_t bit_behind(std::uint64_t bits, std::uint32_t last) {
  const std::uint64_t later = bits & ~std::uint64_t{1} << (last % 64);
  const std::uint64_t first = later | (bits & (0 - std::uint64_t{later == 0}));  // a branch would often go astray
  return first & (0 - first);
}

/// The outputs that any of these lanes wants, one bit each.
[[gnu::always_inline]] inline std::uint64_t outputs_of(std::uint64_t lanes, const std::uint64_t* wants,
                                                       std::size_t ports) {
  Two all = {};
#pragma GCC unroll 3
  for (std::size_t p = 0; p < ports; p += 2) {
    Two of_output;
    std::memcpy(&of_output, wants + p, sizeof of_output);
    of_output &= lanes;
    all |= ~reinterpret_cast<Two>(of_output == 0) & Two{std::uint64_t{1} << p, std::uint64_t{2} << p};
  }
  return all[0] | all[1];
}

}  // namespace

/// Of several lanes that could move those that do. An input asks for one output, in turn, and of its lanes that go
/// there the next in turn asks.
template <class Shape>
[[gnu::always_inline]] inline std::uint64_t Fabric::winners_in_turn(const Sweep<Shape>& sweep, std::uint32_t id,
                                                                    std::uint64_t ready) const {
  const std::size_t first_port = sweep.first_port_of(id);
  const std::uint64_t* const wants = sweep.wants + first_port;
  std::uint64_t offers = first_lanes(ready, behind_);
  for (std::uint64_t others = ready & ~offers; others != 0;) {
    const std::uint32_t input = lowest_bit(others) >> sweep.shape.port_shift;
    const std::uint64_t of_input = std::uint64_t{channels_} << (input << sweep.shape.port_shift);
    const Port& port = sweep.ports[first_port + input];
    const std::uint64_t asking = ready & of_input;
    const std::uint64_t outputs = outputs_of(asking, wants, sweep.shape.ports);
    const std::uint32_t output = lowest_bit(bit_behind(outputs, port.last_beyond >> sweep.shape.port_shift));
    offers = (offers & ~of_input) | bit_behind(asking & wants[output], port.last_in);
    others &= ~of_input;
  }
  return in_turn(offers, wants, sweep.behind_out + first_port, sweep.shape.ports);
}

/// The out lane that a head asks for, by their numbers within the router; kNone: none that it could have is free.
template <class Shape>
[[gnu::always_inline]] inline std::uint32_t Fabric::wanted_out(const Sweep<Shape>& sweep, std::uint32_t id,
                                                               std::uint32_t lane) const {
  const Lane& at = sweep.lanes[sweep.first_lane_of(id) + lane];
  const std::uint32_t base = at.out;
  const std::uint32_t free = static_cast<std::uint32_t>(sweep.words[id].free >> base) & at.allowed;
  if (free == 0) return kNone;
  const std::uint32_t last = turns_[sweep.first_lane_of(id) + lane].last_out;
  const std::uint32_t turn = (last & ~sweep.channel_mask) == base ? (last & sweep.channel_mask) + 1 : 0;
  return base + next_in_turn(free, turn);
}

template <class Shape>
[[gnu::always_inline]] inline void Fabric::give_out(Sweep<Shape>& sweep, std::uint32_t id, std::uint32_t lane,
                                                    std::uint32_t out) {
  ChannelTurn* const turns = turns_.data() + sweep.first_lane_of(id);
  turns[lane].last_out = static_cast<std::uint16_t>(out);
  turns[out].first = static_cast<std::uint16_t>(lane + 1);
  sweep.bind(id, lane, out);
}

/// Heads of a router get the out lanes that they ask for. Where two ask for the same one bind_heads() has it.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::bind_asking(Sweep<Shape>& sweep, std::uint32_t id) {
  std::uint64_t heads = sweep.words[id].heads;
  const std::uint32_t first = lowest_bit(heads);
  heads &= heads - 1;
  const std::uint32_t first_out = wanted_out(sweep, id, first);
  if (heads == 0) {
    if (first_out != kNone) give_out(sweep, id, first, first_out);
    return;
  }
  std::uint32_t lanes[64];
  std::uint32_t outs[64];
  lanes[0] = first;
  outs[0] = first_out;
  std::uint32_t count = first_out != kNone ? 1 : 0;
  std::uint64_t asked = first_out != kNone ? bit_of(first_out) : 0;
  for (; heads != 0; heads &= heads - 1) {
    const std::uint32_t lane = lowest_bit(heads);
    const std::uint32_t out = wanted_out(sweep, id, lane);
    if (out == kNone) continue;
    if ((asked & bit_of(out)) != 0) return bind_heads(id);
    asked |= bit_of(out);
    lanes[count] = lane;
    outs[count++] = out;
  }
  for (std::uint32_t i = 0; i < count; ++i) give_out(sweep, id, lanes[i], outs[i]);
}

template <class Shape, bool kByAge>
[[gnu::always_inline]] inline void Fabric::sweep_pipelined(const Shape& shape, std::uint32_t first,
                                                           std::uint64_t routers, Moves& moves, Cycle now) {
  Sweep<Shape> sweep(*this, shape);
  const auto serve = [&](std::uint32_t id) { kByAge ? bind_heads(id) : bind_asking(sweep, id); };
  const auto choose = [&](std::uint32_t id, std::uint64_t ready) {
    const std::uint64_t winners = kByAge ? oldest_winners(id, ready) : winners_in_turn(sweep, id, ready);
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
