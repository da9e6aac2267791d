// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/star_network.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry {
inline namespace network {

StarNetwork::StarNetwork(const ControlConfig& config, std::uint32_t centre)
    : MessageNetwork("control"),
      config_(config),
      centre_(centre),
      in_flight_(add_queue("packets", "messages that were handed over and have not arrived")) {}

TerminalId StarNetwork::add_terminal(std::string name, std::uint32_t node, Receiver* receiver) {
  const auto id = static_cast<TerminalId>(terminals_.size());
  Terminal terminal;
  terminal.name = std::move(name);
  terminal.receiver = receiver;
  terminal.at_centre = node == centre_;
  if (!terminal.at_centre) {
    terminal.out = static_cast<std::uint32_t>(wires_.size());
    terminal.in = terminal.out + 1;
    wires_.resize(wires_.size() + 2);
    wires_[terminal.out].to = id;
    wires_[terminal.in].from = id;
  }
  terminals_.push_back(std::move(terminal));
  return id;
}

SendPort StarNetwork::add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) {
  const auto id = static_cast<std::uint32_t>(sources_.size());
  sources_.push_back({terminal, listener, number, 0});
  return SendPort(*this, id, terminal);
}

StarNetwork::Wire& StarNetwork::wire_of(TerminalId from, TerminalId to, std::uint32_t& number) {
  const bool out = terminals_[from].at_centre;
  if (out == terminals_[to].at_centre) throw std::logic_error("control: a star has no wire between these terminals");
  number = out ? terminals_[to].out : terminals_[from].in;
  return wires_[number];
}

Cycle StarNetwork::take_inlet(Cycle at, Cycle now) {
  inlet_taken_.erase(inlet_taken_.begin(), std::upper_bound(inlet_taken_.begin(), inlet_taken_.end(), now));
  auto place = std::lower_bound(inlet_taken_.begin(), inlet_taken_.end(), at);
  for (; place != inlet_taken_.end() && *place == at; ++place) ++at;
  inlet_taken_.insert(place, at);
  return at;
}

void StarNetwork::send(std::uint32_t source, const Message& message, Cycle now, Cycle created) {
  const Source& from = sources_[source];
  std::uint32_t number = 0;
  const Wire& wire = wire_of(from.terminal, message.destination, number);
  start(source, message, std::max({now, from.free, wire.free}), now, created, false);
}

void StarNetwork::send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) {
  const Source& from = sources_[source];
  Cycle leaves = std::max(now, from.free);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t number = 0;
    leaves = std::max(leaves, wire_of(from.terminal, copies[i].destination, number).free);
  }
  for (std::size_t i = 0; i < count; ++i) start(source, copies[i], leaves, now, now, i > 0);
}

void StarNetwork::start(std::uint32_t source, const Message& message, Cycle leaves, Cycle now, Cycle created,
                        bool copy) {
  Source& from = sources_[source];
  Travel travel;
  Wire& wire = wire_of(from.terminal, message.destination, travel.wire);
  travel.message = message;
  travel.message.source = from.terminal;
  travel.created = created;
  travel.source = source;
  travel.copy = copy;
  travel.leaves = leaves;
  from.free = wire.free = leaves + 1;
  travel.arrives = travel.leaves + config_.link_cycles;
  if (terminals_[from.terminal].shared) travel.arrives = take_inlet(travel.arrives, now);
  if (subject_of_) travel.subject = subject_of_(message);

  Terminal& to = terminals_[message.destination];
  if (to.receiver == nullptr) throw std::logic_error("a message for a terminal that only sends");
  std::uint32_t slot = 0;
  if (free_travels_.empty()) {
    slot = static_cast<std::uint32_t>(travels_.size());
    travels_.emplace_back();
  } else {
    slot = free_travels_.back();
    free_travels_.pop_back();
  }
  travels_[slot] = travel;
  in_flight_.set(now, ++in_flight_count_);
  const std::uint64_t order = sent_++;
  due_events_.push({travel.arrives, true, order, slot});
  wake(travel.arrives);
  to.receiver->receive(travel.message, travel.arrives);
  if (travel.leaves == now) return depart(travel, now);
  due_events_.push({travel.leaves, false, order, slot});
  wake(travel.leaves);
}

