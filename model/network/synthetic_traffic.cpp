// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/synthetic_traffic.h"

#include <algorithm>

namespace gantry {
inline namespace network {

SyntheticTraffic::SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config,
                                   std::uint32_t nodes, PacketSource& source, std::unique_ptr<FollowUps> follow_ups,
                                   Kinds kinds)
    : Unit(std::move(name)),
      source_(source),
      follow_ups_(std::move(follow_ups)),
      net_(net),
      flit_bytes_(config.flit_bytes),
      header_bytes_(config.header_bytes),
      alternate_(kinds == Kinds::both),
      nodes_(nodes),
      nodes_left_(nodes) {
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const TerminalId terminal = net.add_terminal(this->name() + std::to_string(node), node, this);
    if (node == 0) first_terminal_ = terminal;
    nodes_[node].port = net.add_port(terminal, this, node);
  }
  if (follow_ups_ == nullptr) return;
  follow_ports_.resize(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node)
    follow_ports_[node].port = net.add_port(terminal_of(node), this, nodes + node);
}

void SyntheticTraffic::start() {
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    draw(node);
    if (nodes_[node].next.cycle != kNever) waiting_.emplace(nodes_[node].next.cycle - 1, node);
  }
  if (needed) ask_at_ = kAskAfter;
  const Cycle next = next_hand_over();
  if (next != kNever) wake(std::min(next, ask_at_));
}

void SyntheticTraffic::stop(Cycle now) {
  if (now >= last_) return;
  last_ = now;
  // What is due in this cycle is still to be handed over, or has been: that depends on who runs first.
  decltype(waiting_) left;
  for (; !waiting_.empty() && waiting_.top().first <= now; waiting_.pop()) left.push(waiting_.top());
  waiting_ = std::move(left);
  if (due() > now) defer(kNever);
}

void SyntheticTraffic::draw(std::uint32_t node) {
  Node& at = nodes_[node];
  if (source_.next(node, at.next)) return;
  at.next.cycle = kNever;
  --nodes_left_;
}

Cycle SyntheticTraffic::step(Cycle now) {
  if (now >= ask_at_) {
    const Cycle by = needed(now);
    ask_at_ = by == kNever ? kNever : by + kAskAfter;
    if (by == kNever) stop(now);
  }
  while (!waiting_.empty() && waiting_.top().first == now) {
    const std::uint32_t node = waiting_.top().second;
    waiting_.pop();
    hand_over(node, now);
  }
  if (follow_ups_ != nullptr) hand_over_follow_ups(now);
  const Cycle next = next_hand_over();
  const bool nothing_left = nodes_left_ == 0 && (follow_ups_ == nullptr || (in_flight_ == 0 && next == kNever));
  return nothing_left ? next : std::min(next, ask_at_);
}

/// The next cycle in which something is to be handed over, as far as is known.
Cycle SyntheticTraffic::next_hand_over() const {
  const Cycle drawn = waiting_.empty() ? kNever : waiting_.top().first;
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
    const Message message = next.response ? Message(to, bytes, TaggedResponse{packet.cycle, next.tag})
                                          : Message(to, bytes, TaggedRequest{packet.cycle, next.tag});
    if (handed_over) handed_over(packet.cycle, true);
    ++in_flight_;
    FollowPort& at = follow_ports_[packet.from];
    at.unsent.push(packet.cycle);
    at.port.send(message, now, packet.cycle);
  }
}

void SyntheticTraffic::hand_over(std::uint32_t node, Cycle now) {
  mark_busy(now);
  Node& at = nodes_[node];
  const TerminalId to = terminal_of(at.next.to);
  const std::uint64_t bytes = payload_of(at.next);
  const Cycle created = at.next.cycle;
  const Message message =
      at.response ? Message(to, bytes, SyntheticResponse{created}) : Message(to, bytes, SyntheticRequest{created});
  if (handed_over) handed_over(created, false);
  at.response = at.response != alternate_;
  at.sending = created;
  ++in_flight_;
  draw(node);
  at.port.send(message, now, created);
}

void SyntheticTraffic::first_flit_sent(const Message& /*message*/, Cycle /*now*/) {}

void SyntheticTraffic::last_flit_sent(std::uint32_t port, const Message& /*message*/, Cycle now) {
  if (!follow_ports_.empty() && port >= nodes_.size()) {
    follow_ports_[port - nodes_.size()].unsent.pop();
    return;
  }
  Node& at = nodes_[port];
  at.sending = kNever;
  if (at.next.cycle == kNever || now > last_) return;
  if (at.next.cycle <= now + 1) {
    hand_over(port, now);
  } else if (now < last_) {
    waiting_.emplace(at.next.cycle - 1, port);
    wake(at.next.cycle - 1);
  }
}

void SyntheticTraffic::receive(const Message& message, Cycle visible) {
  --in_flight_;
  if (follow_ups_ != nullptr) return receive_with_follow_ups(message, visible);
  if (!arrived) return;
  const Cycle created = message.is<SyntheticRequest>() ? message.content<SyntheticRequest>().created
                                                       : message.content<SyntheticResponse>().created;
  arrived({message.source - first_terminal_, message.destination - first_terminal_,
           net_.flits_of(message.payload_bytes), created, visible});
}

/// Apart, so that traffic without them pays nothing.
void SyntheticTraffic::receive_with_follow_ups(const Message& message, Cycle visible) {
  Delivery packet{message.source - first_terminal_, message.destination - first_terminal_,
                  net_.flits_of(message.payload_bytes), 0, visible};
  if (message.is<SyntheticRequest>()) {
    packet.created = message.content<SyntheticRequest>().created;
  } else if (message.is<SyntheticResponse>()) {
    packet.created = message.content<SyntheticResponse>().created;
  } else if (message.is<TaggedResponse>()) {
    const auto content = message.content<TaggedResponse>();
    packet.created = content.created;
    packet.tag = content.tag;
  } else {
    const auto content = message.content<TaggedRequest>();
    packet.created = content.created;
    packet.tag = content.tag;
  }
  if (arrived) arrived(packet);
  follow_ups_->arrived(packet);
  const Cycle next = next_hand_over();
  if (next != kNever) wake(next);
}

Cycle SyntheticTraffic::oldest_unsent(std::uint32_t node) const {
  const Cycle drawn = std::min(nodes_[node].sending, nodes_[node].next.cycle);
  if (follow_ports_.empty() || follow_ports_[node].unsent.empty()) return drawn;
  return std::min(drawn, follow_ports_[node].unsent.front());
}

std::string SyntheticTraffic::state() const { return std::to_string(in_flight_) + " packets in flight"; }

}  // namespace network
}  // namespace gantry
