// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/fabric.h"

#include <algorithm>

#include "gantry/kernel/wake_wheel.h"
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

void Fabric::arrive(Cycle now) {
  if (uneven_) arrive_late(now);
  const std::uint64_t today = std::uint64_t{1} << (now % 64);
  if ((due_ & today) == 0) return;
  due_ &= ~today;
  take_flits(entering_, entering_heads_, now);
  take_flits(leaving_[0], leaving_heads_, now);
  if (pipelined_) {
    leaving_[1].take(now, [&](std::uint32_t out_lane) { take_place(out_lane); });
  } else {
    leaving_[1].forget(now);
  }
  places_[0].take(now, [&](std::uint32_t out_lane) { take_place(out_lane); });
  places_[1].take(now, [&](std::uint32_t lane) { take_entry_place(lane, now); });
  if (head_cycles_ > 0) looking_.take(now, [&](std::uint32_t lane) { start_looking(lane); });
}

template <class Flits, class Heads>
inline void Fabric::take_flits(Flits& flits, Heads& heads, Cycle now) {
  Lane* const lanes = lanes_.data();
  Word* const words = words_.data();
  std::uint64_t* const active = active_.data();
  const std::uint32_t shift = router_shift_;
  const std::uint32_t within = (1U << shift) - 1U;
  const std::uint32_t words_each = words_per_router_;
  flits.take(now, [&](std::uint32_t lane) {
    const std::uint32_t id = lane >> shift;
    const std::uint32_t number = lane & within;
    ++lanes[lane].count;
    words[std::size_t{id} * words_each + number / 64].present |= bit_of(number);
    active[id / 64] |= std::uint64_t{1} << (id % 64);
  });
  heads.take(now, [&](const Head& head) {
    Lane& at = lanes[head.lane];
    const std::uint32_t number = head.lane & within;
    if (at.packets++ == 0) {
      const bool looks = look_at(head.packet, head.lane, at, now);
      words[std::size_t{head.lane >> shift} * words_each + number / 64].heads |= std::uint64_t{looks} << (number % 64);
      return;
    }
    std::uint32_t last = std::uint32_t{at.first} + at.packets - 1U;
    if (last >= depth_) last -= depth_;
    rings_[std::size_t{head.lane} * depth_ + last] = head.packet;
  });
}

void Fabric::arrive_late(Cycle now) {
  late_links_.take(now, [&](std::uint32_t port) { leave_link(port); });
  take_flits(late_flits_, late_heads_, now);
  late_places_.take(now, [&](std::uint32_t out_lane) { take_late_place(out_lane); });
}

void Fabric::take_place(std::uint32_t out_lane) {
  OutLane& out = outs_[out_lane];
  if (out.places++ != 0) return;
  const std::uint32_t id = router_of_lane(out_lane);
  const std::uint32_t number = in_router(out_lane);
  Word* words = &words_[std::size_t{id} * words_per_router_];
  Word& word = words[number / 64];
  word.places |= bit_of(number);
  if ((word.free & bit_of(number)) == 0) words[out.holder / 64].clear |= bit_of(out.holder);
  wake(id);
}

void Fabric::take_entry_place(std::uint32_t lane, Cycle now) {
  const std::uint32_t terminal = ports_[lane >> port_shift_].terminal;
  const std::uint32_t channel = lane & channel_mask_;
  Entry& entry = entries_[terminal];
  if (entry.places[channel]++ != 0) return;
  entry.places_left = static_cast<std::uint8_t>(entry.places_left | (1U << channel));
  listener_.place_came_free(terminal, now);
}

/// A packet has come to the front of its lane: where does it go? Whether it looks for an out lane now.
bool Fabric::look_at(std::uint32_t packet, std::uint32_t lane, Lane& at, Cycle now) {
  const std::uint32_t router = router_of_lane(lane);
  const Packet& front = packets_[packet];
  at.packet = packet;
  at.remaining = front.flits;
  at.head_is_next = 1;
  if (front.router == router) {
    at.out = static_cast<std::uint16_t>(front.port << port_shift_);
    at.allowed = kind_masks_[front.row];
  } else {
    const std::uint8_t route = routes_[std::size_t{router} * stride_ + front.column];
    at.out = static_cast<std::uint16_t>(route % kMostPorts << port_shift_);
    at.allowed = masks_[front.row][route / kMostPorts];
    if (at.out == at.ahead) at.allowed = static_cast<std::uint16_t>(at.allowed & at.stays);
  }
  return plain_heads_ || look_on(packet, lane, at, now);
}

void Fabric::start_looking(std::uint32_t lane) {
  const std::uint32_t id = router_of_lane(lane);
  const std::uint32_t number = in_router(lane);
  words_[std::size_t{id} * words_per_router_ + number / 64].heads |= bit_of(number);
  wake(id);
}

std::uint32_t Fabric::entry_lane(std::uint32_t terminal, std::uint32_t packet, std::uint32_t turn) const {
  const std::uint32_t candidates = entries_[terminal].places_left & kind_masks_[packets_[packet].row];
  return candidates == 0 ? kNone : next_in_turn(candidates, turn);
}

void Fabric::enter(std::uint32_t terminal, std::uint32_t lane, std::uint32_t packet, bool head, Cycle now) {
  Entry& entry = entries_[terminal];
  if (--entry.places[lane] == 0) {
    entry.places_left = static_cast<std::uint8_t>(entry.places_left & ~(1U << lane));
  }
  const std::uint32_t to = (entry.router << router_shift_) + (std::uint32_t{entry.port} << port_shift_) + lane;
  entering_.push(now, to);
  if (head) entering_heads_.push(now, {to, packet});
  due_ |= std::uint64_t{1} << ((now + enter_cycles_) % 64);
  ++flits_entered_;
  ++entry.flits;
  ports_[to >> port_shift_].stays -= now + enter_cycles_;
  if (!fixed_ && head) set_out(packet, terminal);
}

bool Fabric::route(Cycle now) {
  Moves moves = {{leaving_[0].put_from(now), leaving_[1].put_from(now)},
                 leaving_heads_.put_from(now),
                 {places_[0].put_from(now), places_[1].put_from(now)},
                 now};
  const Moves begun = moves;
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
  for (std::uint32_t side = 0; side < 2; ++side) {
    leaving_[side].put_down(now, moves.leaving[side]);
    places_[side].put_down(now, moves.places[side]);
  }
  leaving_heads_.put_down(now, moves.heads);
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

void Fabric::deliver(std::uint32_t terminal, std::uint32_t packet, Cycle now) {
  free_packets_.push_back(packet);
  listener_.packet_left(terminal, packet, now, now + leave_cycles_);
}

}  // namespace network
}  // namespace gantry
