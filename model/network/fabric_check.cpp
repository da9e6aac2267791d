// SPDX-License-Identifier: Apache-2.0
// What holds after every cycle: flits and places are conserved, no buffer overflows, and the words that say what a
// router could do agree with its lanes.
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
  // Per lane: flits on their way to it, and places on their way back from it.
  std::vector<std::uint32_t> coming(lanes_.size(), 0);
  std::vector<std::uint32_t> returning(outs_.size(), 0);
  std::vector<std::uint32_t> entry_returning(lanes_.size(), 0);
  const auto flit_comes = [&](std::uint32_t lane) { ++coming[lane]; };
  const auto exit_returns = [&](std::uint32_t lane) { ++returning[lane]; };
  leaving_[0].for_each(flit_comes);
  if (pipelined_) leaving_[1].for_each(exit_returns);
  places_[0].for_each([&](std::uint32_t lane) { ++returning[lane]; });
  places_[1].for_each([&](std::uint32_t lane) { ++entry_returning[lane]; });
  if (uneven_) {
    late_flits_.for_each(0, [&](std::uint32_t lane, Cycle) { flit_comes(lane); });
    late_places_.for_each(0, [&](std::uint32_t lane, Cycle) { exit_returns(lane); });
  }

  // Heads by the lane that they are in, or on their way to.
  std::vector<std::vector<std::uint32_t>> heads(lanes_.size());
  const auto head_comes = [&](const Head& head) { heads[head.lane].push_back(head.packet); };
  leaving_heads_.for_each(head_comes);
  if (uneven_) late_heads_.for_each(0, [&](const Head& head, Cycle) { head_comes(head); });
  for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
    const Lane& at = lanes_[lane];
    if (at.packets > 0) heads[lane].push_back(at.front.packet);
    for (std::uint32_t i = 1; i < at.packets; ++i) {
      heads[lane].push_back(rings_[std::size_t{lane} * depth_ + (at.first + i) % depth_]);
    }
  }

  std::uint64_t held = 0;
  for (std::uint32_t r = 0; r < port_counts_.size(); ++r) {
    const std::uint32_t first = r << router_shift_;
    const Word* words = &words_[std::size_t{r} * words_per_router_];
    require(!sweeps_ || (words->heads != 0) == test_bit(seeking_, r), "heads are not looked for");
    std::uint64_t wanting = 0;
    for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
      const std::uint64_t wants = several_words_ ? 0 : wants_of(r)[p];
      require((wants & (wanting | ~words->bound)) == 0, "a lane goes to two outputs, or is not bound");
      wanting |= wants;
      const Port& port = ports_[(first >> port_shift_) + p];
      for (std::uint32_t v = 0; v < vcs_; ++v) {
        const std::uint32_t number = (p << port_shift_) + v;
        const Lane& lane = lanes_[first + number];
        const OutLane& out = outs_[first + number];
        const Word& word = words[number / 64];
        const auto is = [&](std::uint64_t bits) { return (bits & bit_of(number)) != 0; };
        require(lane.count <= depth_, "a buffer overflowed");
        require(lane.packets <= lane.count + (lane.remaining > 0 ? 1U : 0U), "a packet without flits");
        require(is(word.present) == (lane.count > 0), "an occupied buffer is not marked");
        require(!is(word.heads) || (lane.head_is_next != 0 && lane.count > 0), "a head that is none");
        require(!(is(word.heads) && is(word.bound)), "a head that is bound already");
        require(!is(word.bound) || lane.remaining > 0, "a lane is bound for no packet");
        require(is(word.places) == (out.places > 0 && !is_taken((first + number) >> port_shift_)),
                "a free place is not marked");
        held += lane.count + coming[first + number];
        if (lane.packets > 0) {
          const std::uint64_t ways = legal_ports(r, lane.front.packet, first + number);
          require(((ways >> (lane.out >> port_shift_)) & 1U) != 0, "a packet has left its route");
        }
        if (is(word.bound)) {
          // Flits of one channel stay in order because each goes to the lane to which the head before it went.
          const std::vector<std::uint32_t>& there = heads[outs_[first + lane.out].behind];
          const bool to_terminal = ports_[(first + lane.out) >> port_shift_].to_terminal != 0;
          require(to_terminal || lane.head_is_next != 0 ||
                      std::find(there.begin(), there.end(), lane.front.packet) != there.end(),
                  "flits do not follow their head");
          require(((lane.allowed >> (lane.out & channel_mask_)) & 1U) != 0, "a channel that is not for this packet");
          require(to_terminal || !adaptive_ || !has_escaped(first + number) ||
                      (any_adaptive_ >> (lane.out & channel_mask_) & 1U) == 0,
                  "a packet has come back from escape channels");
          const Word& far = words[lane.out / 64];
          require((far.free & bit_of(lane.out)) == 0 && outs_[first + lane.out].holder == number,
                  "an out lane is held by another packet");
          require(is(word.clear) == ((far.places & bit_of(lane.out)) != 0), "a place ahead is not seen");
          require(several_words_ || (wants_of(r)[lane.out >> port_shift_] & bit_of(number)) != 0,
                  "an output does not know a lane that goes there");
        } else {
          require(!is(word.clear), "a place ahead of no packet");
        }
        const std::uint32_t far = out.behind;
        const std::uint32_t ahead = port.to_terminal != 0 ? 0 : lanes_[far].count + coming[far];
        require(out.places + ahead + returning[first + number] == exit_places_of(port), "a credit was lost or made up");
        if (port.to_terminal == 0) continue;
        require(entries_[port.terminal].places[v] + lane.count + coming[far] + entry_returning[far] == depth_,
                "a credit of a terminal was lost or made up");
      }
    }
  }
  std::uint64_t entered = 0;
  for (const Entry& entry : entries_) entered += entry.flits;
  require(entered == flits_left_ + held, "a flit was lost or made up");
}

}  // namespace network
}  // namespace gantry
