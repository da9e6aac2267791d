// SPDX-License-Identifier: Apache-2.0
// The interconnect without a machine around it: terminals that send what a test tells them and note what arrives.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "gantry/network/interconnect.h"
#include "gantry/network/lone_packet.h"
#include "gantry/network/topology.h"

namespace gantry {

/// One flit per payload byte, so that a test names lengths in flits.
inline InterconnectConfig flit_config() {
  InterconnectConfig config;
  config.flit_bytes = 1;
  config.header_bytes = 0;
  return config;
}

inline InterconnectConfig mesh(std::uint32_t columns, std::uint32_t rows) {
  InterconnectConfig config = flit_config();
  config.topology = "mesh";
  config.own.set("columns", columns);
  config.own.set("rows", rows);
  return config;
}

inline InterconnectConfig tree(std::uint32_t leaves) {
  InterconnectConfig config = flit_config();
  config.topology = "tree";
  config.own.set("leaves", leaves);
  return config;
}

/// router, link, credit
inline void set_times(InterconnectConfig& config, std::uint32_t router, std::uint32_t link, std::uint32_t credit) {
  config.router_cycles = router;
  config.link_cycles = link;
  config.credit_cycles = credit;
}

inline std::vector<std::uint32_t> every_node(std::uint32_t count) {
  std::vector<std::uint32_t> nodes(count);
  std::iota(nodes.begin(), nodes.end(), 0U);
  return nodes;
}

struct Arrival {
  std::uint64_t tag = 0;  ///< what the sender gave the packet
  TerminalId source = 0;
  TerminalId terminal = 0;
  Cycle cycle = 0;

  friend bool operator==(const Arrival& a, const Arrival& b) {
    return a.tag == b.tag && a.source == b.source && a.terminal == b.terminal && a.cycle == b.cycle;
  }
};

/// A router with stages of one cycle each, but for heads.
inline void make_pipelined(InterconnectConfig& config, bool speculative, std::uint32_t channel_allocation = 1) {
  config.router = RouterKind::pipelined;
  config.speculative = speculative;
  config.channel_allocation_cycles = channel_allocation;
}

struct NumberedRequest {
  static constexpr MessageKind kKind{"request"};
  std::uint64_t tag = 0;
};
struct NumberedResponse {
  static constexpr MessageKind kKind{"response", true};
  std::uint64_t tag = 0;
};

struct TaggedUrgent {
  static constexpr MessageKind kKind{"urgent", false, true};
  std::uint64_t tag = 0;
};

class LoneInterconnect {
 public:
  /// `nodes[t]` is where terminal t sits; each has one port. `endpoints`: of a topology that sizes itself.
  LoneInterconnect(const InterconnectConfig& config, const std::vector<std::uint32_t>& nodes,
                   std::uint32_t endpoints = 0, bool wide = Fabric::has_wide_target(),
                   ChannelUse use = ChannelUse::request_response, bool several_words = false, bool copies = false)
      : config_(config),
        topology_(builtin_topologies()
                      .find(config.topology)
                      ->make(config, endpoints != 0 ? endpoints : static_cast<std::uint32_t>(nodes.size()))),
        net_(config, *topology_, use),
        inlets_(nodes.size()) {
    net_.attach(&waker_);
    for (std::size_t t = 0; t < nodes.size(); ++t) {
      inlets_[t].owner = this;
      inlets_[t].terminal = net_.add_terminal("t" + std::to_string(t), nodes[t], &inlets_[t]);
      ports_.push_back(net_.add_port(inlets_[t].terminal));
    }
    if (copies) net_.allow_copies();
    net_.start(wide, several_words);
  }

  /// A packet handed over in the current cycle.
  void send(TerminalId from, TerminalId to, std::uint64_t flits, std::uint64_t tag = 0, bool response = false) {
    const std::uint64_t bytes = flits * config_.flit_bytes;
    const Message message =
        response ? Message(to, bytes, NumberedResponse{tag}) : Message(to, bytes, NumberedRequest{tag});
    ports_[from].send(message, now_);
  }

