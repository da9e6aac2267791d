// SPDX-License-Identifier: Apache-2.0
// The first part of a cycle: flits and credits arrive at routers.
#include "gantry/network/fabric_moves.h"

namespace gantry {
inline namespace network {

template <std::uint32_t kMost, class Flits, class Heads>
[[gnu::always_inline]] inline void Fabric::take_flits(Flits& flits, Heads& heads, Cycle now) {
  InputVc* const input_vcs = input_vcs_.data();
  Word* const words = words_.data();
  std::uint64_t* const active = active_.data();
  const std::uint32_t shift = router_shift_;
  const std::uint32_t within = (1U << shift) - 1U;
  const std::uint32_t words_each = words_per_router_;
  const auto word_of_vc = [&](std::uint32_t vc) -> Word& {
    return kMost == 1 ? words[vc >> shift] : words[std::size_t{vc >> shift} * words_each + (vc & within) / 64];
  };
  const auto take_flit = [&](std::uint32_t vc) {
    ++input_vcs[vc].count;
    word_of_vc(vc).present |= bit_of(vc & within);
  };
  if (active_.size() == 1) {
    std::uint64_t woken = 0;  // in a register, because each store to one word would wait for the previous one
    flits.take(now, [&](std::uint32_t vc) {
      take_flit(vc);
      woken |= std::uint64_t{1} << (vc >> shift);
    });
    active[0] |= woken;
  } else {
    flits.take(now, [&](std::uint32_t vc) {
      const std::uint32_t id = vc >> shift;
      take_flit(vc);
      active[id / 64] |= std::uint64_t{1} << (id % 64);
    });
  }
  heads.take(now, [&](const Head& head) {
    InputVc& at = input_vcs[head.vc];
    if (at.packets++ == 0) {
      if (!start_head(head.packet, head.vc, at, now)) return;
      word_of_vc(head.vc).heads |= bit_of(head.vc & within);
      mark_requesting(head.vc >> shift);
      return;
    }
    std::uint32_t last = std::uint32_t{at.first} + at.packets - 1U;
    if (last >= depth_) last -= depth_;
    rings_[std::size_t{head.vc} * depth_ + last] = head.packet;
  });
}

/// An output VC has a credit after it had none: its holder may move.
[[gnu::noinline]] void Fabric::see_credit(std::uint32_t output_vc) {
  const std::uint32_t id = router_of_vc(output_vc);
  const std::uint32_t number = in_router(output_vc);
  Word* words = &words_[std::size_t{id} * words_per_router_];
  Word& word = words[number / 64];
  const std::uint32_t holder = output_vcs_[output_vc].holder;
  word.credits |= bit_of(number);
  if ((word.free & bit_of(number)) == 0) words[holder / 64].clear |= bit_of(holder);
  wake(id);
}

/// A credit arrives at the terminal of an input VC.
[[gnu::always_inline]] inline void Fabric::take_entry_credit(std::uint32_t vc, Cycle now) {
  const std::uint32_t terminal = ports_[vc >> port_shift_].terminal;
  const std::uint32_t channel = vc & channel_mask_;
  Entry& entry = entries_[terminal];
  if (entry.credits[channel]++ != 0) return;
  entry.credits_left = static_cast<std::uint8_t>(entry.credits_left | (1U << channel));
  listener_.credit_arrived(terminal, now);
}

template <std::uint32_t kMost>
[[gnu::always_inline]] inline void Fabric::take_all(Cycle now) {
  take_flits<kMost>(flits_in_transit_[0], heads_in_transit_, now);
  OutputVc* const output_vcs = output_vcs_.data();
  const auto take_credit = [&](std::uint32_t output_vc) {
    if (output_vcs[output_vc].credits++ == 0) see_credit(output_vc);
  };
  if (pipelined_) {
    flits_in_transit_[1].take(now, take_credit);
  } else {
    flits_in_transit_[1].forget(now);
  }
  credits_in_transit_[0].take(now, take_credit);
  credits_in_transit_[1].take(now, [&](std::uint32_t vc) { take_entry_credit(vc, now); });
  if (head_cycles_ > 0) head_stage_.take(now, [&](std::uint32_t vc) { start_requesting(vc); });
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

/// The next packet of an input VC comes to the front.
[[gnu::noinline]] bool Fabric::start_next_head(std::uint32_t vc, InputVc& at, Cycle now) {
  at.first = static_cast<std::uint16_t>(at.first + 1U == depth_ ? 0 : at.first + 1U);
  return start_head(rings_[std::size_t{vc} * depth_ + at.first], vc, at, now);
}

void Fabric::arrive_over_own_links(Cycle now) {
  busy_links_.take(now, [&](std::uint32_t port) { release_link(port); });
  take_flits<kMostWords>(own_link_flits_, own_link_heads_, now);
  own_link_credits_.take(now, [&](std::uint32_t output_vc) { take_own_link_credit(output_vc); });
}

void Fabric::arrive(Cycle now) {
  if (has_own_links_) arrive_over_own_links(now);
  const std::uint64_t today = std::uint64_t{1} << (now % 64);
  if ((due_ & today) == 0) return;
  due_ &= ~today;
  (this->*arrivals_)(now);
}

}  // namespace network
}  // namespace gantry
