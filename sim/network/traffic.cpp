// SPDX-License-Identifier: Apache-2.0
#include "network/traffic.h"

namespace gantry {

Traffic::Traffic(Interconnect& net, std::uint32_t nodes, Next next) : next_(std::move(next)), nodes_(nodes) {
  for (std::uint32_t node = 0; node < nodes; ++node) {
    nodes_[node].port = net.add_port(net.add_terminal("node" + std::to_string(node), node, this), this, node);
  }
  net.start();
  for (std::uint32_t node = 0; node < nodes; ++node) {
    draw(node);
    if (nodes_[node].next.cycle != kNever) waiting_.emplace(nodes_[node].next.cycle - 1, node);
  }
}

void Traffic::draw(std::uint32_t node) {
  Node& at = nodes_[node];
  if (!next_(node, at.next)) at.next.cycle = kNever;
}

void Traffic::run(Cycle now) {
  while (!waiting_.empty() && waiting_.top().first == now) {
    const std::uint32_t node = waiting_.top().second;
    waiting_.pop();
    hand_over(node, now);
  }
}

void Traffic::hand_over(std::uint32_t node, Cycle now) {
  Node& at = nodes_[node];
  Message message;
  message.kind = MessageKind::synthetic;
  message.destination = at.next.to;  // terminals are numbered as nodes
  message.payload_bytes = at.next.flits;
  message.value = at.next.cycle;
  if (handed_over) handed_over(at.next.cycle);
  at.sending = at.next.cycle;
  draw(node);
  at.port.send(message, now);
}

void Traffic::first_flit_sent(const Message& /*message*/, Cycle /*now*/) {}

void Traffic::last_flit_sent(std::uint32_t port, const Message& /*message*/, Cycle now) {
  Node& at = nodes_[port];
  at.sending = kNever;
  if (at.next.cycle == kNever) return;
  if (at.next.cycle <= now + 1) {
    hand_over(port, now);
  } else {
    waiting_.emplace(at.next.cycle - 1, port);
  }
}

void Traffic::receive(const Message& message, Cycle visible) {
  if (!arrived) return;
  arrived({message.source, message.destination, message.payload_bytes, message.value, visible});
}

}  // namespace gantry
