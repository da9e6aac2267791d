// SPDX-License-Identifier: Apache-2.0
// Links with a latency or width of their own. Routers work as usual. After a cycle, flits are moved to queues with the
// delay of their link. While a flit occupies a narrow link, its output has no credits, so nothing is granted there. A
// network with equal links runs none of this code.
#include <algorithm>
#include <array>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/network/fabric.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/lone_packet.h"

namespace gantry {
inline namespace network {

namespace {

/// Throws Error for wrong links. The reader of a configuration has checked them already; a program that
/// embeds the network may not have.
void check_links(const InterconnectConfig& config, const Topology& topology) {
  const OwnLink* before = nullptr;
  for (const OwnLink& link : config.links) {
    const bool sorted =
        before == nullptr || std::make_pair(before->lower, before->higher) < std::make_pair(link.lower, link.higher);
    if (!sorted || link.lower >= link.higher) throw Error("links that are not in order");
    if (!is_link_of(topology, link)) throw Error("a link that the topology does not have");
    if (link.shape.bytes > config.flit_bytes) throw Error("a link that is wider than a flit");
    before = &link;
  }
}

}  // namespace

void Fabric::start_own_links() {
  check_links(config_, topology_);
  std::size_t links = 0;
  link_timing_.assign(ports_.size(), {});
  std::array<Cycle, 3> longest = {};
  for (std::uint32_t r = 0; r < port_counts_.size(); ++r) {
    for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
      const LinkTimes link = link_times(config_, topology_, r, p);
      ++links;
      if (link.flit_cycles > kMostFlitCycles || link.cycles > kMostOwnLinkCycles) {
        throw Error("a link that takes too long");
      }
      has_own_links_ = has_own_links_ || link.cycles != config_.link_cycles || link.flit_cycles != 1;
      const Cycle own_hop = hop_cycles_ - config_.link_cycles + link.whole_flit();
      const Cycle own_credit = credit_return_cycles(config_, link);  // credits travel in the opposite direction
      LinkTiming& times = link_timing_[(std::size_t{r} << (router_shift_ - port_shift_)) + p];
      times.hop = static_cast<std::uint16_t>(own_hop);
      times.credit = static_cast<std::uint16_t>(own_credit);
      times.flit_cycles = static_cast<std::uint16_t>(link.flit_cycles);
      longest = {std::max(longest[0], own_hop), std::max(longest[1], own_credit),
                 std::max(longest[2], Cycle{link.flit_cycles})};
    }
  }
  if (!has_own_links_) {
    link_timing_.clear();
    return;
  }
  // All flits of a link have one delay, so at most one per link arrives in a cycle.
  own_link_flits_.start(longest[0], links);
  own_link_heads_.start(longest[0], links);
  own_link_credits_.start(longest[1], links);
  busy_links_.start(longest[2], links);
}

/// Moves the flits, heads and credits of this cycle from `moves` to the queues with the delay of their link.
void Fabric::send_over_own_links(const Moves& begun, Moves& moves) {
  const Cycle now = moves.now;
  for (const std::uint32_t* flit = begun.flits[0]; flit != moves.flits[0]; ++flit) {
    const LinkTiming& link = link_timing_[*flit >> port_shift_];
    own_link_flits_.push(now, link.hop, *flit);
    if (link.flit_cycles > 1) occupy_link(input_vcs_[*flit].upstream >> port_shift_, now);
  }
  for (const Head* head = begun.heads; head != moves.heads; ++head) {
    own_link_heads_.push(now, link_timing_[head->vc >> port_shift_].hop, *head);
  }
  for (const std::uint32_t* credit = begun.credits[0]; credit != moves.credits[0]; ++credit) {
    own_link_credits_.push(now, link_timing_[*credit >> port_shift_].credit, *credit);
  }
  moves.flits[0] = begun.flits[0];
  moves.heads = begun.heads;
  moves.credits[0] = begun.credits[0];
}

/// A flit starts to occupy a narrow link.
void Fabric::occupy_link(std::uint32_t port, Cycle now) {
  link_timing_[port].busy = 1;
  busy_links_.push(now, link_timing_[port].flit_cycles, port);
  const std::uint32_t first = in_router(port << port_shift_);
  const RouterView r = view_of(router_of_vc(port << port_shift_));
  Word& word = r.words[first / 64];
  word.credits &= ~(std::uint64_t{channels_} << (first % 64));
  for (std::uint32_t out = first; out < first + vcs_; ++out) {
    const std::uint32_t holder = r.output_vcs[out].holder;
    if ((word.free & bit_of(out)) == 0) r.words[holder / 64].clear &= ~bit_of(holder);
  }
}

/// The link is free for the next flit.
void Fabric::release_link(std::uint32_t port) {
  link_timing_[port].busy = 0;
  const std::uint32_t id = router_of_vc(port << port_shift_);
  const std::uint32_t first = in_router(port << port_shift_);
  const RouterView r = view_of(id);
  Word& word = r.words[first / 64];
  for (std::uint32_t out = first; out < first + vcs_; ++out) {
    if (r.output_vcs[out].credits == 0) continue;
    word.credits |= bit_of(out);
    const std::uint32_t holder = r.output_vcs[out].holder;
    if ((word.free & bit_of(out)) == 0) r.words[holder / 64].clear |= bit_of(holder);
  }
  wake(id);
}

void Fabric::take_own_link_credit(std::uint32_t output_vc) {
  if (link_timing_[output_vc >> port_shift_].busy != 0) {
    ++output_vcs_[output_vc].credits;  // counted when the link is free
  } else {
    take_credit(output_vc);
  }
}

}  // namespace network
}  // namespace gantry
