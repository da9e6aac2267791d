// SPDX-License-Identifier: Apache-2.0
// All packets in the network are lost at once: every router is as before the first cycle, but for what it has counted.
#include <algorithm>

#include "gantry/network/fabric.h"

namespace gantry {
inline namespace network {

/// Returns the packets whose head has entered and whose tail has not left, in order of their numbers.
std::vector<std::uint32_t> Fabric::packets_inside() const {
  std::vector<std::uint32_t> packets;
  const auto add = [&](std::uint32_t packet) {
    for (; packet != kNone; packet = copies_ ? carried_[packet] : kNone) packets.push_back(packet);
  };
  heads_in_transit_.for_each([&](const Head& head) { add(head.packet); });
  if (has_own_links_) own_link_heads_.for_each(0, [&](const Head& head, Cycle /*arrival*/) { add(head.packet); });
  for (std::uint32_t vc = 0; vc < input_vcs_.size(); ++vc) {
    const InputVc& at = input_vcs_[vc];
    if (at.packets == 0) continue;
    add(at.front.packet);
    if (copies_) add(next_branch_[vc]);
    for (std::uint32_t i = 1; i < at.packets; ++i) {
      add(rings_[std::size_t{vc} * depth_ + (at.first + i) % depth_]);
    }
  }
  std::sort(packets.begin(), packets.end());
  packets.erase(std::unique(packets.begin(), packets.end()), packets.end());
  return packets;
}

/// Counts the flits in buffers and on links as lost in cycle `now`, and those of lost packets that have left.
void Fabric::count_lost(Cycle now) {
  if (lost_time_.empty()) lost_time_.assign(port_counts_.size(), 0);
  const auto in_transit = [&](std::uint32_t vc, Cycle arrival) {
    ++flits_lost_;
    lost_time_[router_of_vc(vc)] += arrival;
  };
  flits_in_transit_[0].for_each_arrival(now, in_transit);
  if (has_own_links_) own_link_flits_.for_each(now, in_transit);
  for (std::uint32_t vc = 0; vc < input_vcs_.size(); ++vc) {
    const InputVc& at = input_vcs_[vc];
    const std::uint64_t held = at.count + kept_flits(vc);
    flits_lost_ += held;
    lost_time_[router_of_vc(vc)] += now * held;
    if (at.packets == 0) continue;
    const std::uint32_t out = (router_of_vc(vc) << router_shift_) + at.out;
    if (at.head_is_next == 0 && ports_[out >> port_shift_].to_terminal != 0) {
      flits_wasted_ += packets_[at.front.packet].flits - at.remaining;
    }
  }
}

void Fabric::empty_routers() {
  std::fill(words_.begin(), words_.end(), Word());
  std::fill(bound_to_.begin(), bound_to_.end(), TwoPorts());
  for (std::uint32_t r = 0; r < port_counts_.size(); ++r) {
    const RouterView at = view_of(r);
    for (std::uint32_t p = 0; p < port_counts_[r]; ++p) {
      const std::uint32_t first = p << port_shift_;
      for (std::uint32_t vc = first; vc < first + vcs_; ++vc) {
        InputVc empty;
        empty.upstream = at.input_vcs[vc].upstream;
        at.input_vcs[vc] = empty;
        at.output_vcs[vc].credits = exit_credits_of(at.ports[p]);
        at.output_vcs[vc].holder = 0xFFFF;
      }
      Word& word = at.words[first / 64];
      word.free |= std::uint64_t{channels_} << (first % 64);
      word.credits |= std::uint64_t{channels_} << (first % 64);
    }
  }
  for (Entry& entry : entries_) {
    entry.credits_left = static_cast<std::uint8_t>(channels_);
    for (std::uint32_t v = 0; v < vcs_; ++v) entry.credits[v] = static_cast<std::uint16_t>(depth_);
  }
  if (copies_) std::fill(next_branch_.begin(), next_branch_.end(), kNone);
}

void Fabric::empty_links() {
  for (auto* line :
       {&flits_in_transit_[0], &flits_in_transit_[1], &credits_in_transit_[0], &credits_in_transit_[1], &head_stage_}) {
    line->clear();
  }
  heads_in_transit_.clear();
  due_ = 0;
  if (!has_own_links_) return;
  own_link_flits_.clear();
  own_link_heads_.clear();
  own_link_credits_.clear();
  busy_links_.clear();
  for (LinkTiming& link : link_timing_) link.busy = 0;
}

std::vector<std::uint32_t> Fabric::flush(Cycle now) {
  std::vector<std::uint32_t> lost = packets_inside();
  count_lost(now);
  empty_routers();
  empty_links();
  std::fill(active_.begin(), active_.end(), 0);
  std::fill(requesting_.begin(), requesting_.end(), 0);
  return lost;
}

void Fabric::restart_packet(std::uint32_t packet, std::uint32_t destination, PacketTraits traits) {
  set_packet(packet, packets_[packet].flits, destination, traits);
}

}  // namespace network
}  // namespace gantry
