// SPDX-License-Identifier: Apache-2.0
#include "core/interconnect.h"

#include <algorithm>
#include <stdexcept>

#include "core/bits.h"

namespace gantry {

namespace {

/// First set bit of `mask` at or after `turn`, wrapping around. Precondition: mask != 0.
std::uint32_t next_in_turn(std::uint32_t mask, std::uint32_t turn) {
  const std::uint32_t later = mask & ~((1U << turn) - 1U);
  return lowest_bit(later != 0 ? later : mask);
}

}  // namespace

void SendPort::send(const Message& message, Cycle now) { net_->send(source_, message, now); }

void Interconnect::send(std::uint32_t source, const Message& message, Cycle now) {
  std::uint32_t id = 0;
  if (free_packets_.empty()) {
    id = static_cast<std::uint32_t>(packets_.size());
    packets_.emplace_back();
  } else {
    id = free_packets_.back();
    free_packets_.pop_back();
  }
  Packet& packet = packets_[id];
  packet.message = message;
  packet.message.source = sources_[source].terminal;
  packet.flits = flits_of(message.payload_bytes);
  packet.created = now;
  packet.source = source;
  packet.response = is_response(message.kind);
  flits_created_ += packet.flits;
  in_flight_.set(now, ++packets_in_flight_);

  sources_[source].queue.push({id, now + 1});
  terminal_wheel_.set(sources_[source].terminal, now + 1);
  wake(now + 1);
}

Cycle Interconnect::step(Cycle now) {
  terminal_wheel_.take(now, [&](std::uint32_t t) { step_terminal(t, now); });
  router_wheel_.take(now, [&](std::uint32_t r) { step_router(r, now); });
  return std::min(terminal_wheel_.next(now), router_wheel_.next(now));
}

void Interconnect::step_terminal(TerminalId id, Cycle now) {
  Terminal& terminal = terminals_[id];
  if (terminal.packet == kNone) {
    Cycle next = kNever;
    for (std::size_t i = 0; i < terminal.sources.size(); ++i) {
      const std::uint32_t turn =
          (terminal.next_source + static_cast<std::uint32_t>(i)) % static_cast<std::uint32_t>(terminal.sources.size());
      Source& source = sources_[terminal.sources[turn]];
      if (source.queue.empty()) continue;
      if (source.queue.front().visible > now) {
        next = std::min(next, source.queue.front().visible);
        continue;
      }
      terminal.packet = source.queue.pop().packet;
      terminal.remaining = packets_[terminal.packet].flits;
      terminal.channel = kNone;
      terminal.next_source = (turn + 1) % static_cast<std::uint32_t>(terminal.sources.size());
      break;
    }
    if (terminal.packet == kNone) {
      if (next != kNever) terminal_wheel_.set(id, next);
      return;
    }
  }

  const std::uint32_t first_channel = terminal.port * vcs_;
  Packet& packet = packets_[terminal.packet];
  if (terminal.channel == kNone) {
    // The first of its kind with a place, in turn, so that a packet stuck ahead does not hold up the next one.
    std::uint32_t candidates = channel_mask(packet.response);
    while (candidates != 0) {
      const std::uint32_t v = next_in_turn(candidates, terminal.next_channel);
      candidates &= ~(1U << v);
      if (has_place(first_channel + v, now)) {
        terminal.channel = v;
        terminal.next_channel = (v + 1) % vcs_;
        break;
      }
    }
    if (terminal.channel == kNone) return;  // a place that becomes free wakes the terminal
  } else if (!has_place(first_channel + terminal.channel, now)) {
    return;
  }

  put_flit(terminal.port, terminal.channel, terminal.packet, now);
  ++flits_injected_;
  SendListener* listener = sources_[packet.source].listener;
  if (listener != nullptr && terminal.remaining == packet.flits) listener->first_flit_sent(packet.message, now);
  if (--terminal.remaining == 0) {
    if (listener != nullptr) listener->last_flit_sent(sources_[packet.source].number, packet.message, now);
    terminal.packet = kNone;
  }
  terminal_wheel_.set(id, now + 1);
}

bool Interconnect::has_place(std::uint32_t channel_id, Cycle now) {
  Channel& channel = channels_[channel_id];
  const Cycle free = slots_[std::size_t{channel_id} * depth_ + channel.tail].free;
  if (free <= now) return true;
  if (free == kNever) {
    channel.starved = true;
  } else {
    // The place is on its way back: look again when it arrives.
    const Port& port = ports_[channel.port];
    if (port.terminal != kNone) {
      terminal_wheel_.set(port.terminal, free);
    } else {
      router_wheel_.set(ports_[port.peer_port].router, free);
    }
  }
  return false;
}

void Interconnect::put_flit(std::uint32_t port, std::uint32_t channel_number, std::uint32_t packet, Cycle now) {
  mark_busy(now);
  const std::uint32_t id = port * vcs_ + channel_number;
  Channel& channel = channels_[id];
  slots_[std::size_t{id} * depth_ + channel.tail] = {now + hop_cycles_, kNever, packet};
  channel.tail = channel.tail + 1 == depth_ ? 0 : channel.tail + 1;
  ++channel.count;
  const std::uint32_t router = ports_[port].router;
  occupied_[router] |= std::uint64_t{1} << (id - first_port_[router] * vcs_);
  router_wheel_.set(router, now + hop_cycles_);
}

bool Interconnect::find_offer(std::uint32_t channel_id, Cycle now, Offer& offer) {
  Channel& channel = channels_[channel_id];
  const std::uint32_t packet_id = slots_[std::size_t{channel_id} * depth_ + channel.head].packet;
  if (channel.remaining == 0) {
    const Packet& packet = packets_[packet_id];
    channel.remaining = packet.flits;
    channel.out_channel = kNone;
    const std::uint32_t here = ports_[channel.port].router;
    const Terminal& destination = terminals_[packet.message.destination];
    channel.output = destination.router == here
                         ? destination.port
                         : first_port_[here] + route_[std::size_t{here} * occupied_.size() + destination.router];
  }
  offer.output = channel.output;
  Port& output = ports_[channel.output];
  const bool leaves = output.peer_port == kNone;
  if (channel.out_channel != kNone) {
    offer.out_channel = channel.out_channel;
    return leaves || has_place(output.peer_port * vcs_ + channel.out_channel, now);
  }
  std::uint32_t candidates = output.free_channels & channel_mask(packets_[packet_id].response);
  while (candidates != 0) {
    const std::uint32_t v = next_in_turn(candidates, output.turn_channel);
    candidates &= ~(1U << v);
    if (leaves || has_place(output.peer_port * vcs_ + v, now)) {
      offer.out_channel = v;
      return true;
    }
  }
  return false;
}

void Interconnect::step_router(std::uint32_t router, Cycle now) {
  const std::uint64_t occupied = occupied_[router];
  if (occupied == 0) return;
  const std::uint32_t first = first_port_[router];
  if ((occupied & (occupied - 1)) == 0) {
    // Most often one channel holds flits, and nothing competes with it.
    const std::uint32_t id = first * vcs_ + lowest_bit(occupied);
    const Channel& channel = channels_[id];
    Offer offer;
    if (slots_[std::size_t{id} * depth_ + channel.head].ready > now || !find_offer(id, now, offer)) return;
    offer.channel = id - channel.port * vcs_;
    pass(router, channel.port, offer, now);
    return;
  }
  const std::uint32_t all = (1U << vcs_) - 1U;
  Offer offers[kMaxRouterChannels];
  std::uint64_t requests[kMaxRouterChannels];  // per output: input ports that offer it a flit
  std::uint64_t requested = 0;                 // outputs with a request
  bool again = false;                          // something could move in the next cycle
  for (std::uint64_t inputs = occupied; inputs != 0;) {
    const std::uint32_t in = channels_[first * vcs_ + lowest_bit(inputs)].port - first;
    const std::uint64_t own = std::uint64_t{all} << (in * vcs_);
    auto waiting = static_cast<std::uint32_t>((inputs & own) >> (in * vcs_));
    inputs &= ~own;
    while (waiting != 0) {
      const std::uint32_t v = next_in_turn(waiting, ports_[first + in].turn_in);
      waiting &= ~(1U << v);
      const std::uint32_t id = (first + in) * vcs_ + v;
      // A flit still on its way has set the wheel for its arrival.
      if (slots_[std::size_t{id} * depth_ + channels_[id].head].ready > now) continue;
      Offer& offer = offers[in];
      if (!find_offer(id, now, offer)) continue;
      offer.channel = v;
      const std::uint32_t out = offer.output - first;
      if (((requested >> out) & 1U) == 0) {
        requested |= std::uint64_t{1} << out;
        requests[out] = 0;
      }
      requests[out] |= std::uint64_t{1} << in;
      again = again || waiting != 0;
      break;
    }
  }
  for (; requested != 0; requested &= requested - 1) {
    const std::uint32_t out = lowest_bit(requested);
    const std::uint64_t later = requests[out] & ~((std::uint64_t{1} << ports_[first + out].turn_out) - 1U);
    const std::uint32_t in = lowest_bit(later != 0 ? later : requests[out]);
    again = again || (requests[out] & (requests[out] - 1)) != 0;
    pass(router, first + in, offers[in], now);
  }
  if (again) router_wheel_.set(router, now + 1);
}

/// The offer of port `input` has won its output: the turns go on behind it, and its flit moves.
void Interconnect::pass(std::uint32_t router, std::uint32_t input, const Offer& offer, Cycle now) {
  ports_[offer.output].turn_out = input + 1 == first_port_[router + 1] ? 0 : input + 1 - first_port_[router];
  ports_[input].turn_in = offer.channel + 1 == vcs_ ? 0 : offer.channel + 1;
  move_flit(router, input, offer, now);
}

void Interconnect::move_flit(std::uint32_t router, std::uint32_t input, const Offer& offer, Cycle now) {
  const std::uint32_t id = input * vcs_ + offer.channel;
  Channel& channel = channels_[id];
  Slot& slot = slots_[std::size_t{id} * depth_ + channel.head];
  const std::uint32_t packet = slot.packet;
  Port& output = ports_[offer.output];
  const bool is_head = channel.out_channel == kNone;

  slot.free = now + config_.credit_cycles;
  channel.head = channel.head + 1 == depth_ ? 0 : channel.head + 1;
  --channel.count;
  if (channel.starved) {
    channel.starved = false;
    const Port& port = ports_[input];
    if (port.terminal != kNone) {
      terminal_wheel_.set(port.terminal, now + config_.credit_cycles);
    } else {
      router_wheel_.set(ports_[port.peer_port].router, now + config_.credit_cycles);
    }
  }

  if (is_head) {
    channel.out_channel = offer.out_channel;
    output.free_channels &= ~(1U << offer.out_channel);
    output.turn_channel = (offer.out_channel + 1) % vcs_;
  }
  mark_busy(now);
  ++flit_hops_;
  const bool is_tail = --channel.remaining == 0;
  if (output.peer_port != kNone) {
    put_flit(output.peer_port, offer.out_channel, packet, now);
  } else {
    ++flits_ejected_;
    if (is_tail) deliver(output.terminal, packet, now);
  }
  if (is_tail) {
    channel.out_channel = kNone;
    output.free_channels |= 1U << offer.out_channel;
  }
  if (channel.count == 0) {
    occupied_[router] &= ~(std::uint64_t{1} << (id - first_port_[router] * vcs_));
  }
  // What stands behind this flit may move next; so may a head that waited for the channel a tail has just given back.
  const bool next_is_ready = channel.count > 0 && slots_[std::size_t{id} * depth_ + channel.head].ready <= now + 1;
  if (next_is_ready || (is_tail && occupied_[router] != 0)) router_wheel_.set(router, now + 1);
}

void Interconnect::deliver(TerminalId terminal, std::uint32_t packet_id, Cycle now) {
  const Packet& packet = packets_[packet_id];
  const Cycle arrival = now + config_.link_cycles;
  latency_.add(arrival - packet.created);
  ++packets_delivered_;
  in_flight_.set(now, --packets_in_flight_);
  free_packets_.push_back(packet_id);
  const Message message = packet.message;
  if (terminals_[terminal].receiver == nullptr) throw std::logic_error("a message for a terminal that only sends");
  terminals_[terminal].receiver->receive(message, arrival);
}

}  // namespace gantry
