// SPDX-License-Identifier: Apache-2.0
// Routers of one word, up to 64 of them at a time. A cycle is a few plain loops, over the routers in which something
// can happen, over the flits that move and over the packets that end, instead of all of that router by router: nearly
// all of a router's branches would go this way or that as the traffic wants, and cost more than the work between them.
// For low_latency_sweep.cpp and pipelined_sweep.cpp only.
#pragma once

#include <cstring>

#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

/// AnyShape of routers with five or six ports, as a mesh or torus has them, and 2^kPortShift channels: shifts become
/// part of the instructions, and loops over ports are none.
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

/// Of a router's lanes in `asking`, for each of its ports the one whose turn it is of those that are the port's.
[[gnu::always_inline]] inline std::uint64_t in_turn(std::uint64_t asking, const std::uint64_t* of_port,
                                                    const std::uint64_t* behind, std::size_t ports) {
  Two all = {};
#pragma GCC unroll 3
  for (std::size_t p = 0; p < ports; p += 2) {
    Two candidates;
    Two later;
    std::memcpy(&candidates, of_port + p, sizeof candidates);
    std::memcpy(&later, behind + p, sizeof later);
    candidates &= asking;
    later &= candidates;
    later |= candidates & reinterpret_cast<Two>(later == 0);
    all |= later & -later;
  }
  return all[0] | all[1];
}

/// Lists a lane, if there is one in `lanes`: its lowest one.
[[gnu::always_inline]] inline std::uint32_t* add_lowest(std::uint32_t* end, std::uint32_t base, std::uint64_t lanes) {
  *end = base + lowest_bit(lanes | std::uint64_t{1} << 63U);
  return end + (lanes != 0 ? 1 : 0);
}

/// Lists lanes of the router whose first lane is `base`; mostly there are one or two.
[[gnu::always_inline]] inline std::uint32_t* add_lanes(std::uint32_t* end, std::uint32_t base, std::uint64_t lanes) {
  end = add_lowest(end, base, lanes);
  lanes &= lanes - 1;
  end = add_lowest(end, base, lanes);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) *end++ = base + lowest_bit(lanes);
  return end;
}

/// The tables that a cycle goes through, as a variable of the function that does: what stands there is nobody else's,
/// so that it need not be read again behind every store.
template <class Shape>
struct Fabric::Sweep {
  Fabric& fabric;
  const Shape shape;
  Word* const words;
  Lane* const lanes;
  OutLane* const outs;
  Port* const ports;
  std::uint64_t* const wants;
  std::uint64_t* const behind_in;
  std::uint64_t* const behind_out;
  const std::uint32_t channel_mask;
  const std::uint32_t within;     ///< bits of a lane's number within its router
  std::uint64_t ready_again = 0;  ///< low latency: routers, by their numbers modulo 64, in which a lane can move on

  [[gnu::always_inline]] Sweep(Fabric& its, const Shape& of_shape)
      : fabric(its),
        shape(of_shape),
        words(its.words_.data()),
        lanes(its.lanes_.data()),
        outs(its.outs_.data()),
        ports(its.ports_.data()),
        wants(its.wants_.data()->at),
        behind_in(its.behind_in_.data()->at),
        behind_out(its.behind_out_.data()->at),
        channel_mask((1U << shape.port_shift) - 1U),
        within((1U << shape.router_shift) - 1U) {}

  [[nodiscard]] std::uint32_t first_lane_of(std::uint32_t router) const { return router << shape.router_shift; }
  [[nodiscard]] std::size_t first_port_of(std::uint32_t router) const {
    return std::size_t{router} << (shape.router_shift - shape.port_shift);
  }

  template <bool kHeadsFirst, class Serve, class Choose>
  std::uint32_t* find_moving(std::uint32_t first, std::uint64_t routers, std::uint32_t* moving, Serve serve_head,
                             Choose choose);
  void bind(std::uint32_t router, std::uint32_t lane, std::uint32_t out);
  template <bool kPipelined>
  std::uint32_t move(std::uint32_t* list, const std::uint32_t* end, Moves& moves);
  void end(const std::uint32_t* ended, std::uint32_t count, Cycle now);
  [[nodiscard]] std::uint64_t ready_among(std::uint32_t first, std::uint64_t routers) const;
};

/// Lists in `moving` the lanes that move in up to 64 routers; where the list ends. `serve(router)`: its heads get out
/// lanes, before or behind that, as the kind of router has it; `choose(router, lanes)`: those that move of several that
/// could. In few routers that is found one by one; in many there is a loop for each of what is ready, of who goes where
/// several are, and of the list.
template <class Shape>
template <bool kHeadsFirst, class Serve, class Choose>
[[gnu::always_inline]] inline std::uint32_t* Fabric::Sweep<Shape>::find_moving(std::uint32_t first,
                                                                               std::uint64_t routers,
                                                                               std::uint32_t* moving, Serve serve,
                                                                               Choose choose) {
  constexpr std::uint32_t kFew = 16;
  std::uint32_t* end = moving;
  const auto serve_all = [&]() __attribute__((always_inline)) {
    std::uint64_t seeking = fabric.seeking_[first / 64];
    for (std::uint64_t left = routers & seeking; left != 0; left &= left - 1) {
      const std::uint32_t router = lowest_bit(left);
      serve(first + router);
      seeking &= ~(std::uint64_t{words[first + router].heads == 0} << router);
    }
    fabric.seeking_[first / 64] = seeking;
  };
  if (kHeadsFirst) serve_all();
  if (count_bits(routers) <= kFew) {
    for (std::uint64_t left = routers; left != 0; left &= left - 1) {
      const std::uint32_t id = first + lowest_bit(left);
      const std::uint64_t ready = words[id].ready();
      if ((ready & (ready - 1)) == 0) {
        end = add_lowest(end, first_lane_of(id), ready);
      } else {
        end = add_lanes(end, first_lane_of(id), choose(id, ready));
      }
    }
    if (!kHeadsFirst) serve_all();
    return end;
  }
  std::uint64_t winners[64];
  std::uint64_t several = 0;  // routers in which several lanes are ready
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
    end = add_lanes(end, first_lane_of(first + router), winners[router]);
  }
  return end;
}

