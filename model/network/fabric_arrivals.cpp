// SPDX-License-Identifier: Apache-2.0
// The first part of a cycle: flits and places arrive at routers.
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

template <std::uint32_t kMost, class Flits, class Heads>
[[gnu::always_inline]] inline void Fabric::take_flits(Flits& flits, Heads& heads, Cycle now) {
  Lane* const lanes = lanes_.data();
  Word* const words = words_.data();
  std::uint64_t* const active = active_.data();
  const std::uint32_t shift = router_shift_;
  const std::uint32_t within = (1U << shift) - 1U;
  const std::uint32_t words_each = words_per_router_;
  const auto word_of_lane = [&](std::uint32_t lane) -> Word& {
    return kMost == 1 ? words[lane >> shift] : words[std::size_t{lane >> shift} * words_each + (lane & within) / 64];
  };
  const auto take_flit = [&](std::uint32_t lane) {
    ++lanes[lane].count;
    word_of_lane(lane).present |= bit_of(lane & within);
  };
  if (active_.size() == 1) {
    std::uint64_t woken = 0;  // in a register: each of a row of stores to one word would wait for the one before
    flits.take(now, [&](std::uint32_t lane) {
      take_flit(lane);
      woken |= std::uint64_t{1} << (lane >> shift);
    });
    active[0] |= woken;
  } else {
    flits.take(now, [&](std::uint32_t lane) {
      const std::uint32_t id = lane >> shift;
      take_flit(lane);
      active[id / 64] |= std::uint64_t{1} << (id % 64);
    });
  }
  heads.take(now, [&](const Head& head) {
    Lane& at = lanes[head.lane];
    if (at.packets++ == 0) {
      if (!look_at(head.packet, head.lane, at, now)) return;
      word_of_lane(head.lane).heads |= bit_of(head.lane & within);
      seek(head.lane >> shift);
      return;
    }
    std::uint32_t last = std::uint32_t{at.first} + at.packets - 1U;
    if (last >= depth_) last -= depth_;
    rings_[std::size_t{head.lane} * depth_ + last] = head.packet;
  });
}

/// The first place behind an out lane: what holds that goes on.
[[gnu::noinline]] void Fabric::see_place(std::uint32_t out_lane) {
  const std::uint32_t id = router_of_lane(out_lane);
  const std::uint32_t number = in_router(out_lane);
  Word* words = &words_[std::size_t{id} * words_per_router_];
  Word& word = words[number / 64];
  const std::uint32_t holder = outs_[out_lane].holder;
  word.places |= bit_of(number);
  if ((word.free & bit_of(number)) == 0) words[holder / 64].clear |= bit_of(holder);
  wake(id);
}

/// A place in the first router of the lane's terminal.
[[gnu::always_inline]] inline void Fabric::take_entry_place(std::uint32_t lane, Cycle now) {
  const std::uint32_t terminal = ports_[lane >> port_shift_].terminal;
  const std::uint32_t channel = lane & channel_mask_;
  Entry& entry = entries_[terminal];
  if (entry.places[channel]++ != 0) return;
  entry.places_left = static_cast<std::uint8_t>(entry.places_left | (1U << channel));
  listener_.place_came_free(terminal, now);
}

template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::take_all(Cycle now) {
  take_flits<kMost>(leaving_[0], leaving_heads_, now);
  OutLane* const outs = outs_.data();
  const auto take_place = [&](std::uint32_t out_lane) {
    if (outs[out_lane].places++ == 0) see_place(out_lane);
  };
  if (pipelined_) {
    leaving_[1].take(now, take_place);
  } else {
    leaving_[1].forget(now);
  }
  places_[0].take(now, take_place);
  places_[1].take(now, [&](std::uint32_t lane) { take_entry_place(lane, now); });
  if (head_cycles_ > 0) looking_.take(now, [&](std::uint32_t lane) { start_looking(lane); });
}

template <std::uint32_t kMost>
void Fabric::take_arrivals(Cycle now) {
  take_all<kMost>(now);
}

template <std::uint32_t kMost>
GANTRY_WIDE_TARGET void Fabric::take_arrivals_wide(Cycle now) {
  take_all<kMost>(now);
}

Fabric::Arrivals Fabric::arrivals_of(bool one_word, bool wide) {
  if (wide) return one_word ? &Fabric::take_arrivals_wide<1> : &Fabric::take_arrivals_wide<kMostWords>;
  return one_word ? &Fabric::take_arrivals<1> : &Fabric::take_arrivals<kMostWords>;
}

/// The packet behind the one that has left its lane comes to the front.
[[gnu::noinline]] bool Fabric::look_at_next(std::uint32_t lane, Lane& at, Cycle now) {
  at.first = static_cast<std::uint16_t>(at.first + 1U == depth_ ? 0 : at.first + 1U);
  return look_at(rings_[std::size_t{lane} * depth_ + at.first], lane, at, now);
}

void Fabric::arrive_late(Cycle now) {
  late_links_.take(now, [&](std::uint32_t port) { leave_link(port); });
  take_flits<kMostWords>(late_flits_, late_heads_, now);
  late_places_.take(now, [&](std::uint32_t out_lane) { take_late_place(out_lane); });
}

void Fabric::arrive(Cycle now) {
  if (uneven_) arrive_late(now);
  const std::uint64_t today = std::uint64_t{1} << (now % 64);
  if ((due_ & today) == 0) return;
  due_ &= ~today;
  (this->*arrivals_)(now);
}

}  // namespace network
}  // namespace gantry
