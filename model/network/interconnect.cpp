// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/interconnect.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry {
inline namespace network {

Interconnect::Interconnect(const InterconnectConfig& config, const Topology& topology, ChannelUse use,
                           const RoutingCatalogue& routings, std::string name)
    : MessageNetwork(std::move(name)),
      config_(config),
      flit_shift_((config.flit_bytes & (config.flit_bytes - 1)) == 0 ? lowest_bit(config.flit_bytes) : kNone),
      topology_(topology),
      routing_(make_routing(config, topology, routings)),
      fabric_(config, *routing_, use, *this),
      urgent_(has_urgent(use)),
      in_flight_(add_queue("packets", "packets that were handed over and have not arrived")) {}

TerminalId Interconnect::add_terminal(std::string name, std::uint32_t node, Receiver* receiver) {
  Terminal terminal;
  terminal.name = std::move(name);
  terminal.receiver = receiver;
  terminals_.push_back(std::move(terminal));
  for (auto& each : sending_) each.emplace_back();
  return fabric_.add_terminal(topology_.router_of(node));
}

SendPort Interconnect::add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) {
  Source source;
  source.listener = listener;
  source.number = number;
  source.terminal = terminal;
  const auto id = static_cast<std::uint32_t>(sources_.size());
  sources_.push_back(std::move(source));
  std::vector<std::uint32_t>& of_terminal = terminals_[terminal].sources;
  of_terminal.push_back(id);
  for (auto& each : sending_) each[terminal].only_source = of_terminal.size() == 1 ? id : kNone;
  return SendPort(*this, id, terminal);
}

void Interconnect::start(bool wide, bool several_words) {
  fabric_.start(wide, several_words);
  busy_ = make_bit_set(terminals_.size());
}

std::uint32_t Interconnect::add_packet(std::uint32_t source, const Message& message, Cycle now, Cycle created) {
  const PacketTraits traits{message.kind().response, urgent_ && message.kind().urgent};
  const std::uint32_t packet =
      fabric_.add_packet(flits_of(message.payload_bytes), message.destination, traits, created);
  if (packet == packet_infos_.size()) packet_infos_.emplace_back();
  PacketInfo& info = packet_infos_[packet];
  info.message = message;
  info.message.source = sources_[source].terminal;
  info.created = created;
  info.source = source;
  info.copy = kNone;
  info.head_told = info.tail_told = false;
  info.damaged_by = kNone;
  if (subject_of_) info.subject = subject_of_(message);
  in_flight_.set(now, ++packets_in_flight_);
  return packet;
}

void Interconnect::queue_packet(std::uint32_t packet, Cycle now) {
  const PacketInfo& info = packet_infos_[packet];
  Source& from = sources_[info.source];
  const std::size_t kind = urgent_ && info.message.kind().urgent ? 1 : 0;
  from.queues[kind].push({packet, now + 1});
  ++sending_[kind][from.terminal].queued;
  set_bit(busy_, from.terminal);
  wake(now + 1);
}

void Interconnect::send(std::uint32_t source, const Message& message, Cycle now, Cycle created) {
  queue_packet(add_packet(source, message, now, created), now);
}

void Interconnect::send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) {
  if (!copies_) return MessageSink::send_copies(source, copies, count, now);
  const std::uint32_t packet = add_packet(source, copies[0], now, now);
  queue_packet(packet, now);
  const bool fits = fabric_.flits_of_packet(packet) <= config_.buffer_flits;
  std::uint32_t last = packet;
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint32_t copy = add_packet(source, copies[i], now, now);
    if (fits) {
      fabric_.carry(packet, copy);
      packet_infos_[last].copy = copy;
      last = copy;
    } else {
      queue_packet(copy, now);
    }
  }
}

[[gnu::flatten]] Cycle Interconnect::step(Cycle now) {
  if (now >= history_.due()) history_.note(now, fabric_.link_flits());
  if (now >= next_death_) begin_faults(now);
  if (now >= next_again_) send_again(now);
  if (now >= next_damage_) damage_->plan.watch(fabric_, now);
  fabric_.arrive(now);
  for_each_bit(busy_, [&](std::uint32_t t) { step_terminal(t, now); });
  if (fabric_.route(now)) mark_busy(now);
  if (now >= next_damage_) damage_packets(now);
  if (drains_since_ != kNever && is_drained()) reroute(now);
  if (!is_empty(busy_)) return now + 1;
  const Cycle next = fabric_.next(now);
  return next == kNever ? next_again_ : std::min({next, next_abrupt_, next_again_});
}

