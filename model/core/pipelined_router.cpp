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
// All of it looks at the state before the cycle. docs/network.md compares it with a reference.
#include "core/fabric_moves.h"

namespace gantry {

struct Fabric::Grants {
  std::uint64_t ready[kMostWords];        ///< lanes that are bound and may move
  std::uint64_t speculating[kMostWords];  ///< heads that ask for the switch
  std::uint32_t lanes[kMostPorts];        ///< that won the switch
  std::uint32_t count = 0;
};

/// The lane that an input port offers to the switch, of those whose bits are set in `channels`.
std::uint32_t Fabric::offer_of(const Here& r, std::uint32_t input, std::uint32_t channels) const {
  const std::uint32_t first = input << port_shift_;
  if ((channels & (channels - 1)) == 0) return first + lowest_bit(channels);
  const Port& port = r.ports[input];
  std::uint32_t lane_for[kMostPorts];
  std::uint64_t targets = 0;
  while (channels != 0) {
    const std::uint32_t channel = next_in_turn(channels, port.turn_in);
    channels &= ~(1U << channel);
    const std::uint32_t target = r.lanes[first + channel].out >> port_shift_;
    if (((targets >> target) & 1U) != 0) continue;
    targets |= std::uint64_t{1} << target;
    lane_for[target] = first + channel;
  }
  return lane_for[next_in_turn(targets, port.turn_target)];
}

void Fabric::grant_switch(const Here& r, std::uint32_t lane, Grants& grants) const {
  const std::uint32_t input = lane >> port_shift_;
  const std::uint32_t channel = lane & channel_mask_;
  const std::uint32_t target = r.lanes[lane].out >> port_shift_;
  Port& in = r.ports[input];
  in.turn_in = static_cast<std::uint8_t>(channel + 1 == vcs_ ? 0 : channel + 1);
  in.turn_target = static_cast<std::uint8_t>(target + 1 == r.ports_count ? 0 : target + 1);
  r.ports[target].turn_out = static_cast<std::uint8_t>(input + 1 == r.ports_count ? 0 : input + 1);
  grants.lanes[grants.count++] = lane;
}

void Fabric::allocate_switch(const Here& r, Grants& grants) {
  std::uint32_t offers[kMostPorts];     // per input: the lane that it offers
  std::uint64_t firm[kMostPorts];       // per output: inputs that offer it a bound flit
  std::uint64_t tentative[kMostPorts];  // per output: inputs that offer it a head that speculates
  std::uint64_t requested = 0;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    for (std::uint64_t left = grants.ready[w] | grants.speculating[w]; left != 0;) {
      const std::uint32_t some = w * 64 + lowest_bit(left);
      const std::uint32_t input = some >> port_shift_;
      left &= ~(std::uint64_t{channels_} << ((some & ~channel_mask_) % 64));
      const std::uint32_t bound = channels_of(grants.ready[w], some);
      const std::uint32_t lane = offer_of(r, input, bound != 0 ? bound : channels_of(grants.speculating[w], some));
      const std::uint32_t target = r.lanes[lane].out >> port_shift_;
      offers[input] = lane;
      if (((requested >> target) & 1U) == 0) {
        requested |= std::uint64_t{1} << target;
        firm[target] = tentative[target] = 0;
      }
      (bound != 0 ? firm : tentative)[target] |= std::uint64_t{1} << input;
    }
  }
  for (; requested != 0; requested &= requested - 1) {
    const std::uint32_t target = lowest_bit(requested);
    const std::uint64_t inputs = firm[target] != 0 ? firm[target] : tentative[target];
    grant_switch(r, offers[next_in_turn(inputs, r.ports[target].turn_out)], grants);
  }
}

/// Binds heads; how many asked in vain.
std::uint32_t Fabric::allocate_channels(const Here& r) {
  struct Bid {
    std::uint32_t lane;
    std::uint32_t out;
  };
  Bid bids[kMostPorts * kMostChannels];
  std::uint32_t count = 0;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      const Lane& at = r.lanes[lane];
      const std::uint32_t base = at.out & ~channel_mask_;
      const std::uint32_t free = channels_of(r.words[base / 64].free, base) & at.allowed;
      if (free == 0) continue;
      const std::uint32_t turn = (at.last_out & ~channel_mask_) == base ? (at.last_out & channel_mask_) + 1 : 0;
      bids[count++] = {lane, base + next_in_turn(free, turn)};
    }
  }
  std::uint32_t lost = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t wanted = bids[i].out;
    if (wanted == kNone) continue;
    OutLane& out = r.outs[wanted];
    // Bids come in ascending order of lanes: the first at or after the turn wins, else the very first.
    std::uint32_t winner = bids[i].lane;
    for (std::uint32_t j = i + 1; j < count; ++j) {
      if (bids[j].out != wanted) continue;
      bids[j].out = kNone;
      ++lost;
      if (winner < out.turn && bids[j].lane >= out.turn) winner = bids[j].lane;
    }
    r.lanes[winner].last_out = static_cast<std::uint16_t>(wanted);
    out.turn = static_cast<std::uint16_t>(winner + 1);
    bind(r, winner, wanted);
  }
  return lost;
}

bool Fabric::step_pipelined_router(std::uint32_t id, Cycle now) {
  const Here r = here(id);
  Grants grants;
  std::uint64_t any_heads = 0;
  std::uint32_t ready = 0;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    grants.ready[w] = r.words[w].ready();
    grants.speculating[w] = 0;
    any_heads |= r.words[w].heads;
    ready += count_bits(grants.ready[w]);
    if (!config_.speculative) continue;
    for (std::uint64_t heads = r.words[w].heads; heads != 0; heads &= heads - 1) {
      const std::uint32_t lane = w * 64 + lowest_bit(heads);
      if (takeable(r, r.lanes[lane]) != 0) grants.speculating[w] |= bit_of(lane);
    }
  }
  if (ready == 1 && (any_heads == 0 || !config_.speculative)) {
    std::uint32_t w = 0;
    while (grants.ready[w] == 0) ++w;
    grant_switch(r, w * 64 + lowest_bit(grants.ready[w]), grants);
  } else if (ready != 0 || (config_.speculative && any_heads != 0)) {
    allocate_switch(r, grants);
  }
  const std::uint32_t unbound = any_heads != 0 ? allocate_channels(r) : 0;

  bool freed = false;
  std::uint32_t moved = 0;
  for (std::uint32_t i = 0; i < grants.count; ++i) {
    const std::uint32_t lane = grants.lanes[i];
    if ((r.words[lane / 64].clear & bit_of(lane)) == 0) continue;  // speculation failed
    moved += static_cast<std::uint32_t>(grants.ready[lane / 64] >> (lane % 64)) & 1U;
    if (move(r, lane, now)) freed = true;
  }
  stalls_[id].switch_lost += ready - moved;
  stalls_[id].channel_lost += unbound;
  if (unbound != 0) return true;
  for (std::uint32_t w = 0; w < words_per_router_; ++w) {
    if (r.words[w].ready() != 0 || (freed && r.words[w].heads != 0)) return true;
  }
  return false;
}

void Fabric::step_pipelined(std::uint32_t first, std::uint64_t routers, Cycle now) {
  for (; routers != 0; routers &= routers - 1) {
    const std::uint32_t id = first + lowest_bit(routers);
    if (step_pipelined_router(id, now)) wake(id);
  }
}

}  // namespace gantry
