// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/fabric.h"

#include <algorithm>

#include "gantry/kernel/near_cycles.h"
#include "gantry/network/round_robin.h"

namespace gantry {
inline namespace network {

namespace {

constexpr Cycle kOrdinary =
    Cycle{1} << 63U;  ///< added to the creation cycle of ordinary packets, so that urgent ones are older

/// Rotates bits for cycle 0 to bits for cycle `now`.
std::uint64_t rotated(std::uint64_t bits, Cycle now) {
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
  set_packet(id, flits, destination, traits);
  if (by_age_) {
    if (created_.size() < packets_.size()) created_.resize(packets_.size());
    created_[id] = traits.urgent ? created : created | kOrdinary;
  }
  return id;
}

void Fabric::set_packet(std::uint32_t id, std::uint64_t flits, std::uint32_t destination, PacketTraits traits) {
  const Entry& to = entries_[destination];
  packets_[id] = {flits, to.router, to.column, static_cast<std::uint8_t>(to.port),
                  static_cast<std::uint8_t>((traits.response ? 1U : 0U) + (traits.urgent ? 2U : 0U))};
  if (!fixed_ && route_states_.size() < packets_.size()) route_states_.resize(packets_.size());
  if (copies_) {
    if (carried_.size() < packets_.size()) {
      carried_.resize(packets_.size());
      last_carried_.resize(packets_.size());
    }
    carried_[id] = kNone;
    last_carried_[id] = id;
  }
}

void Fabric::start_requesting(std::uint32_t vc) {
  const std::uint32_t id = router_of_vc(vc);
  const std::uint32_t number = in_router(vc);
  words_[std::size_t{id} * words_per_router_ + number / 64].heads |= bit_of(number);
  mark_requesting(id);
  wake(id);
}

std::uint32_t Fabric::entry_vc(std::uint32_t terminal, std::uint32_t packet, std::uint32_t pointer) const {
  const std::uint32_t candidates = entries_[terminal].credits_left & kind_masks_[packets_[packet].row];
  return candidates == 0 ? kNone : round_robin_from(candidates, pointer);
}

void Fabric::enter(std::uint32_t terminal, std::uint32_t vc, std::uint32_t packet, Cycle now) {
  Entry& entry = entries_[terminal];
  heads_in_transit_.push(now + enter_cycles_, {entry.first_vc + vc, packet});
  enter_flit(entry, vc, now);
  if (!fixed_) draw_route(packet, terminal);
}

bool Fabric::route(Cycle now) {
  std::uint32_t*& to_router = flits_in_transit_[0].end_of(now);
  std::uint32_t*& to_terminal = flits_in_transit_[1].end_of(now);
  Head*& heads = heads_in_transit_.end_of(now);
  std::uint32_t*& credits = credits_in_transit_[0].end_of(now);
  std::uint32_t*& entry_credits = credits_in_transit_[1].end_of(now);
  const Moves begun{{to_router, to_terminal}, heads, {credits, entry_credits}, now};
  Moves moves = begun;
  for (std::size_t w = 0; w < active_.size(); ++w) {
    const std::uint64_t routers = active_[w];
    if (routers == 0) continue;
    active_[w] = 0;
    if (adaptive_) choose_ports(static_cast<std::uint32_t>(w * 64), routers);
    (this->*step_)(static_cast<std::uint32_t>(w * 64), routers, moves, now);
  }
  const auto left = static_cast<std::uint64_t>(moves.flits[1] - begun.flits[1]);
  const std::uint64_t moved = left + static_cast<std::uint64_t>(moves.flits[0] - begun.flits[0]);
  if (moved == 0) return false;
  if (has_own_links_) send_over_own_links(begun, moves);
  to_router = moves.flits[0];
  to_terminal = moves.flits[1];
  heads = moves.heads;
  credits = moves.credits[0];
  entry_credits = moves.credits[1];
  flit_hops_ += moved;
  flits_ejected_ += left;
  due_ |= rotated(due_after_move_, now);
  return true;
}

Cycle Fabric::next(Cycle now) const {
  if (!is_empty(active_)) return now + 1;
  const Cycle due = due_ == 0 ? kNever : first_cycle_after(now, due_);
  if (!has_own_links_) return due;
  return std::min({due, own_link_flits_.next(now), own_link_credits_.next(now), busy_links_.next(now)});
}

/// Delivers a cycle's packets in the order of routers, then of outputs. Packets of the second switch pass come last, in
/// the order of inputs.
void Fabric::deliver_all(std::uint32_t count, Cycle now) {
  const auto rank_of = [&](const Ejected& packet) {
    const auto late = [&](const SavedPointer& saved) { return saved.vc == packet.vc; };
    const bool out_of_turn = std::any_of(saved_pointers_.begin(), saved_pointers_.end(), late);
    return std::uint64_t{packet.vc >> router_shift_} << 32U |
           (out_of_turn ? 0x10000U + in_router(packet.vc) : packet.out);
  };
  Ejected* const ejected = ejected_.data();
  // The list is sorted by routers already.
  const auto shares = [&](const Ejected& a, const Ejected& b) { return (a.vc ^ b.vc) >> router_shift_ == 0; };
  if (shared_routers_ && std::adjacent_find(ejected, ejected + count, shares) != ejected + count) {
    std::sort(ejected, ejected + count, [&](const Ejected& a, const Ejected& b) { return rank_of(a) < rank_of(b); });
  }
  for (std::uint32_t i = 0; i < count; ++i) deliver(ejected[i].terminal, ejected[i].packet, now);
}

void Fabric::deliver(std::uint32_t terminal, std::uint32_t packet, Cycle now) {
  free_packets_.push_back(packet);
  listener_.packet_left(terminal, packet, now, now + leave_cycles_);
}

}  // namespace network
}  // namespace gantry
