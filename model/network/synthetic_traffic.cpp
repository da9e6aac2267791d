// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/synthetic_traffic.h"

#include <algorithm>

namespace gantry {
inline namespace network {

namespace {

template <class Request, class Response>
Message untagged(TerminalId to, std::uint64_t bytes, Cycle created, bool response) {
  return response ? Message(to, bytes, Response{created}) : Message(to, bytes, Request{created});
}

template <class Request, class Response>
Message tagged_as(TerminalId to, std::uint64_t bytes, const FollowUp& next) {
  const Cycle created = next.packet.cycle;
  return next.response ? Message(to, bytes, Response{created, next.tag})
                       : Message(to, bytes, Request{created, next.tag});
}

Message tagged(TerminalId to, std::uint64_t bytes, const FollowUp& next) {
  return next.urgent ? tagged_as<UrgentRequest, UrgentResponse>(to, bytes, next)
                     : tagged_as<TaggedRequest, TaggedResponse>(to, bytes, next);
}

}  // namespace

SyntheticTraffic::SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config,
                                   std::uint32_t nodes, PacketSources sources, std::unique_ptr<FollowUps> follow_ups,
                                   Kinds kinds)
    : Unit(std::move(name)),
      sources_(sources),
      follow_ups_(std::move(follow_ups)),
      net_(net),
      flit_bytes_(config.flit_bytes),
      header_bytes_(config.header_bytes),
      alternate_(kinds == Kinds::both),
      nodes_(nodes),
      drawn_(std::size_t{nodes} * classes()),
      ports_left_(nodes * classes()),
      waiting_(std::size_t{nodes} * classes()) {
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const TerminalId terminal = net.add_terminal(this->name() + std::to_string(node), node, this);
    if (node == 0) first_terminal_ = terminal;
  }
  // Ports of urgent packets follow those of ordinary packets.
  for (std::uint32_t first = 0; first < drawn_.size(); first += nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      drawn_[first + node].port = net.add_port(terminal_of(node), this, first + node);
    }
  }
  if (follow_ups_ == nullptr) return;
  const auto ports = static_cast<std::uint32_t>(drawn_.size());
  follow_ports_.resize(ports);
  for (std::uint32_t first = 0; first < ports; first += nodes) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      follow_ports_[first + node].port = net.add_port(terminal_of(node), this, ports + first + node);
    }
  }
}

void SyntheticTraffic::start() {
  for (std::uint32_t i = 0; i < drawn_.size(); ++i) {
    draw(i);
    if (drawn_[i].next.cycle != kNever) waiting_.set(i, drawn_[i].next.cycle - 1, 0);
  }
  if (needed) recheck_at_ = kRecheckCycles;
  const Cycle next = next_hand_over(0);
  if (next != kNever) wake(std::min(next, recheck_at_));
}

void SyntheticTraffic::stop(Cycle now) {
  if (now >= last_) return;
  last_ = now;
  // Packets of this cycle may be handed over already: that depends on the order of units.
  waiting_.forget_after(now);
  if (due() > now) reschedule(kNever);
}

void SyntheticTraffic::draw(std::uint32_t number) {
  DrawnPort& at = drawn_[number];
  const bool more =
      is_urgent(number) ? sources_.urgent->next(number - nodes_, at.next) : sources_.ordinary.next(number, at.next);
  if (more) return;
  at.next.cycle = kNever;
  --ports_left_;
}

Cycle SyntheticTraffic::step(Cycle now) {
  if (now >= recheck_at_) {
    const Cycle by = needed(now);
    recheck_at_ = by == kNever ? kNever : by + kRecheckCycles;
    if (by == kNever) stop(now);
  }
  take_acknowledgements(now);
  waiting_.take(now, [&](std::uint32_t number) { hand_over(number, now); });
  if (follow_ups_ != nullptr) hand_over_follow_ups(now);
  const Cycle next = next_hand_over(now + 1);
  const bool nothing_left = ports_left_ == 0 && (follow_ups_ == nullptr || (in_flight_ == 0 && next == kNever));
  return nothing_left ? next : std::min(next, recheck_at_);
}

/// Returns the first cycle, `from` or later, in which a packet is handed over, as far as is known.
Cycle SyntheticTraffic::next_hand_over(Cycle from) const {
  const Cycle told = acknowledgements_.empty() ? kNever : acknowledgements_.front().at;
  const Cycle drawn = std::min(waiting_.next(from), told);
  if (follow_ups_ == nullptr) return drawn;
  const Cycle follows = follow_ups_->next();
  return follows == kNever || follows - 1 > last_ ? drawn : std::min(drawn, follows - 1);
}

void SyntheticTraffic::hand_over_follow_ups(Cycle now) {
  follow_ups_->advance(now + 1);
  while (now <= last_ && follow_ups_->next() <= now + 1) {
    mark_busy(now);
    const FollowUp next = follow_ups_->take();
    const SyntheticPacket& packet = next.packet;
    const TerminalId to = terminal_of(packet.to);
    const std::uint64_t bytes = payload_of(packet);
    const Message message = tagged(to, bytes, next);
    if (handed_over) handed_over(packet.cycle, true);
    ++in_flight_;
    FollowPort& at = follow_ports_[packet.from + (next.urgent ? nodes_ : 0)];
    at.unsent.push(packet.cycle);
    at.port.send(message, now, packet.cycle);
  }
}

