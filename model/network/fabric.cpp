// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/fabric.h"

#include <algorithm>

#include "gantry/kernel/near_cycles.h"
#include "gantry/network/turn.h"

namespace gantry {
inline namespace network {

namespace {

constexpr Cycle kOrdinary = Cycle{1} << 63U;  ///< added to a cycle, so that it is later than any urgent packet's

/// `bits` for cycle 0 as bits for cycle `now`.
std::uint64_t turned(std::uint64_t bits, Cycle now) {
  const auto by = static_cast<std::uint32_t>(now % 64);
  return by == 0 ? bits : (bits << by) | (bits >> (64 - by));
}

}  // namespace

std::uint32_t Fabric::add_packet(std::uint64_t flits, std::uint32_t destination, PacketTraits traits, Cycle created) {
  std::uint32_t id = 0;
  if (free_packets_.empty()) {
    id = static_cast<std::uint32_t>(packets_.size());
    packets_.emplace_back();
  } else {
    id = free_packets_.back();
    free_packets_.pop_back();
  }
  const Entry& to = entries_[destination];
  packets_[id] = {flits, to.router, to.column, static_cast<std::uint8_t>(to.port),
                  static_cast<std::uint8_t>((traits.response ? 1U : 0U) + (traits.urgent ? 2U : 0U))};
  if (!fixed_ && journeys_.size() < packets_.size()) journeys_.resize(packets_.size());
  if (by_age_) {
    if (created_.size() < packets_.size()) created_.resize(packets_.size());
    created_[id] = traits.urgent ? created : created | kOrdinary;
  }
  return id;
}

void Fabric::start_looking(std::uint32_t lane) {
  const std::uint32_t id = router_of_lane(lane);
  const std::uint32_t number = in_router(lane);
  words_[std::size_t{id} * words_per_router_ + number / 64].heads |= bit_of(number);
  seek(id);
  wake(id);
}

std::uint32_t Fabric::entry_lane(std::uint32_t terminal, std::uint32_t packet, std::uint32_t turn) const {
  const std::uint32_t candidates = entries_[terminal].places_left & kind_masks_[packets_[packet].row];
  return candidates == 0 ? kNone : next_in_turn(candidates, turn);
}

void Fabric::enter(std::uint32_t terminal, std::uint32_t lane, std::uint32_t packet, Cycle now) {
  Entry& entry = entries_[terminal];
  leaving_heads_.push(now + enter_cycles_, {entry.first_lane + lane, packet});
  enter_flit(entry, lane, now);
  if (!fixed_) set_out(packet, terminal);
}

bool Fabric::route(Cycle now) {
  std::uint32_t*& onward = leaving_[0].end_of(now);
  std::uint32_t*& out = leaving_[1].end_of(now);
  Head*& heads = leaving_heads_.end_of(now);
  std::uint32_t*& places = places_[0].end_of(now);
  std::uint32_t*& entry_places = places_[1].end_of(now);
  const Moves begun{{onward, out}, heads, {places, entry_places}, now};
  Moves moves = begun;
  for (std::size_t w = 0; w < active_.size(); ++w) {
    const std::uint64_t routers = active_[w];
    if (routers == 0) continue;
    active_[w] = 0;
    if (adaptive_) choose_ports(static_cast<std::uint32_t>(w * 64), routers);
    (this->*step_)(static_cast<std::uint32_t>(w * 64), routers, moves, now);
  }
  const auto left = static_cast<std::uint64_t>(moves.leaving[1] - begun.leaving[1]);
  const std::uint64_t moved = left + static_cast<std::uint64_t>(moves.leaving[0] - begun.leaving[0]);
  if (moved == 0) return false;
  if (uneven_) send_late(begun, moves);
  onward = moves.leaving[0];
  out = moves.leaving[1];
  heads = moves.heads;
  places = moves.places[0];
  entry_places = moves.places[1];
  flit_hops_ += moved;
  flits_left_ += left;
  due_ |= turned(due_after_move_, now);
  return true;
}

Cycle Fabric::next(Cycle now) const {
  if (!is_empty(active_)) return now + 1;
  const Cycle due = due_ == 0 ? kNever : first_cycle_after(now, due_);
  if (!uneven_) return due;
  return std::min({due, late_flits_.next(now), late_places_.next(now), late_links_.next(now)});
}

/// Of a router's terminals the one of the first output hears of its packet first, and behind all others those of what
/// moved out of turn, in the order of inputs.
void Fabric::deliver_all(std::uint32_t count, Cycle now) {
  const auto rank_of = [&](const Arrived& packet) {
    const auto late = [&](const Turn& turn) { return turn.lane == packet.lane; };
    const bool out_of_turn = std::any_of(kept_.begin(), kept_.end(), late);
    return std::uint64_t{packet.lane >> router_shift_} << 32U |
           (out_of_turn ? 0x10000U + in_router(packet.lane) : packet.out);
  };
  Arrived* const arrived = arrived_.data();
  // They are in the order of their routers.
  const auto shares = [&](const Arrived& a, const Arrived& b) { return (a.lane ^ b.lane) >> router_shift_ == 0; };
  if (shared_routers_ && std::adjacent_find(arrived, arrived + count, shares) != arrived + count) {
    std::sort(arrived, arrived + count, [&](const Arrived& a, const Arrived& b) { return rank_of(a) < rank_of(b); });
  }
  for (std::uint32_t i = 0; i < count; ++i) deliver(arrived[i].terminal, arrived[i].packet, now);
}

void Fabric::deliver(std::uint32_t terminal, std::uint32_t packet, Cycle now) {
  free_packets_.push_back(packet);
  listener_.packet_left(terminal, packet, now, now + leave_cycles_);
}

}  // namespace network
}  // namespace gantry
