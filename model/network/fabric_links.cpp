// SPDX-License-Identifier: Apache-2.0
// Links that are longer or narrower than others. Routers work as they do otherwise: what they send is dealt out to its
// own time of arrival when the cycle is over, and while a flit sets out over a narrow link the output behind it has no
// places, so that nothing is granted there. Of a network whose links are all alike nothing of this is run.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "gantry/network/fabric.h"
#include "gantry/network/link_shape.h"
#include "gantry/network/lone_packet.h"

namespace gantry {
inline namespace network {

namespace {

/// What the reader of a configuration has checked, and a program that embeds the network may not have.
void check_links(const InterconnectConfig& config, const Topology& topology) {
  const OwnLink* before = nullptr;
  for (const OwnLink& link : config.links) {
    const bool sorted =
        before == nullptr || std::make_pair(before->lower, before->higher) < std::make_pair(link.lower, link.higher);
    if (!sorted || link.lower >= link.higher) throw std::invalid_argument("links that are not in order");
    if (!is_link_of(topology, link)) throw std::invalid_argument("a link that the topology does not have");
    if (link.shape.bytes > config.flit_bytes) throw std::invalid_argument("a link that is wider than a flit");
    before = &link;
  }
}

}  // namespace

void Fabric::start_own_lines() {
  check_links(config_, topology_);
  std::size_t links = 0;
  own_times_.assign(ports_.size(), {});
  std::array<Cycle, 3> longest = {};
  for (std::uint32_t r = 0; r < port_counts_.size(); ++r) {
    for (std::uint32_t p = 0; p < topology_.ports(r); ++p) {
      const LinkTimes link = link_times(config_, topology_, r, p);
      ++links;
      if (link.flit_cycles > kMostFlitCycles || link.cycles > kMostOwnLinkCycles) {
        throw std::invalid_argument("a link that takes too long");
      }
      uneven_ = uneven_ || link.cycles != config_.link_cycles || link.flit_cycles != 1;
      const Cycle own_hop = hop_cycles_ - config_.link_cycles + link.whole_flit();
      const Cycle own_place = place_cycles(config_, link);  // credits go the way back
      OwnTimes& times = own_times_[(std::size_t{r} << (router_shift_ - port_shift_)) + p];
      times.hop = static_cast<std::uint16_t>(own_hop);
      times.place = static_cast<std::uint16_t>(own_place);
      times.flit_cycles = static_cast<std::uint16_t>(link.flit_cycles);
      longest = {std::max(longest[0], own_hop), std::max(longest[1], own_place),
                 std::max(longest[2], Cycle{link.flit_cycles})};
    }
  }
  if (!uneven_) {
    own_times_.clear();
    return;
  }
  // Over a link all take equally long, so of each at most one arrives in a cycle.
  late_flits_.start(longest[0], links);
  late_heads_.start(longest[0], links);
  late_places_.start(longest[1], links);
  late_links_.start(longest[2], links);
}

/// What has set out in this cycle is taken out of `moves` and put where it arrives in its time.
void Fabric::send_late(const Moves& begun, Moves& moves) {
  const Cycle now = moves.now;
  for (const std::uint32_t* flit = begun.leaving[0]; flit != moves.leaving[0]; ++flit) {
    const OwnTimes& link = own_times_[*flit >> port_shift_];
    late_flits_.push(now, link.hop, *flit);
    if (link.flit_cycles > 1) take_link(lanes_[*flit].before >> port_shift_, now);
  }
  for (const Head* head = begun.heads; head != moves.heads; ++head) {
    late_heads_.push(now, own_times_[head->lane >> port_shift_].hop, *head);
  }
  for (const std::uint32_t* place = begun.places[0]; place != moves.places[0]; ++place) {
    late_places_.push(now, own_times_[*place >> port_shift_].place, *place);
  }
  moves.leaving[0] = begun.leaving[0];
  moves.heads = begun.heads;
  moves.places[0] = begun.places[0];
}

/// A flit is setting out over a narrow link.
void Fabric::take_link(std::uint32_t port, Cycle now) {
  own_times_[port].taken = 1;
  late_links_.push(now, own_times_[port].flit_cycles, port);
  const std::uint32_t first = in_router(port << port_shift_);
  const Here r = here(router_of_lane(port << port_shift_));
  Word& word = r.words[first / 64];
  word.places &= ~(std::uint64_t{channels_} << (first % 64));
  for (std::uint32_t out = first; out < first + vcs_; ++out) {
    const std::uint32_t holder = r.outs[out].holder;
    if ((word.free & bit_of(out)) == 0) r.words[holder / 64].clear &= ~bit_of(holder);
  }
}

/// The next one may.
void Fabric::leave_link(std::uint32_t port) {
  own_times_[port].taken = 0;
  const std::uint32_t id = router_of_lane(port << port_shift_);
  const std::uint32_t first = in_router(port << port_shift_);
  const Here r = here(id);
  Word& word = r.words[first / 64];
  for (std::uint32_t out = first; out < first + vcs_; ++out) {
    if (r.outs[out].places == 0) continue;
    word.places |= bit_of(out);
    const std::uint32_t holder = r.outs[out].holder;
    if ((word.free & bit_of(out)) == 0) r.words[holder / 64].clear |= bit_of(holder);
  }
  wake(id);
}

void Fabric::take_late_place(std::uint32_t out_lane) {
  if (own_times_[out_lane >> port_shift_].taken != 0) {
    ++outs_[out_lane].places;  // to be seen when the link is free
  } else {
    take_place(out_lane);
  }
}

}  // namespace network
}  // namespace gantry
