// SPDX-License-Identifier: Apache-2.0
// The interconnect before and after a run: its tables, its counts, its invariants. What it does in a cycle is in
// interconnect.cpp.
#include <stdexcept>

#include "core/interconnect.h"

namespace gantry {

Interconnect::Interconnect(const InterconnectConfig& config, const Topology& topology)
    : Unit("interconnect"),
      config_(config),
      topology_(topology),
      vcs_(config.virtual_channels),
      depth_(config.buffer_flits),
      request_mask_((1U << (vcs_ / 2)) - 1U),
      response_mask_(((1U << vcs_) - 1U) & ~request_mask_),
      hop_cycles_(config.link_cycles + config.router_cycles),
      in_flight_(add_queue("packets")) {}

TerminalId Interconnect::add_terminal(std::string name, std::uint32_t node, Receiver* receiver) {
  Terminal terminal;
  terminal.name = std::move(name);
  terminal.router = topology_.router_of(node);
  terminal.receiver = receiver;
  terminals_.push_back(std::move(terminal));
  return static_cast<TerminalId>(terminals_.size() - 1);
}

SendPort Interconnect::add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) {
  Source source;
  source.listener = listener;
  source.number = number;
  source.terminal = terminal;
  const auto id = static_cast<std::uint32_t>(sources_.size());
  sources_.push_back(std::move(source));
  terminals_[terminal].sources.push_back(id);
  return SendPort(this, id, terminal);
}

void Interconnect::start() {
  const std::uint32_t routers = topology_.routers();
  std::vector<std::vector<TerminalId>> local(routers);
  for (TerminalId t = 0; t < terminals_.size(); ++t) local[terminals_[t].router].push_back(t);

  first_port_.assign(1, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    const auto count = topology_.ports(r) + static_cast<std::uint32_t>(local[r].size());
    if (count * vcs_ > kMaxRouterChannels) {
      throw std::invalid_argument("a router with " + std::to_string(count) + " ports of " + std::to_string(vcs_) +
                                  " virtual channels (at most 64 channels per router)");
    }
    first_port_.push_back(first_port_.back() + count);
  }

  ports_.resize(first_port_.back());
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (std::uint32_t p = first_port_[r]; p < first_port_[r + 1]; ++p) {
      Port& port = ports_[p];
      port.router = r;
      port.free_channels = (1U << vcs_) - 1U;
      const std::uint32_t number = p - first_port_[r];
      if (number < topology_.ports(r)) {
        const LinkEnd end = topology_.neighbour(r, number);
        port.peer_port = first_port_[end.router] + end.port;
      } else {
        port.terminal = local[r][number - topology_.ports(r)];
        terminals_[port.terminal].port = p;
      }
    }
  }

  route_.assign(std::size_t{routers} * routers, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (std::uint32_t d = 0; d < routers; ++d) {
      if (r != d) route_[std::size_t{r} * routers + d] = static_cast<std::uint16_t>(topology_.next_port(r, d));
    }
  }

  const std::size_t channels = ports_.size() * vcs_;
  channels_.resize(channels);
  for (std::size_t id = 0; id < channels; ++id) channels_[id].port = static_cast<std::uint32_t>(id / vcs_);
  slots_.assign(channels * depth_, {});
  occupied_.assign(routers, 0);
  router_wheel_ = WakeWheel(routers);
  terminal_wheel_ = WakeWheel(terminals_.size());
}

std::uint64_t Interconnect::flits_of(std::uint64_t payload_bytes) const {
  return std::max<std::uint64_t>(1, ceil_div(config_.header_bytes + payload_bytes, config_.flit_bytes));
}

std::uint32_t Interconnect::hops(TerminalId from, TerminalId to) const {
  return topology_.hops(terminals_[from].router, terminals_[to].router);
}

InterconnectStats Interconnect::stats() const {
  InterconnectStats stats;
  stats.packets = packets_delivered_;
  stats.flits = flits_ejected_;
  stats.flit_hops = flit_hops_;
  stats.latency = latency_.stats();
  return stats;
}

std::string Interconnect::state() const {
  std::string text = std::to_string(packets_in_flight_) + " packets in flight";
  for (const Terminal& terminal : terminals_) {
    std::size_t waiting = terminal.packet != kNone ? 1 : 0;
    for (const std::uint32_t source : terminal.sources) waiting += sources_[source].queue.size();
    if (waiting > 0) text += "; " + std::to_string(waiting) + " to leave " + terminal.name;
  }
  return text;
}

void Interconnect::verify() const {
  std::uint64_t held = 0;
  for (std::size_t id = 0; id < channels_.size(); ++id) {
    const Channel& channel = channels_[id];
    if (channel.count > depth_) throw std::logic_error("interconnect: a buffer overflowed");
    held += channel.count;
    std::uint32_t taken = 0;
    for (std::uint32_t i = 0; i < depth_; ++i) taken += slots_[id * depth_ + i].free == kNever ? 1 : 0;
    if (taken != channel.count) throw std::logic_error("interconnect: a credit was lost or made up");
    const Port& port = ports_[id / vcs_];
    const std::uint32_t router = port.router;
    const bool marked = ((occupied_[router] >> (id - std::size_t{first_port_[router]} * vcs_)) & 1U) != 0;
    if (marked != (channel.count > 0)) throw std::logic_error("interconnect: an occupied buffer is not marked");
  }
  if (flits_injected_ != flits_ejected_ + held) throw std::logic_error("interconnect: a flit was lost or made up");
}

}  // namespace gantry
