// SPDX-License-Identifier: Apache-2.0
// The interconnect as one unit: flit-level wormhole routing with virtual channels and credits. Routers are rows of
// dense arrays, only routers that hold flits are looked at, nothing is allocated per flit.
//
// A flit that leaves a router (or a terminal) in cycle s stands in the next buffer and may leave it from cycle
// s + link_cycles + router_cycles on; its old place can be used by the upstream for a flit that leaves from cycle
// s + credit_cycles on. A flit that leaves the last router in cycle s is at its terminal in cycle s + link_cycles.
// In each cycle every input port offers one virtual channel (round robin among those that could move) and every output
// port takes one input port (round robin); a head takes a free virtual channel of its kind as it wins the switch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/architecture.h"
#include "core/latency_histogram.h"
#include "core/message.h"
#include "core/ring.h"
#include "core/topology.h"
#include "core/unit.h"
#include "core/wake_wheel.h"

namespace gantry {

/// Hears when a message that left through its port begins and ends to enter the interconnect.
class SendListener {
 public:
  virtual ~SendListener() = default;
  virtual void first_flit_sent(const Message& message, Cycle now) = 0;
  virtual void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) = 0;
};

class Interconnect;

/// One block's way into the interconnect. Messages of one port leave in order; ports of one terminal take turns.
class SendPort {
 public:
  SendPort() = default;
  void send(const Message& message, Cycle now);
  [[nodiscard]] TerminalId terminal() const { return terminal_; }

 private:
  friend class Interconnect;
  SendPort(Interconnect* net, std::uint32_t source, TerminalId terminal)
      : net_(net), source_(source), terminal_(terminal) {}
  Interconnect* net_ = nullptr;
  std::uint32_t source_ = 0;
  TerminalId terminal_ = 0;
};

class Interconnect final : public Unit {
 public:
  /// Virtual channels at the inputs of one router, endpoints included.
  static constexpr std::uint32_t kMaxRouterChannels = 64;

  Interconnect(const InterconnectConfig& config, const Topology& topology);

  /// A terminal at `node` that hands arriving messages to `receiver` (nullptr: it only sends). Before start().
  TerminalId add_terminal(std::string name, std::uint32_t node, Receiver* receiver);
  /// A queue in front of a terminal. `listener` hears of its flits as port `number`. Before start().
  SendPort add_port(TerminalId terminal, SendListener* listener = nullptr, std::uint32_t number = 0);
  /// Builds the tables. Throws std::invalid_argument when a router has more than 64 virtual channels at its inputs.
  void start();

  [[nodiscard]] std::uint64_t flits_of(std::uint64_t payload_bytes) const;
  [[nodiscard]] const std::string& terminal_name(TerminalId terminal) const { return terminals_[terminal].name; }
  /// Links between the routers of two terminals.
  [[nodiscard]] std::uint32_t hops(TerminalId from, TerminalId to) const;

  [[nodiscard]] InterconnectStats stats() const;
  [[nodiscard]] std::uint64_t packets_in_flight() const { return packets_in_flight_; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  friend class SendPort;

  struct Packet {
    Message message;
    std::uint64_t flits = 0;
    Cycle created = 0;
    std::uint32_t source = 0;
    bool response = false;
  };
  struct Queued {
    std::uint32_t packet = 0;
    Cycle visible = 0;
  };
  struct Source {
    Ring<Queued> queue;
    SendListener* listener = nullptr;
    std::uint32_t number = 0;
    TerminalId terminal = 0;
  };
  struct Terminal {
    std::string name;
    std::uint32_t router = 0;
    std::uint32_t port = 0;  ///< global number of the router port it is attached to
    Receiver* receiver = nullptr;
    std::vector<std::uint32_t> sources;
    std::uint32_t next_source = 0;
    std::uint32_t packet = kNone;  ///< being sent
    std::uint64_t remaining = 0;
    std::uint32_t channel = 0;
    std::uint32_t next_channel = 0;
  };
  /// An input virtual channel: a ring of flits, and where the packet at its front goes.
  struct Channel {
    std::uint64_t remaining = 0;  ///< flits of the front packet still to leave; 0: its head has not been looked at
    std::uint32_t head = 0;
    std::uint32_t count = 0;
    std::uint32_t tail = 0;    ///< written by the upstream only
    std::uint32_t output = 0;  ///< global port
    std::uint32_t out_channel = kNone;
    std::uint32_t port = 0;  ///< global number of the port it belongs to
    bool starved = false;    ///< the upstream waits for a place here
  };
  /// A place in an input buffer.
  struct Slot {
    Cycle ready = 0;  ///< when the flit there may leave
    Cycle free = 0;   ///< when the upstream may write there again; kNever while a flit is there
    std::uint32_t packet = 0;
  };
  /// What stands at the other side of a router port.
  struct Port {
    std::uint32_t router = 0;
    std::uint32_t peer_port = kNone;  ///< network port: input that its flits enter
    TerminalId terminal = kNone;      ///< local port: where its flits leave
    std::uint32_t free_channels = 0;  ///< bit v: no packet holds channel v of the far end
    std::uint32_t turn_in = 0;        ///< next channel to offer
    std::uint32_t turn_out = 0;       ///< next input port (local number) to serve
    std::uint32_t turn_channel = 0;   ///< next output channel to hand out
  };
  /// Without initial values: a router has room for one per input and fills in few.
  struct Offer {
    std::uint32_t channel;  ///< local channel at the input port
    std::uint32_t out_channel;
    std::uint32_t output;  ///< global port
  };

  void send(std::uint32_t source, const Message& message, Cycle now);
  void step_terminal(TerminalId id, Cycle now);
  void step_router(std::uint32_t router, Cycle now);
  bool find_offer(std::uint32_t channel_id, Cycle now, Offer& offer);
  bool has_place(std::uint32_t channel_id, Cycle now);
  void pass(std::uint32_t router, std::uint32_t input, const Offer& offer, Cycle now);
  void move_flit(std::uint32_t router, std::uint32_t input, const Offer& offer, Cycle now);
  void put_flit(std::uint32_t port, std::uint32_t channel, std::uint32_t packet, Cycle now);
  void deliver(TerminalId terminal, std::uint32_t packet, Cycle now);
  [[nodiscard]] std::uint32_t channel_mask(bool response) const { return response ? response_mask_ : request_mask_; }

  InterconnectConfig config_;
  const Topology& topology_;
  std::uint32_t vcs_;
  std::uint32_t depth_;
  std::uint32_t request_mask_;
  std::uint32_t response_mask_;
  Cycle hop_cycles_;

  std::vector<Terminal> terminals_;
  std::vector<Source> sources_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> free_packets_;

  std::vector<std::uint32_t> first_port_;  ///< per router, and one past the last
  std::vector<Port> ports_;
  std::vector<std::uint64_t> occupied_;  ///< per router: bit (local port x vcs + v) when that channel holds flits
  std::vector<Channel> channels_;        ///< port x vcs + v
  std::vector<Slot> slots_;              ///< channel x depth + i
  std::vector<std::uint16_t> route_;     ///< router x routers + destination router: local port

  WakeWheel router_wheel_;
  WakeWheel terminal_wheel_;

  std::uint64_t packets_in_flight_ = 0;
  std::uint64_t flits_created_ = 0;  ///< of packets handed to the interconnect
  std::uint64_t flits_injected_ = 0;
  std::uint64_t flits_ejected_ = 0;
  std::uint64_t flit_hops_ = 0;
  std::uint64_t packets_delivered_ = 0;
  LatencyHistogram latency_;
  Gauge& in_flight_;
};

}  // namespace gantry