Interconnect::Attempt Interconnect::start_packet(Sending& sending, Ring<Queued>& queue) {
  --sending.queued;
  sending.packet = queue.pop().packet;
  sending.remaining = fabric_.flits_of_packet(sending.packet);
  return Attempt::sent;
}

/// Selects the next packet of the terminal's queues, round robin packet by packet.
Interconnect::Attempt Interconnect::select_packet(TerminalId id, Sending& sending, bool urgent, Cycle now) {
  if (sending.queued == 0) return Attempt::nothing;
  if (sending.only_source != kNone) {
    Ring<Queued>& queue = sources_[sending.only_source].queues[urgent ? 1 : 0];
    return queue.front().visible > now ? Attempt::soon : start_packet(sending, queue);
  }
  const std::vector<std::uint32_t>& sources = terminals_[id].sources;
  const auto count = static_cast<std::uint32_t>(sources.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t pointer = sending.next_source + i;
    if (pointer >= count) pointer -= count;
    Ring<Queued>& queue = sources_[sources[pointer]].queues[urgent ? 1 : 0];
    if (queue.empty() || queue.front().visible > now) continue;
    sending.next_source = pointer + 1 == count ? 0 : pointer + 1;
    return start_packet(sending, queue);
  }
  return Attempt::soon;
}

void Interconnect::step_terminal(TerminalId id, Cycle now) {
  Sending& sending = sending_[0][id];
  if (!urgent_ && sending.vc != kNone && sending.remaining > 1) {  // a body flit: no notification
    if (!fabric_.enter_next(id, sending.vc, now)) return clear_bit(busy_, id);
    mark_busy(now);
    --sending.remaining;
    return;
  }
  const Attempt first = urgent_ ? try_to_send(id, true, now) : Attempt::nothing;
  if (first == Attempt::sent) return;
  const Attempt second = try_to_send(id, false, now);
  if (!urgent_ && sending.packet == kNone && sending.queued == 0) return clear_bit(busy_, id);  // the tail was sent
  // A blocked terminal waits for a credit.
  if (second != Attempt::sent && second != Attempt::soon && first != Attempt::soon) clear_bit(busy_, id);
}

Interconnect::Attempt Interconnect::try_to_send(TerminalId id, bool urgent, Cycle now) {
  Sending& sending = sending_[urgent ? 1 : 0][id];
  if (sending.packet == kNone) {
    if (drains_since_ != kNever) return Attempt::blocked;
    const Attempt found = select_packet(id, sending, urgent, now);
    if (found != Attempt::sent) return found;
  }
  const std::uint32_t packet = sending.packet;
  const bool head = sending.vc == kNone;
  if (head) {
    if (has_deaths_ && !may_enter(packet, now)) return Attempt::blocked;
    // Round robin over the channels of its kind with a credit, so that a blocked packet does not block the next one.
    const std::uint32_t vc = fabric_.entry_vc(id, packet, sending.next_vc);
    if (vc == kNone) return Attempt::blocked;
    sending.vc = vc;
    sending.next_vc = vc + 1 == config_.virtual_channels ? 0 : vc + 1;
    fabric_.enter(id, vc, packet, now);
    if (!packet_infos_[packet].head_told) {
      for (std::uint32_t p = packet; p != kNone; p = packet_infos_[p].copy) packet_infos_[p].sent = now;
    } else {
      note_hold(packet, packet_infos_[packet].sent, now);
    }
  } else if (!fabric_.enter_next(id, sending.vc, now)) {
    return Attempt::blocked;
  }
  mark_busy(now);
  const bool tail = --sending.remaining == 0;
  if (tail) sending.packet = sending.vc = kNone;
  if (head || tail) {
    const Source& source = sources_[packet_infos_[packet].source];
    if (source.listener != nullptr) notify(source, packet, head, tail, now);
  }
  return Attempt::sent;
}