void StarNetwork::depart(const Travel& travel, Cycle now) {
  if (now >= history_.due()) history_.note(now, loads());
  mark_busy(now);
  Wire& wire = wires_[travel.wire];
  ++wire.messages;
  wire.bytes += config_.header_bytes + travel.message.payload_bytes;
  const Source& source = sources_[travel.source];
  if (source.listener == nullptr) return;
  source.listener->first_flit_sent(travel.message, now);
  source.listener->last_flit_sent(source.number, travel.message, now);
}

void StarNetwork::arrive(std::uint32_t slot, Cycle now) {
  const Travel& travel = travels_[slot];
  latency_.add(travel.arrives - travel.created);
  ++arrived_;
  if (travel.copy) ++copied_;
  in_flight_.set(now, --in_flight_count_);
  if (packets_ != nullptr) {
    const Message& message = travel.message;
    packets_->packet_done({&message.kind(), message.source, message.destination, 1, 0, travel.created, travel.leaves,
                           travel.arrives, travel.subject});
  }
  free_travels_.push_back(slot);
}

Cycle StarNetwork::step(Cycle now) {
  while (!due_events_.empty() && due_events_.top().at <= now) {
    const Due due = due_events_.top();
    due_events_.pop();
    if (due.arrival) {
      arrive(due.travel, now);
    } else {
      depart(Travel(travels_[due.travel]), now);
    }
  }
  return due_events_.empty() ? kNever : due_events_.top().at;
}

std::vector<std::string> StarNetwork::terminal_names() const {
  std::vector<std::string> names;
  for (const Terminal& terminal : terminals_) names.push_back(terminal.name);
  return names;
}

std::vector<std::uint64_t> StarNetwork::loads() const {
  std::vector<std::uint64_t> loads;
  for (const Wire& wire : wires_) loads.push_back(wire.messages);
  return loads;
}

InterconnectStats StarNetwork::stats() const {
  InterconnectStats stats;
  stats.packets = stats.flits = arrived_;
  stats.latency = latency_.stats();
  if (counts_copies_) stats.flits_copied = copied_;
  return stats;
}

InterconnectTraffic StarNetwork::traffic(Cycle now) const {
  InterconnectTraffic traffic;
  traffic.terminals = terminal_names();
  const auto at_centre = [](const Terminal& terminal) { return terminal.at_centre; };
  const auto centre = std::find_if(terminals_.begin(), terminals_.end(), at_centre) - terminals_.begin();
  for (const Terminal& terminal : terminals_) {
    if (terminal.at_centre) continue;
    for (const std::uint32_t number : {terminal.out, terminal.in}) {
      const Wire& wire = wires_[number];
      const bool out = number == terminal.out;
      LinkStats link;
      link.kind = LinkKind::wire;
      link.from = out ? static_cast<std::uint32_t>(centre) : wire.from;
      link.to = out ? wire.to : static_cast<std::uint32_t>(centre);
      link.flits = wire.messages;
      link.bytes = wire.bytes;
      link.tiles = terminal.tiles;
      traffic.links.push_back(link);
    }
  }
  traffic.latencies = latency_.counts();
  if (history_.due() != kNever) {
    LinkHistory whole = history_;
    whole.note(now, loads());  // nothing may have left for a long time
    traffic.interval = whole.interval();
    traffic.over_time = whole.intervals(loads());
  }
  return traffic;
}

std::string StarNetwork::state() const { return std::to_string(in_flight_count_) + " messages in flight"; }

}  // namespace network
}  // namespace gantry
