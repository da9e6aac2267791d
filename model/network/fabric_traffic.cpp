// SPDX-License-Identifier: Apache-2.0
// Counters of links and routers, computed on request. The buffered time of a router needs no counter: it is the sum of
// the cycles in which flits left, minus the sum of those in which they arrived. Over one link all delays are equal.
#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

InterconnectTraffic Fabric::traffic(Cycle now) const {
  InterconnectTraffic all;
  const std::size_t routers = port_counts_.size();
  all.routers.resize(routers);
  std::vector<LinkStats> links;
  std::vector<LinkStats> exits;
  for (std::uint32_t t = 0; t < entries_.size(); ++t) {
    const Entry& entry = entries_[t];
    all.links.push_back({LinkKind::entry, t, entry.router, entry.flits});
  }
  for (std::uint32_t r = 0; r < routers; ++r) {
    RouterStats& router = all.routers[r];
    const Spot spot = topology_.spot(r);
    router.column = spot.column;
    router.row = spot.row;
    router.outputs = port_counts_[r];
    router.switch_stalls = stalls_[r].switch_lost;
    router.channel_stalls = stalls_[r].channel_lost;
    if (copies_) router.buffered -= kept_time_[r];
    if (!lost_time_.empty()) router.buffered += lost_time_[r];
    for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
      const std::size_t first = (std::size_t{r} << router_shift_) + (std::size_t{p} << port_shift_);
      const Port& port = ports_[first >> port_shift_];
      router.flits += port.flits;
      router.buffered += port.time_sum;
      for (std::uint32_t v = 0; v < vcs_; ++v) {
        const auto vc = static_cast<std::uint32_t>(first + v);
        router.buffered += now * (input_vcs_[vc].count + kept_flits(vc));
      }
      if (port.to_terminal != 0) {
        exits.push_back({LinkKind::exit, r, port.terminal, port.flits});
        router.buffered -= entries_[port.terminal].time_sum;
      } else {
        const std::uint32_t to = topology_.neighbour(r, p).router;
        const std::uint32_t flit_cycles = has_own_links_ ? link_timing_[first >> port_shift_].flit_cycles : 1;
        links.push_back({LinkKind::link, r, to, port.flits, topology_.link_tiles(r, p), flit_cycles});
        all.routers[to].buffered -= port.time_sum + port.flits * hop_cycles(first >> port_shift_);
      }
    }
  }
  // Flits in transit have not arrived.
  const auto not_there = [&](std::uint32_t vc, Cycle arrival) { all.routers[router_of_vc(vc)].buffered += arrival; };
  flits_in_transit_[0].for_each_arrival(now, not_there);
  if (has_own_links_) own_link_flits_.for_each(now, not_there);
  all.links.insert(all.links.end(), links.begin(), links.end());
  all.links.insert(all.links.end(), exits.begin(), exits.end());
  return all;
}

std::vector<std::uint64_t> Fabric::link_flits() const {
  std::vector<std::uint64_t> flits;
  for (const Entry& entry : entries_) flits.push_back(entry.flits);
  for (const bool exits : {false, true}) {
    for (std::size_t r = 0; r < port_counts_.size(); ++r) {
      for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
        const Port& port = ports_[(r << (router_shift_ - port_shift_)) + p];
        if ((port.to_terminal != 0) == exits) flits.push_back(port.flits);
      }
    }
  }
  return flits;
}

}  // namespace network
}  // namespace gantry
