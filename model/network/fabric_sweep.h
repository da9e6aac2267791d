// SPDX-License-Identifier: Apache-2.0
// Routers of one word, up to 64 of them at a time. A cycle is a few plain loops, over the routers in which something
// can happen, over the flits that move and over the packets that end, instead of all of that router by router: nearly
// all of a router's branches would go this way or that as the traffic wants, and cost more than the work between them.
// For the parts of model/network/fabric.cpp only.
#pragma once

#include <algorithm>
#include <cstring>

#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

using Two = std::uint64_t __attribute__((vector_size(16)));

/// Of a router's lanes in `asking`, for each of its ports the one whose turn it is of those that are the port's.
[[gnu::always_inline]] inline std::uint64_t in_turn(std::uint64_t asking, const std::uint64_t* of_port,
                                                    const std::uint64_t* behind, std::size_t ports) {
  Two all = {};
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

/// Of a router's lanes the first one of each input.
[[gnu::always_inline]] inline std::uint64_t Fabric::first_lanes(std::uint64_t lanes) const {
  std::uint64_t reached = lanes | (lanes << 1U & behind_[0]);
  reached |= reached << 2U & behind_[1];
  reached |= reached << 4U & behind_[2];
  return lanes & ~(reached << 1U & behind_[0]);
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

/// Lists in `moving` the lanes that move in up to 64 routers; where the list ends. Heads get out lanes before or behind
/// that, as the kind of router has it. In few routers one by one; in many a loop for each of heads, of what is ready,
/// of who goes where several are, and of the list.
template <Fabric::Sharing kSharing, class Serve>
[[gnu::always_inline]] inline std::uint32_t* Fabric::find_moving(std::uint32_t first, std::uint64_t routers,
                                                                 std::uint32_t* moving, Serve serve_heads) {
  constexpr std::uint32_t kFew = 16;
  constexpr bool kHeadsFirst = kSharing == Sharing::low_latency;
  const Word* const words = words_.data();
  const std::uint32_t shift = router_shift_;
  std::uint32_t* end = moving;
  if (count_bits(routers) <= kFew) {
    for (std::uint64_t left = routers; left != 0; left &= left - 1) {
      const std::uint32_t id = first + lowest_bit(left);
      if (kHeadsFirst && words[id].heads != 0) serve_heads(id);
      const std::uint64_t ready = words[id].ready();
      if ((ready & (ready - 1)) == 0) {
        end = add_lowest(end, id << shift, ready);
      } else {
        end = add_lanes(end, id << shift, winners_of<kSharing>(id, ready));
      }
      if (!kHeadsFirst && words[id].heads != 0) serve_heads(id);
    }
    return end;
  }
  std::uint32_t seeking[64];  // routers whose heads look for out lanes
  std::uint32_t seekers = 0;
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t id = first + lowest_bit(left);
    seeking[seekers] = id;
    seekers += words[id].heads != 0 ? 1 : 0;
  }
  if (kHeadsFirst) {
    for (std::uint32_t i = 0; i < seekers; ++i) serve_heads(seeking[i]);
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
    winners[router] = winners_of<kSharing>(first + router, winners[router]);
  }
  if (!kHeadsFirst) {
    for (std::uint32_t i = 0; i < seekers; ++i) serve_heads(seeking[i]);
  }
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t router = lowest_bit(left);
    end = add_lanes(end, (first + router) << shift, winners[router]);
  }
  return end;
}

/// The flits at the front of these lanes leave; `ended`: those whose tails do. How many these are.
template <bool kPipelined>
[[gnu::always_inline]] inline std::uint32_t Fabric::move_listed(const std::uint32_t* list, const std::uint32_t* end,
                                                                std::uint32_t* ended, Moves& all_moves) {
  Moves moves = all_moves;  // nobody else's, so that it need not be read again behind every store
  const std::uint32_t port_shift = port_shift_;
  const std::uint32_t router_shift = router_shift_;
  Lane* const lanes = lanes_.data();
  OutLane* const outs = outs_.data();
  Port* const ports = ports_.data();
  std::uint64_t* const behind_in = behind_in_.data()->at;
  std::uint64_t* const behind_out = behind_out_.data()->at;
  Word* const words = words_.data();
  const std::uint32_t within = (1U << router_shift) - 1U;
  const std::uint32_t channel_mask = channel_mask_;
  const Two once = {1, moves.now};
  std::uint32_t tails = 0;
  for (; list != end; ++list) {
    const std::uint32_t lane = *list;
    const std::uint32_t number = lane & within;
    Lane& at = lanes[lane];
    const std::uint32_t out = lane - number + at.out;
    OutLane& to = outs[out];
    Word& from = words[lane >> router_shift];
    const std::uint32_t in_port = lane >> port_shift;
    const std::uint32_t out_port = out >> port_shift;
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
    *moves.heads = front;
    moves.heads += at.head_is_next & ~goes_to;
    at.head_is_next = 0;
    *moves.leaving[goes_to]++ = front.lane;
    *moves.places[came_from]++ = at.before;
    const auto left = static_cast<std::uint16_t>(at.count - 1U);
    at.count = left;
    from.present &= ~(std::uint64_t{left == 0} << number);
    const auto places = static_cast<std::uint16_t>(to.places - (kPipelined ? 1U : goes_to ^ 1U));
    to.places = places;
    if (places == 0) {
      from.places &= ~(std::uint64_t{1} << (out & within));
      from.clear &= ~(std::uint64_t{1} << number);
    }
    ended[tails] = lane;
    tails += --at.remaining == 0 ? 1 : 0;
  }
  all_moves = moves;
  return tails;
}

/// Which of a router's packets that end in a cycle is told of first, by lane: in the order of the outputs, so of its
/// terminals the first hears of its packet first, and behind all others what moved out of turn, in the order of inputs.
inline std::uint32_t Fabric::rank_of_end(std::uint32_t lane) const {
  for (const Turn& turn : kept_) {
    if (turn.lane == lane) return 0x10000U + in_router(lane);
  }
  return lanes_[lane].out;
}

/// The tails of these lanes' front packets have left.
[[gnu::always_inline]] inline void Fabric::end_listed(std::uint32_t* ended, std::uint32_t count, Cycle now) {
  const std::uint32_t shift = router_shift_;
  for (std::uint32_t i = 0; i < count;) {
    const std::uint32_t id = ended[i] >> shift;
    std::uint32_t end = i + 1;
    while (end < count && ended[end] >> shift == id) ++end;
    if (end - i > 1) {
      std::sort(ended + i, ended + end,
                [&](std::uint32_t a, std::uint32_t b) { return rank_of_end(a) < rank_of_end(b); });
    }
    const Here r = here(id);
    for (; i < end; ++i) end_packet<1>(r, ended[i] - r.first_lane, now);
    if (r.words->heads != 0) wake(id);  // one that waits may find the out lane that a tail has given back
  }
}

/// Of routers first + i for every bit i, those in which something can move.
[[gnu::always_inline]] inline std::uint64_t Fabric::ready_among(std::uint32_t first, std::uint64_t routers) const {
  const Word* const words = words_.data() + first;
  std::uint64_t again = 0;
  for (std::uint64_t left = routers; left != 0; left &= left - 1) {
    const std::uint32_t router = lowest_bit(left);
    again |= std::uint64_t{words[router].ready() != 0} << router;
  }
  return again;
}

}  // namespace network
}  // namespace gantry