  /// One packet to several terminals.
  void send_copies(TerminalId from, const std::vector<TerminalId>& to, std::uint64_t flits, std::uint64_t tag) {
    std::vector<Message> copies;
    for (const TerminalId t : to) copies.emplace_back(t, flits * config_.flit_bytes, NumberedRequest{tag});
    ports_[from].send_copies(copies.data(), copies.size(), now_);
  }

  void send_urgent(TerminalId from, TerminalId to, std::uint64_t flits, std::uint64_t tag) {
    ports_[from].send(Message(to, flits * config_.flit_bytes, TaggedUrgent{tag}), now_);
  }

  /// Runs the current cycle, checks the invariants, and goes on to the next. `always`: even if nothing is due.
  void cycle(bool always = false) {
    if (always) net_.wake(now_);
    cycle_before([] {});
  }
  /// The same with senders that act after the interconnect has run.
  template <class Senders>
  void cycle_before(Senders senders) {
    net_.run(now_);
    senders();
    if (checked) net_.verify();
    ++now_;
  }
  /// Until nothing is in flight, for `limit` cycles at most.
  bool drain(Cycle limit = 1000000, bool always = false) {
    for (Cycle end = now_ + limit; net_.packets_in_flight() > 0; cycle(always)) {
      if (now_ == end) return false;
    }
    return true;
  }

  void listen(PacketSink* packets) { net_.listen(packets); }
  /// Before the first cycle. What is cut off is told in `lost_ways`.
  void fail(const std::vector<NetworkFault>& faults) {
    net_.use_faults(faults, [this](const LostWay& way) { lost_ways.push_back(way); });
  }
  std::vector<LostWay> lost_ways;

  /// Whether every cycle is checked.
  bool checked = true;

  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] const std::vector<Arrival>& arrivals() const { return arrivals_; }
  [[nodiscard]] const Interconnect& net() const { return net_; }
  [[nodiscard]] const Topology& topology() const { return *topology_; }
  /// The topology's route.
  [[nodiscard]] LonePath path(TerminalId from, TerminalId to) const {
    LonePath path(config_);
    const std::uint32_t end = net_.fabric().router_of(to);
    for (std::uint32_t r = net_.fabric().router_of(from); r != end;) {
      const std::uint32_t port = topology_->next_port(r, end);
      path.add(link_times(config_, *topology_, r, port));
      r = topology_->neighbour(r, port).router;
    }
    return path;
  }
  /// Cycles from the hand-over of a packet to its last flit at the destination, when nothing is in its way and all
  /// links are alike.
  [[nodiscard]] Cycle zero_load(TerminalId from, TerminalId to, std::uint64_t flits) const {
    const InterconnectConfig& c = config_;
    const Cycle routers = net_.hops(from, to) + 1;
    if (c.router == RouterKind::low_latency) {
      return 1 + routers * (c.link_cycles + c.router_cycles) + c.link_cycles + flits - 1;
    }
    const Cycle heads = c.channel_allocation_cycles - (c.speculative ? 1 : 0);
    const Cycle stages = c.switch_allocation_cycles + c.traversal_cycles + c.link_cycles;
    return 1 + c.traversal_cycles + c.link_cycles + routers * (heads + stages) + flits - 1;
  }

 private:
  struct Inlet final : Receiver {
    void receive(const Message& message, Cycle visible) override {
      const std::uint64_t tag = message.is<NumberedRequest>()    ? message.content<NumberedRequest>().tag
                                : message.is<NumberedResponse>() ? message.content<NumberedResponse>().tag
                                                                 : message.content<TaggedUrgent>().tag;
      owner->arrivals_.push_back({tag, message.source, terminal, visible});
    }
    LoneInterconnect* owner = nullptr;
    TerminalId terminal = 0;
  };
  struct IdleWaker final : Waker {
    void schedule(Cycle /*at*/) override {}
  };

  InterconnectConfig config_;
  IdleWaker waker_;
  std::unique_ptr<Topology> topology_;
  Interconnect net_;
  std::vector<Inlet> inlets_;
  std::vector<SendPort> ports_;
  std::vector<Arrival> arrivals_;
  Cycle now_ = 0;
};

}  // namespace gantry
