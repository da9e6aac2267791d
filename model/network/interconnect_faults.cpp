// SPDX-License-Identifier: Apache-2.0
// Links and routers that die. From the cycle of a fault on no packet enters. Packets that have begun to enter go on.
// When the last flit has left the network, the routes are replaced, and packets enter from the next cycle on. Packets
// on old and new routes could wait for each other in a circle; so they never meet.
//
// A fault wakes nobody. The network takes note of it when it runs next: until then nothing could have entered.
#include <algorithm>
#include <utility>

#include "gantry/network/interconnect.h"

namespace gantry {
inline namespace network {

void Interconnect::use_faults(std::vector<NetworkFault> faults, std::function<void(const LostWay&)> lost_way) {
  if (faults.empty()) return;
  deaths_ = std::make_unique<Deaths>(topology_);
  std::stable_sort(faults.begin(), faults.end(),
                   [](const NetworkFault& a, const NetworkFault& b) { return a.at < b.at; });
  deaths_->faults = std::move(faults);
  deaths_->lost_way = std::move(lost_way);
  next_death_ = deaths_->faults.front().at;
}

/// Whether every packet that has begun to enter has left. All flits so far of a long one may have left already.
bool Interconnect::is_drained() const {
  const auto enters = [](const Sending& sending) { return sending.vc != kNone; };
  for (const auto& each : sending_) {
    if (std::any_of(each.begin(), each.end(), enters)) return false;
  }
  return fabric_.holds_nothing();
}

/// At the begin of a cycle: takes note of the faults up to this cycle.
void Interconnect::begin_faults(Cycle now) {
  Deaths& deaths = *deaths_;
  has_deaths_ = true;
  if (!is_drained()) {
    drains_since_ = next_death_;
    next_death_ = kNever;
    return;
  }
  deaths.stats.reroutes += changes_until(now);
  const auto begun = [&] { return deaths.next < deaths.faults.size() && deaths.faults[deaths.next].at <= now; };
  while (begun()) deaths.rest.lose(deaths.faults[deaths.next++]);
  next_death_ = deaths.next < deaths.faults.size() ? deaths.faults[deaths.next].at : kNever;
  deaths.rest.find_routes(fabric_.destinations());
  fabric_.reroute(deaths.rest);
}

/// At the end of the cycle in which the last flit has left: packets enter again in the next one.
void Interconnect::reroute(Cycle now) {
  Deaths& deaths = *deaths_;
  deaths.stats.drain_cycles += now + 1 - drains_since_;
  deaths.stats.packets_held += count_held(now);
  drains_since_ = kNever;
  // Faults that have begun meanwhile change the routes together with the first one.
  const std::uint64_t before = deaths.stats.reroutes;
  begin_faults(now);
  deaths.stats.reroutes = before + 1;
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    for (const auto& each : sending_) {
      if (each[t].queued > 0 || each[t].packet != kNone) set_bit(busy_, t);
    }
  }
}

/// Returns in how many cycles up to `end` faults begin that no route knows of.
std::uint64_t Interconnect::changes_until(Cycle end) const {
  std::uint64_t count = 0;
  Cycle last = kNever;
  for (std::size_t i = deaths_->next; i < deaths_->faults.size() && deaths_->faults[i].at <= end; ++i) {
    if (deaths_->faults[i].at != last) ++count;
    last = deaths_->faults[i].at;
  }
  return count;
}

/// Returns the packets that could have begun to enter in cycle `now`.
std::uint64_t Interconnect::count_held(Cycle now) const {
  std::uint64_t held = 0;
  for (const auto& each : sending_) {
    for (const Sending& sending : each) held += sending.packet != kNone ? 1 : 0;
  }
  for (const Source& source : sources_) {
    for (const Ring<Queued>& queue : source.queues) {
      for (std::size_t i = 0; i < queue.size() && queue[i].visible <= now; ++i) ++held;
    }
  }
  return held;
}

/// Whether the head of a packet may enter: not while the network drains, and only if its destinations can be reached.
bool Interconnect::may_enter(std::uint32_t packet, Cycle now) {
  if (drains_since_ != kNever) return false;
  for (std::uint32_t p = packet; p != kNone; p = packet_infos_[p].copy) {
    const Message& message = packet_infos_[p].message;
    if (fabric_.has_way(message.source, message.destination)) continue;
    if (deaths_->lost_way) {
      deaths_->lost_way({now, message.source, message.destination, message.kind().name});
      deaths_->lost_way = nullptr;
    }
    return false;
  }
  return true;
}

std::optional<RerouteStats> Interconnect::reroute_stats(Cycle end) const {
  if (!deaths_) return std::nullopt;
  RerouteStats stats = deaths_->stats;
  if (drains_since_ != kNever) {
    stats.drain_cycles += end + 1 - drains_since_;
  } else if (next_death_ <= end) {  // the network has slept since
    if (is_drained()) {
      stats.reroutes += changes_until(end);
    } else {
      stats.drain_cycles += end + 1 - next_death_;
    }
  }
  return stats;
}

}  // namespace network
}  // namespace gantry