void SyntheticTraffic::hand_over(std::uint32_t number, Cycle now) {
  mark_busy(now);
  DrawnPort& at = drawn_[number];
  const TerminalId to = terminal_of(at.next.to);
  const std::uint64_t bytes = payload_of(at.next);
  const Cycle created = at.next.cycle;
  const Message message = is_urgent(number)
                              ? untagged<UrgentRequest, UrgentResponse>(to, bytes, created, at.response)
                              : untagged<SyntheticRequest, SyntheticResponse>(to, bytes, created, at.response);
  if (handed_over) handed_over(created, false);
  at.response = at.response != alternate_;
  at.sending = created;
  ++at.outstanding;
  ++in_flight_;
  draw(number);
  at.port.send(message, now, created);
}

void SyntheticTraffic::first_flit_sent(const Message& /*message*/, Cycle /*now*/) {}

void SyntheticTraffic::last_flit_sent(std::uint32_t port, const Message& /*message*/, Cycle now) {
  if (port >= drawn_.size()) {
    follow_ports_[port - drawn_.size()].unsent.pop();
    return;
  }
  drawn_[port].sending = kNever;
  go_on(port, now);
}

/// The next packet of a port that sends none.
void SyntheticTraffic::go_on(std::uint32_t number, Cycle now) {
  DrawnPort& at = drawn_[number];
  if (at.next.cycle == kNever || now > last_) return;
  if (sources_.max_outstanding != 0 && at.outstanding >= sources_.max_outstanding) {
    at.held = true;
  } else if (at.next.cycle <= now + 1) {
    hand_over(number, now);
  } else if (now < last_) {
    waiting_.set(number, at.next.cycle - 1, now);
    wake(at.next.cycle - 1);
  }
}

/// The source knows of it in the cycle of the arrival: of its packet, or of the reply if there are replies.
void SyntheticTraffic::acknowledge(const Delivery& packet) {
  const bool is_reply = packet.tag != kNever;
  if (follow_ups_ != nullptr && !is_reply) return;
  acknowledgements_.push({packet.arrived, (is_reply ? packet.to : packet.from) + (packet.urgent ? nodes_ : 0)});
  wake(packet.arrived);
}

void SyntheticTraffic::take_acknowledgements(Cycle now) {
  while (!acknowledgements_.empty() && acknowledgements_.front().at <= now) {
    const std::uint32_t number = acknowledgements_.pop().port;
    DrawnPort& at = drawn_[number];
    --at.outstanding;
    if (!at.held) continue;
    at.held = false;
    go_on(number, now);
  }
}

void SyntheticTraffic::receive(const Message& message, Cycle visible) {
  --in_flight_;
  const bool others = follow_ups_ != nullptr || sources_.urgent != nullptr || sources_.max_outstanding != 0;
  if (others) return receive_others(message, visible);
  if (!arrived) return;
  const Cycle created = message.is<SyntheticRequest>() ? message.content<SyntheticRequest>().created
                                                       : message.content<SyntheticResponse>().created;
  arrived({message.source - first_terminal_, message.destination - first_terminal_,
           net_.flits_of(message.payload_bytes), created, visible});
}

/// Separate, so that ordinary traffic without follow-ups and limits does not pay for it.
void SyntheticTraffic::receive_others(const Message& message, Cycle visible) {
  Delivery packet{message.source - first_terminal_, message.destination - first_terminal_,
                  net_.flits_of(message.payload_bytes), 0, visible};
  packet.urgent = message.kind().urgent;
  const auto read = [&](const auto& content) {
    packet.created = content.created;
    packet.tag = content.tag;
  };
  if (message.is<SyntheticRequest>()) {
    packet.created = message.content<SyntheticRequest>().created;
  } else if (message.is<SyntheticResponse>()) {
    packet.created = message.content<SyntheticResponse>().created;
  } else if (message.is<TaggedResponse>()) {
    read(message.content<TaggedResponse>());
  } else if (message.is<UrgentRequest>()) {
    read(message.content<UrgentRequest>());
  } else if (message.is<UrgentResponse>()) {
    read(message.content<UrgentResponse>());
  } else {
    read(message.content<TaggedRequest>());
  }
  if (arrived) arrived(packet);
  if (sources_.max_outstanding != 0) acknowledge(packet);
  if (follow_ups_ == nullptr) return;
  follow_ups_->arrived(packet);
  const Cycle follows = follow_ups_->next();
  if (follows != kNever && follows - 1 <= last_) wake(follows - 1);
}

Cycle SyntheticTraffic::oldest_unsent(std::uint32_t node) const {
  Cycle oldest = kNever;
  for (std::size_t i = node; i < drawn_.size(); i += nodes_) {
    oldest = std::min({oldest, drawn_[i].sending, drawn_[i].next.cycle});
    if (follow_ports_.empty() || follow_ports_[i].unsent.empty()) continue;
    oldest = std::min(oldest, follow_ports_[i].unsent.front());
  }
  return oldest;
}

std::string SyntheticTraffic::state() const { return std::to_string(in_flight_) + " packets in flight"; }

}  // namespace network
}  // namespace gantry
