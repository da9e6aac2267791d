// SPDX-License-Identifier: Apache-2.0
// Links and routers that die. From the cycle of a fault on no packet enters. Packets that have begun to enter go on.
// When the last flit has left the network, the routes are replaced, and packets enter from the next cycle on. Packets
// on old and new routes could wait for each other in a circle; so they never meet.
//
// A fault wakes nobody. The network takes note of it when it runs next: until then nothing could have entered.
#include <algorithm>
#include <tuple>
#include <utility>

#include "gantry/network/interconnect.h"

namespace gantry {
inline namespace network {

void Interconnect::use_faults(std::vector<NetworkFault> faults, std::function<void(const LostWay&)> lost_way,
                              SubjectOf subject_of, RandomTimes times) {
  damage_ = nullptr;
  next_damage_ = kNever;
  if (faults.empty()) return;
  if (subject_of) subject_of_ = std::move(subject_of);
  const auto corrupts = [](const NetworkFault& fault) { return fault.kind == NetworkFaultKind::corrupt; };
  if (std::any_of(faults.begin(), faults.end(), corrupts)) {
    damage_ = std::make_unique<Damage>(faults, times, topology_);
    next_damage_ = damage_->plan.next();
  }
  faults.erase(std::remove_if(faults.begin(), faults.end(), corrupts), faults.end());
  if (faults.empty()) return;
  deaths_ = std::make_unique<Deaths>(topology_);
  std::stable_sort(faults.begin(), faults.end(),
                   [](const NetworkFault& a, const NetworkFault& b) { return a.at < b.at; });
  for (const NetworkFault& fault : faults) deaths_->faults.push_back({fault});
  deaths_->lost_way = std::move(lost_way);
  next_death_ = faults.front().at;
  next_abrupt_ = next_abrupt(0);
}

/// Whether every packet that has begun to enter has left. All flits so far of a long one may have left already.
bool Interconnect::is_drained() const {
  const auto enters = [](const Sending& sending) { return sending.vc != kNone; };
  for (const auto& each : sending_) {
    if (std::any_of(each.begin(), each.end(), enters)) return false;
  }
  return fabric_.holds_nothing();
}

/// Returns the cycle of the first fault after cycle `after` that loses packets; kNever: none.
Cycle Interconnect::next_abrupt(Cycle after) const {
  for (const NetworkFaultRecord& of : deaths_->faults) {
    if (of.fault.at > after && of.fault.kind == NetworkFaultKind::die) return of.fault.at;
  }
  return kNever;
}

/// At the begin of a cycle: takes note of the faults up to this cycle.
void Interconnect::begin_faults(Cycle now) {
  has_deaths_ = true;
  const bool abrupt = next_abrupt_ <= now;
  if (abrupt) next_abrupt_ = next_abrupt(now);
  if (is_drained()) return change_routes(now, kNever, changes_until(now));
  if (!abrupt) {
    drains_since_ = next_death_;
    next_death_ = next_abrupt_;
    return;
  }
  if (drains_since_ == kNever && next_death_ < now) drains_since_ = next_death_;  // the network has slept since
  if (drains_since_ != kNever) end_drain(now);
  lose_packets(now);
  change_routes(now, now, 1);
}

/// At the end of the cycle in which the last flit has left: packets enter again in the next one. Faults that have begun
/// meanwhile change the routes together with the first one.
void Interconnect::reroute(Cycle now) {
  end_drain(now + 1);
  change_routes(now, now + 1, 1);
}

/// Routes over what the faults up to cycle `now` leave, for packets from cycle `end` on; kNever: nothing was in the
/// network when each of them began. Precondition: the network is empty.
void Interconnect::change_routes(Cycle now, Cycle end, std::uint64_t changes) {
  Deaths& deaths = *deaths_;
  deaths.stats.reroutes += changes;
  const auto begun = [&] { return deaths.next < deaths.faults.size() && deaths.faults[deaths.next].fault.at <= now; };
  for (; begun(); ++deaths.next) {
    NetworkFaultRecord& record = deaths.faults[deaths.next];
    record.end = end == kNever ? record.fault.at : end;
    deaths.rest.lose(record.fault);
  }
  next_death_ = deaths.next < deaths.faults.size() ? deaths.faults[deaths.next].fault.at : kNever;
  deaths.rest.find_routes(fabric_.destinations());
  fabric_.reroute(deaths.rest);
}

/// Packets enter again from cycle `end` on.
void Interconnect::end_drain(Cycle end) {
  deaths_->stats.drain_cycles += end - drains_since_;
  const std::uint64_t held = note_held(end);
  deaths_->stats.packets_held += held;
  deaths_->faults[deaths_->next].held += held;
  drains_since_ = kNever;
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    for (const auto& each : sending_) {
      if (each[t].queued > 0 || each[t].packet != kNone) set_bit(busy_, t);
    }
  }
}

/// Returns the fault of cycle `now` that loses packets.
NetworkFaultRecord& Interconnect::abrupt_fault(Cycle now) {
  auto of = deaths_->faults.begin() + static_cast<std::ptrdiff_t>(deaths_->next);
  while (of->fault.kind != NetworkFaultKind::die || of->fault.at != now) ++of;
  return *of;
}

/// All packets in the network are lost, and go to the front of their queues, in the order in which they had entered.
void Interconnect::lose_packets(Cycle now) {
  std::vector<Again> again;
  for (auto& each : sending_) {
    for (Sending& sending : each) {
      if (sending.packet == kNone) continue;
      const bool enters = sending.vc != kNone;
      for (std::uint32_t p = sending.packet; enters && p != kNone; p = packet_infos_[p].copy)
        packet_infos_[p].enters = true;
      // It has not begun to enter: it waits behind those that have.
      if (!enters) again.push_back({packet_infos_[sending.packet].source, kNever, 0, sending.packet});
      sending.packet = sending.vc = kNone;
      sending.remaining = 0;
    }
  }
  const std::vector<std::uint32_t> lost = fabric_.flush(now);
  deaths_->stats.resent += lost.size();
  abrupt_fault(now).resent = lost.size();
  for (const std::uint32_t packet : lost) {
    PacketInfo& info = packet_infos_[packet];
    info.head_told = true;
    info.tail_told = info.tail_told || !info.enters;
    info.enters = false;
    info.copy = kNone;
    info.damaged_by = kNone;
    const MessageKind& kind = info.message.kind();
    fabric_.restart_packet(packet, info.message.destination, {kind.response, urgent_ && kind.urgent});
    again.push_back({info.source, info.sent, info.message.destination, packet});
  }
  std::sort(again.begin(), again.end(), [](const Again& a, const Again& b) {
    return std::tie(a.source, a.sent, a.to) < std::tie(b.source, b.sent, b.to);
  });
  for (auto from = again.begin(); from != again.end();) {
    const auto to = std::find_if(from, again.end(), [&](const Again& other) { return other.source != from->source; });
    for (const std::size_t kind : {0U, 1U}) queue_first({from, to}, kind, now);
    from = to;
  }
}

/// Puts the packets of one source and kind before the others in its queue.
void Interconnect::queue_first(const std::vector<Again>& packets, std::size_t kind, Cycle now) {
  Source& source = sources_[packets.front().source];
  Ring<Queued>& queue = source.queues[kind];
  std::vector<Queued> others;
  while (!queue.empty()) others.push_back(queue.pop());
  for (const Again& each : packets) {
    const bool urgent = urgent_ && packet_infos_[each.packet].message.kind().urgent;
    if (urgent != (kind == 1)) continue;
    queue.push({each.packet, now});
    ++sending_[kind][source.terminal].queued;
    set_bit(busy_, source.terminal);
  }
  for (const Queued& other : others) queue.push(other);
}

/// Returns in how many cycles up to `end` faults begin that no route knows of.
std::uint64_t Interconnect::changes_until(Cycle end) const {
  std::uint64_t count = 0;
  Cycle last = kNever;
  for (std::size_t i = deaths_->next; i < deaths_->faults.size(); ++i) {
    const Cycle at = deaths_->faults[i].fault.at;
    if (at > end) break;
    if (at != last) ++count;
    last = at;
  }
  return count;
}

/// Notes the packets that would have begun to enter before cycle `end`, the first one after a drain, and returns their
/// number.
std::uint64_t Interconnect::note_held(Cycle end) {
  std::uint64_t held = 0;
  const auto note = [&](std::uint32_t packet, Cycle from) {
    ++held;
    note_hold(packet, std::max(from, drains_since_), end);
  };
  for (const auto& each : sending_) {
    for (const Sending& sending : each) {
      if (sending.packet != kNone && sending.vc == kNone) note(sending.packet, 0);
    }
  }
  for (const Source& source : sources_) {
    for (const Ring<Queued>& queue : source.queues) {
      for (std::size_t i = 0; i < queue.size() && queue[i].visible < end; ++i) note(queue[i].packet, queue[i].visible);
    }
  }
  return held;
}

/// Notes that a packet and its copies were held in cycles [from, until).
void Interconnect::note_hold(std::uint32_t packet, Cycle from, Cycle until) {
  for (std::uint32_t p = packet; p != kNone; p = packet_infos_[p].copy) {
    const PacketSubject& subject = packet_infos_[p].subject;
    if (subject.task != kNever) holds_.push_back({subject, from, until});
  }
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
  if (!deaths_ && !damage_) return std::nullopt;
  RerouteStats stats = deaths_ ? deaths_->stats : RerouteStats();
  if (damage_) stats.resent += damage_->resent;
  if (!deaths_) return stats;
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

std::vector<NetworkFaultRecord> Interconnect::fault_records(Cycle end) const {
  std::vector<NetworkFaultRecord> records;
  if (damage_) records = damage_->plan.records(end);
  const auto in_order = [&] {
    std::stable_sort(records.begin(), records.end(),
                     [](const NetworkFaultRecord& a, const NetworkFaultRecord& b) { return a.fault.at < b.fault.at; });
    return records;
  };
  if (!deaths_) return in_order();
  const bool unseen = drains_since_ == kNever && is_drained();  // faults that found nothing in the network
  for (std::size_t i = 0; i < deaths_->faults.size() && deaths_->faults[i].fault.at <= end; ++i) {
    records.push_back(deaths_->faults[i]);
    if (i >= deaths_->next && unseen) records.back().end = records.back().fault.at;
  }
  return in_order();
}

}  // namespace network
}  // namespace gantry
