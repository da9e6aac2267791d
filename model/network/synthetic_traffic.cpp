// SPDX-License-Identifier: Apache-2.0
#include "gantry/network/synthetic_traffic.h"

#include <algorithm>

namespace gantry {
inline namespace network {

SyntheticTraffic::SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config,
                                   std::uint32_t nodes, Next next, Kinds kinds)
    : Unit(std::move(name)),
      next_(std::move(next)),
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
}

void SyntheticTraffic::start() {
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    draw(node);
    if (nodes_[node].next.cycle != kNever) waiting_.emplace(nodes_[node].next.cycle - 1, node);
  }
  if (needed) ask_at_ = kAskAfter;
  if (!waiting_.empty()) wake(std::min(waiting_.top().first, ask_at_));
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
  if (next_(node, at.next)) return;
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
  const Cycle next = waiting_.empty() ? kNever : waiting_.top().first;
  return nodes_left_ == 0 ? next : std::min(next, ask_at_);
}

void SyntheticTraffic::hand_over(std::uint32_t node, Cycle now) {
  mark_busy(now);
  Node& at = nodes_[node];
  const TerminalId to = first_terminal_ + at.next.to;
  const std::uint64_t bytes = at.next.flits * flit_bytes_ - header_bytes_;
  const Cycle created = at.next.cycle;
  const Message message =
      at.response ? Message(to, bytes, SyntheticResponse{created}) : Message(to, bytes, SyntheticRequest{created});
  if (handed_over) handed_over(created);
  at.response = at.response != alternate_;
  at.sending = created;
  ++in_flight_;
  draw(node);
  at.port.send(message, now, created);
}

void SyntheticTraffic::first_flit_sent(const Message& /*message*/, Cycle /*now*/) {}

void SyntheticTraffic::last_flit_sent(std::uint32_t port, const Message& /*message*/, Cycle now) {
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
  if (!arrived) return;
  const Cycle created = message.is<SyntheticRequest>() ? message.content<SyntheticRequest>().created
                                                       : message.content<SyntheticResponse>().created;
  arrived({message.source - first_terminal_, message.destination - first_terminal_,
           net_.flits_of(message.payload_bytes), created, visible});
}

std::string SyntheticTraffic::state() const { return std::to_string(in_flight_) + " packets in flight"; }

}  // namespace network
}  // namespace gantry