void Interconnect::notify(const Source& source, std::uint32_t packet, bool head, bool tail, Cycle now) {
  SendListener& listener = *source.listener;
  head = head && !packet_infos_[packet].head_told;
  tail = tail && !packet_infos_[packet].tail_told;
  for (std::uint32_t p = packet; head && p != kNone; p = packet_infos_[p].copy) {
    listener.first_flit_sent(packet_infos_[p].message, now);
  }
  const std::uint32_t number = source.number;
  for (std::uint32_t p = packet; tail && p != kNone;) {
    const Message message = packet_infos_[p].message;  // a copy: a listener that sends may move packet_infos_
    p = packet_infos_[p].copy;
    listener.last_flit_sent(number, message, now);
  }
}

void Interconnect::credit_arrived(std::uint32_t terminal, Cycle /*now*/) {
  if (sending_[0][terminal].packet != kNone || sending_[1][terminal].packet != kNone) set_bit(busy_, terminal);
}

void Interconnect::packet_left(std::uint32_t terminal, std::uint32_t packet, Cycle now, Cycle arrival) {
  const PacketInfo& info = packet_infos_[packet];
  if (info.damaged_by != kNone) return drop(packet, arrival);
  latency_.add(arrival - info.created);
  ++packets_delivered_;
  in_flight_.set(now, --packets_in_flight_);
  const Message message = info.message;
  if (packets_ != nullptr) {
    packets_->packet_done({&message.kind(), message.source, message.destination, flits_of(message.payload_bytes),
                           fabric_.hops_of_packet(packet, message.source), info.created, info.sent, arrival,
                           info.subject});
  }
  if (terminals_[terminal].receiver == nullptr) throw std::logic_error("a message for a terminal that only sends");
  terminals_[terminal].receiver->receive(message, arrival);
}

std::uint64_t Interconnect::flits_of(std::uint64_t payload_bytes) const {
  const std::uint64_t bytes = config_.header_bytes + payload_bytes;
  const std::uint64_t flits = flit_shift_ == kNone
                                  ? ceil_div(bytes, config_.flit_bytes)
                                  : (bytes >> flit_shift_) + ((bytes & (config_.flit_bytes - 1)) != 0 ? 1 : 0);
  return std::max<std::uint64_t>(1, flits);
}

std::uint32_t Interconnect::hops(TerminalId from, TerminalId to) const {
  return topology_.hops(fabric_.router_of(from), fabric_.router_of(to));
}

InterconnectStats Interconnect::stats() const {
  InterconnectStats stats;
  stats.packets = packets_delivered_;
  stats.flits = fabric_.flits_ejected() - fabric_.flits_wasted();
  stats.flit_hops = fabric_.flit_hops();
  stats.latency = latency_.stats();
  if (copies_) stats.flits_copied = fabric_.flits_copied();
  return stats;
}

std::vector<std::string> Interconnect::terminal_names() const {
  std::vector<std::string> names;
  for (const Terminal& terminal : terminals_) names.push_back(terminal.name);
  return names;
}

InterconnectTraffic Interconnect::traffic(Cycle now) const {
  InterconnectTraffic traffic = fabric_.traffic(now);
  traffic.terminals = terminal_names();
  traffic.latencies = latency_.counts();
  if (history_.due() != kNever) {
    const std::vector<std::uint64_t> flits = fabric_.link_flits();
    LinkHistory whole = history_;
    whole.note(now, flits);  // nothing may have moved for a long time
    traffic.interval = whole.interval();
    traffic.over_time = whole.intervals(flits);
  }
  return traffic;
}

std::string Interconnect::state() const {
  std::string text = std::to_string(packets_in_flight_) + " packets in flight";
  for (TerminalId id = 0; id < terminals_.size(); ++id) {
    std::size_t waiting = 0;
    for (const auto& each : sending_) waiting += each[id].queued + (each[id].packet != kNone ? 1U : 0U);
    if (waiting > 0) text += "; " + std::to_string(waiting) + " to leave " + terminals_[id].name;
  }
  return text;
}

void Interconnect::verify() const { fabric_.verify(); }

}  // namespace network
}  // namespace gantry
