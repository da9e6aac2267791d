// SPDX-License-Identifier: Apache-2.0
// The interconnect as one unit: messages of the blocks become packets of flits, and packets that arrive become
// messages again. How flits get from router to router is the Fabric's (model/network/fabric.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/latency_histogram.h"
#include "gantry/network/link_history.h"
#include "gantry/network/message.h"
#include "gantry/network/packet_record.h"
#include "gantry/network/send_port.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

/// Tells what a message is about, in the cycle in which it is sent: later its task may be gone.
using SubjectOf = std::function<PacketSubject(const Message&)>;

class Interconnect final : public Unit, private FabricListener, private MessageSink {
 public:
  /// Throws std::invalid_argument when the topology does not have what the routing needs.
  Interconnect(const InterconnectConfig& config, const Topology& topology,
               ChannelUse use = ChannelUse::request_response, const RoutingCatalogue& routings = builtin_routings());

  /// A terminal at `node` that hands arriving messages to `receiver` (nullptr: it only sends). Before start().
  TerminalId add_terminal(std::string name, std::uint32_t node, Receiver* receiver);
  /// A queue in front of a terminal. `listener` hears of its flits as port `number`. Before start().
  SendPort add_port(TerminalId terminal, SendListener* listener = nullptr, std::uint32_t number = 0);
  /// Builds the tables. Throws std::invalid_argument when a router has more than kMostPorts ports or the topology
  /// needs more virtual channels. `wide`, `several_words`: see Fabric::start().
  void start(bool wide = Fabric::has_wide_target(), bool several_words = false);

  [[nodiscard]] std::uint64_t flits_of(std::uint64_t payload_bytes) const;
  /// In order of the terminals' numbers.
  [[nodiscard]] std::vector<std::string> terminal_names() const;
  [[nodiscard]] const std::string& terminal_name(TerminalId terminal) const { return terminals_[terminal].name; }
  /// Links between the routers of two terminals on the topology's route.
  [[nodiscard]] std::uint32_t hops(TerminalId from, TerminalId to) const;

  [[nodiscard]] InterconnectStats stats() const;
  [[nodiscard]] const Fabric& fabric() const { return fabric_; }
  /// Where the traffic went up to cycle `now`, with all before it run.
  [[nodiscard]] InterconnectTraffic traffic(Cycle now) const;
  /// `packets` hears of every packet that arrives. Without `subject_of` they are about nothing. Before the first one.
  void listen(PacketSink* packets, SubjectOf subject_of = {}) {
    packets_ = packets;
    subject_of_ = std::move(subject_of);
  }
  /// From the first cycle on traffic() says what each link carried when. Before start() or after it, before any
  /// traffic.
  void keep_history() { history_.switch_on(); }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return packets_in_flight_; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Letter {
    Message message;
    Cycle created = 0;
    Cycle sent = 0;
    std::uint32_t source = 0;
    PacketSubject subject;  ///< if somebody listens
  };
  struct Queued {
    std::uint32_t packet = 0;
    Cycle visible = 0;
  };
  struct Source {
    Ring<Queued> queues[2];  ///< [1]: urgent
    SendListener* listener = nullptr;
    std::uint32_t number = 0;
    TerminalId terminal = 0;
  };
  /// A packet that a terminal is sending.
  struct Sending {
    std::uint32_t packet = kNone;
    std::uint32_t lane = kNone;
    std::uint64_t remaining = 0;
    std::uint32_t next_source = 0;
    std::uint32_t queued = 0;           ///< packets that wait at its sources
    std::uint32_t only_source = kNone;  ///< kNone: it has none or several
    std::uint32_t next_lane = 0;
  };
  struct Terminal {
    std::string name;
    Receiver* receiver = nullptr;
    std::vector<std::uint32_t> sources;
  };
  /// What became of a terminal's turn.
  enum class Attempt : std::uint8_t { sent, nothing, soon, blocked };

  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void step_terminal(TerminalId id, Cycle now);
  Attempt try_to_send(TerminalId id, bool urgent, Cycle now);
  Attempt start_packet(Sending& sending, Ring<Queued>& queue);
  Attempt take_turn(TerminalId id, Sending& sending, bool urgent, Cycle now);
  void tell(const Source& source, std::uint32_t packet, bool head, bool tail, Cycle now);
  void packet_left(std::uint32_t terminal, std::uint32_t packet, Cycle now, Cycle arrival) override;
  void place_came_free(std::uint32_t terminal, Cycle now) override;

  InterconnectConfig config_;
  std::uint32_t flit_shift_;  ///< of the flits' bytes; kNone: they are no power of two
  const Topology& topology_;
  std::unique_ptr<Routing> routing_;
  Fabric fabric_;
  bool urgent_;  ///< packets of two priorities

  std::vector<Terminal> terminals_;
  std::vector<Sending> sending_[2];  ///< by terminal; [1]: urgent, whose flits go first
  std::vector<Source> sources_;
  std::vector<Letter> letters_;  ///< by number of the packet
  BitSet busy_;                  ///< terminals that may have something to send

  std::uint64_t packets_in_flight_ = 0;
  std::uint64_t packets_delivered_ = 0;
  LatencyHistogram latency_;
  LinkHistory history_;
  PacketSink* packets_ = nullptr;
  SubjectOf subject_of_;
  Gauge& in_flight_;
};

}  // namespace network
}  // namespace gantry
