// SPDX-License-Identifier: Apache-2.0
// Invariants after every cycle: flits and credits are conserved, no buffer overflows, and the words of a router agree
// with its VCs.
#include <algorithm>
#include <stdexcept>

#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("interconnect: ") + what);
}

}  // namespace

void Fabric::verify() const {
  // By VC: flits in transit to it, and credits in transit to it.
  std::vector<std::uint32_t> coming(input_vcs_.size(), 0);
  std::vector<std::uint32_t> returning(output_vcs_.size(), 0);
  std::vector<std::uint32_t> entry_returning(input_vcs_.size(), 0);
  const auto flit_comes = [&](std::uint32_t vc) { ++coming[vc]; };
  const auto exit_returns = [&](std::uint32_t vc) { ++returning[vc]; };
  flits_in_transit_[0].for_each(flit_comes);
  if (pipelined_) flits_in_transit_[1].for_each(exit_returns);
  credits_in_transit_[0].for_each([&](std::uint32_t vc) { ++returning[vc]; });
  credits_in_transit_[1].for_each([&](std::uint32_t vc) { ++entry_returning[vc]; });
  if (has_own_links_) {
    own_link_flits_.for_each(0, [&](std::uint32_t vc, Cycle) { flit_comes(vc); });
    own_link_credits_.for_each(0, [&](std::uint32_t vc, Cycle) { exit_returns(vc); });
  }

  // Heads by the input VC that they are in, or in transit to.
  std::vector<std::vector<std::uint32_t>> heads(input_vcs_.size());
  const auto head_comes = [&](const Head& head) { heads[head.vc].push_back(head.packet); };
  heads_in_transit_.for_each(head_comes);
  if (has_own_links_) own_link_heads_.for_each(0, [&](const Head& head, Cycle) { head_comes(head); });
  for (std::uint32_t vc = 0; vc < input_vcs_.size(); ++vc) {
    const InputVc& at = input_vcs_[vc];
    if (at.packets > 0) heads[vc].push_back(at.front.packet);
    for (std::uint32_t i = 1; i < at.packets; ++i) {
      heads[vc].push_back(rings_[std::size_t{vc} * depth_ + (at.first + i) % depth_]);
    }
  }

  std::uint64_t held = 0;
  for (std::uint32_t r = 0; r < port_counts_.size(); ++r) {
    const std::uint32_t first = r << router_shift_;
    const Word* words = &words_[std::size_t{r} * words_per_router_];
    require(!sweeps_ || (words->heads != 0) == test_bit(requesting_, r), "heads are not looked for");
    std::uint64_t wanting = 0;
    for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
      const std::uint64_t bound = several_words_ ? 0 : bound_to_of(r)[p];
      require((bound & (wanting | ~words->bound)) == 0, "a vc goes to two outputs, or is not bound");
      wanting |= bound;
      const Port& port = ports_[(first >> port_shift_) + p];
      for (std::uint32_t v = 0; v < vcs_; ++v) {
        const std::uint32_t number = (p << port_shift_) + v;
        const InputVc& vc = input_vcs_[first + number];
        const OutputVc& out = output_vcs_[first + number];
        const Word& word = words[number / 64];
        const auto is = [&](std::uint64_t bits) { return (bits & bit_of(number)) != 0; };
        const std::uint64_t buffered = vc.count + kept_flits(first + number);
        require(buffered <= depth_, "a buffer overflowed");
        require(vc.packets <= vc.count + (vc.remaining > 0 ? 1U : 0U), "a packet without flits");
        require(is(word.present) == (vc.count > 0), "an occupied buffer is not marked");
        require(!is(word.heads) || (vc.head_is_next != 0 && vc.count > 0), "a head that is none");
        require(!(is(word.heads) && is(word.bound)), "a head that is bound already");
        require(!is(word.bound) || vc.remaining > 0, "a vc is bound for no packet");
        require(is(word.credits) == (out.credits > 0 && !is_link_busy((first + number) >> port_shift_)),
                "a free credit is not marked");
        held += buffered + coming[first + number];
        if (vc.packets > 0) {
          const std::uint64_t ways = legal_ports(r, vc.front.packet, first + number);
          require(((ways >> (vc.out >> port_shift_)) & 1U) != 0, "a packet has left its route");
        }
        if (is(word.bound)) {
          // Flits of a packet stay in order, because each goes to the input VC of its head.
          const std::vector<std::uint32_t>& there = heads[output_vcs_[first + vc.out].downstream];
          const bool to_terminal = ports_[(first + vc.out) >> port_shift_].to_terminal != 0;
          require(to_terminal || vc.head_is_next != 0 ||
                      std::find(there.begin(), there.end(), vc.front.packet) != there.end(),
                  "flits do not follow their head");
          require(((vc.allowed >> (vc.out & channel_mask_)) & 1U) != 0, "a channel that is not for this packet");
          require(to_terminal || !adaptive_ || !has_escaped(first + number) ||
                      (any_adaptive_ >> (vc.out & channel_mask_) & 1U) == 0,
                  "a packet has come back from escape channels");
          const Word& far = words[vc.out / 64];
          require((far.free & bit_of(vc.out)) == 0 && output_vcs_[first + vc.out].holder == number,
                  "an output VC is held by another packet");
          require(is(word.clear) == ((far.credits & bit_of(vc.out)) != 0), "a credit ahead is not seen");
          require(several_words_ || (bound_to_of(r)[vc.out >> port_shift_] & bit_of(number)) != 0,
                  "an output does not know a vc that goes there");
        } else {
          require(!is(word.clear), "a credit ahead of no packet");
        }
        const std::uint32_t far = out.downstream;
        const std::uint64_t ahead = port.to_terminal != 0 ? 0 : input_vcs_[far].count + kept_flits(far) + coming[far];
        require(out.credits + ahead + returning[first + number] == exit_credits_of(port),
                "a credit was lost or made up");
        if (port.to_terminal == 0) continue;
        require(entries_[port.terminal].credits[v] + buffered + coming[far] + entry_returning[far] == depth_,
                "a credit of a terminal was lost or made up");
      }
    }
  }
  std::uint64_t entered = 0;
  for (const Entry& entry : entries_) entered += entry.flits;
  require(entered + flits_copied_ == flits_ejected_ + flits_lost_ + held, "a flit was lost or made up");
}

}  // namespace network
}  // namespace gantry