/// The head of a lane takes an out lane; both by their numbers within the router.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::Sweep<Shape>::bind(std::uint32_t router, std::uint32_t lane,
                                                              std::uint32_t out) {
  const std::uint32_t first_lane = first_lane_of(router);
  Lane& at = lanes[first_lane + lane];
  OutLane& to = outs[first_lane + out];
  Word& word = words[router];
  at.out = static_cast<std::uint16_t>(out);
  at.front.lane = to.behind;
  to.holder = static_cast<std::uint16_t>(lane);
  word.heads &= ~bit_of(lane);
  word.bound |= bit_of(lane);
  word.free &= ~bit_of(out);
  wants[(first_lane + out) >> shape.port_shift] |= bit_of(lane);
  word.clear |= (word.places >> out & 1U) << lane;
}

/// The flits at the front of these lanes leave. Those whose tails do come to the front of the list; how many these are.
/// Low latency: notes in `ready_again` where the next flit of a lane can go, too.
template <class Shape>
template <bool kPipelined>
[[gnu::always_inline]] inline std::uint32_t Fabric::Sweep<Shape>::move(std::uint32_t* list, const std::uint32_t* end,
                                                                       Moves& moves) {
  // The others are worked on where they are: a copy would be read two at a time when they have just been written one
  // by one, for which a processor waits.
  Head* heads = moves.heads;
  const Two once = {1, moves.now};
  std::uint32_t* tails = list;
  std::uint64_t again = 0;
  for (const std::uint32_t* each = list; each != end; ++each) {
    const std::uint32_t lane = *each;
    const std::uint32_t number = lane & within;
    Lane& at = lanes[lane];
    const std::uint32_t out = lane - number + at.out;
    OutLane& to = outs[out];
    Word& from = words[lane >> shape.router_shift];
    const std::uint32_t in_port = lane >> shape.port_shift;
    const std::uint32_t out_port = out >> shape.port_shift;
    behind_out[out_port] = ~std::uint64_t{1} << (number | channel_mask);
    if (kPipelined) {
      ports[in_port].last_in = static_cast<std::uint16_t>(number);
      ports[in_port].last_beyond = at.out;
    } else {
      behind_in[in_port] = ~std::uint64_t{1} << number;
    }
    const std::size_t came_from = ports[in_port].to_terminal;
    const std::size_t goes_to = ports[out_port].to_terminal;
    Two sums;  // of the flits that left there and the cycles in which they did
    std::memcpy(&sums, static_cast<const void*>(&ports[out_port]), sizeof sums);
    sums += once;
    std::memcpy(static_cast<void*>(&ports[out_port]), &sums, sizeof sums);

    const Head front = at.front;
    *heads = front;
    heads += at.head_is_next & ~goes_to;
    at.head_is_next = 0;
    *moves.leaving[goes_to]++ = front.lane;
    *moves.places[came_from]++ = at.before;
    const auto left = static_cast<std::uint16_t>(at.count - 1U);
    at.count = left;
    from.present &= ~(std::uint64_t{left == 0} << number);
    const auto places = static_cast<std::uint16_t>(to.places - (kPipelined ? 1U : goes_to ^ 1U));
    to.places = places;
    std::uint64_t more = left != 0 ? 1 : 0;
    if (places == 0) {
      from.places &= ~(std::uint64_t{1} << (out & within));
      from.clear &= ~(std::uint64_t{1} << number);
      more = 0;
    }
    if (!kPipelined) again |= more << (lane >> shape.router_shift & 63U);
    *tails = lane;
    tails += --at.remaining == 0 ? 1 : 0;
  }
  moves.heads = heads;
  ready_again |= again;
  return static_cast<std::uint32_t>(tails - list);
}

/// The tails of these lanes' front packets have left.
template <class Shape>
[[gnu::always_inline]] inline void Fabric::Sweep<Shape>::end(const std::uint32_t* ended, std::uint32_t count,
                                                             Cycle now) {
  Arrived* const arrived = fabric.arrived_.data();
  std::uint32_t arrivals = 0;
  std::uint64_t seeking = 0;  // routers in which there is a head now
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t lane = ended[i];
    const std::uint32_t number = lane & within;
    const std::uint32_t router = lane >> shape.router_shift;
    Lane& at = lanes[lane];
    Word& word = words[router];
    const std::uint32_t out_port = (lane - number + at.out) >> shape.port_shift;
    word.bound &= ~bit_of(number);
    word.clear &= ~bit_of(number);
    word.free |= bit_of(at.out);
    wants[out_port] &= ~bit_of(number);
    arrived[arrivals] = {lane, at.out, ports[out_port].terminal, at.front.packet};
    arrivals += ports[out_port].to_terminal;
    if (--at.packets != 0 && fabric.look_at_next(lane, at, now)) word.heads |= bit_of(number);
    seeking |= std::uint64_t{word.heads != 0} << (router % 64);
  }
  if (count == 0) return;
  const std::uint32_t group = ended[0] >> shape.router_shift >> 6U;
  fabric.seeking_[group] |= seeking;
  fabric.active_[group] |= seeking;  // one that waits may find the out lane that a tail has given back
  if (arrivals != 0) fabric.deliver_all(arrivals, now);
}

/// Of routers first + i for every bit i, those in which something can move.
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
