// SPDX-License-Identifier: Apache-2.0
// A star: a wire from the centre to each other terminal, and one back. A wire carries a message per cycle, however long
// it is: no flits, no routers, no buffers that fill. docs/timing.md, "Tight coupling", has the cycles.
//
// A message to several terminals leaves the centre by all their wires in one cycle.
//
// A message's way is known when it is handed over: it leaves when its port and its wire are free, and arrives
// link_cycles later. So the sender's call computes all of it, and the unit runs only to count and to notify.
#pragma once

#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/control_config.h"
#include "gantry/network/latency_histogram.h"
#include "gantry/network/link_history.h"
#include "gantry/network/message_network.h"
#include "gantry/network/send_port.h"

namespace gantry {
inline namespace network {

class StarNetwork final : public MessageNetwork, private MessageSink {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `centre`: the node at which all wires begin or end.
  StarNetwork(const ControlConfig& config, std::uint32_t centre);

  /// Terminals at the centre have no wires of their own. Each other terminal has two, `tiles` long.
  TerminalId add_terminal(std::string name, std::uint32_t node, Receiver* receiver) override;
  SendPort add_port(TerminalId terminal, SendListener* listener, std::uint32_t number) override;
  /// Sets the length of the wires of a terminal, in tiles.
  void set_length(TerminalId terminal, double tiles) { terminals_[terminal].tiles = tiles; }
  /// Wires from terminals of one group share the inlet at the centre, which takes one message a cycle. By default a
  /// wire has an inlet of its own.
  void share_inlet(TerminalId terminal) { terminals_[terminal].shared = true; }

  void listen(PacketSink* packets, SubjectOf subject_of) override {
    packets_ = packets;
    subject_of_ = std::move(subject_of);
  }
  void allow_copies() override { counts_copies_ = true; }
  void keep_history() override { history_.switch_on(); }
  [[nodiscard]] std::vector<std::string> terminal_names() const override;
  [[nodiscard]] InterconnectStats stats() const override;
  [[nodiscard]] InterconnectTraffic traffic(Cycle now) const override;
  [[nodiscard]] std::uint64_t packets_in_flight() const override { return in_flight_count_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A way of a wire.
  struct Wire {
    TerminalId from = 0;
    TerminalId to = 0;
    Cycle free = 0;  ///< from here on a message may leave
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
  };
  struct Terminal {
    std::string name;
    Receiver* receiver = nullptr;
    bool at_centre = false;
    bool shared = false;
    double tiles = 0.0;
    std::uint32_t out = kNone;  ///< wire to it from the centre
    std::uint32_t in = kNone;   ///< wire from it
  };
  struct Source {
    TerminalId terminal = 0;
    SendListener* listener = nullptr;
    std::uint32_t number = 0;
    Cycle free = 0;
  };
  struct Travel {
    Message message;
    Cycle created = 0;
    Cycle leaves = 0;
    Cycle arrives = 0;
    std::uint32_t source = 0;
    std::uint32_t wire = 0;
    bool copy = false;  ///< made at the centre
    PacketSubject subject;
  };
  /// Something that happens to a travel. In one cycle departures come first, then in order of hand-over.
  struct Due {
    Cycle at = 0;
    bool arrival = false;
    std::uint64_t order = 0;
    std::uint32_t travel = 0;
    bool operator>(const Due& other) const {
      if (at != other.at) return at > other.at;
      return arrival != other.arrival ? arrival : order > other.order;
    }
  };

  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) override;
  /// Takes a message that leaves in cycle `leaves`, when its wire is free.
  void start(std::uint32_t source, const Message& message, Cycle leaves, Cycle now, Cycle created, bool copy);
  [[nodiscard]] Wire& wire_of(TerminalId from, TerminalId to, std::uint32_t& number);
  /// Returns the first cycle from `at` on in which the shared inlet takes no other message, and takes it.
  Cycle take_inlet(Cycle at, Cycle now);
  void depart(const Travel& travel, Cycle now);
  void arrive(std::uint32_t travel, Cycle now);
  [[nodiscard]] std::vector<std::uint64_t> loads() const;

  ControlConfig config_;
  std::uint32_t centre_;
  bool counts_copies_ = false;
  std::vector<Terminal> terminals_;
  std::vector<Wire> wires_;
  std::vector<Source> sources_;
  std::vector<Travel> travels_;
  std::vector<std::uint32_t> free_travels_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_events_;
  std::vector<Cycle> inlet_taken_;  ///< cycles from now on in which the shared inlet has a message, in order
  std::uint64_t sent_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint64_t copied_ = 0;  ///< of arrived_
  std::uint64_t in_flight_count_ = 0;
  LatencyHistogram latency_;
  LinkHistory history_;
  PacketSink* packets_ = nullptr;
  SubjectOf subject_of_;
  Gauge& in_flight_;
};

}  // namespace network
}  // namespace gantry
