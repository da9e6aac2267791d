// SPDX-License-Identifier: Apache-2.0
// The interconnect as one unit: messages of the blocks become packets of flits, and arriving packets become messages
// again. Fabric (model/network/fabric.h) moves the flits from router to router.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/fabric.h"
#include "gantry/network/interconnect_config.h"
#include "gantry/network/latency_histogram.h"
#include "gantry/network/link_damage.h"
#include "gantry/network/link_history.h"
#include "gantry/network/message.h"
#include "gantry/network/message_network.h"
#include "gantry/network/network_fault.h"
#include "gantry/network/packet_record.h"
#include "gantry/network/remaining_network.h"
#include "gantry/network/send_port.h"
#include "gantry/network/topology.h"

namespace gantry {
inline namespace network {

/// A message that nobody can carry: links and routers that have died cut its destination off.
struct LostWay {
  Cycle at = 0;  ///< cycle in which it could have entered the network
  TerminalId from = 0;
  TerminalId to = 0;
  std::string_view kind;  ///< name of its kind
};

class Interconnect final : public MessageNetwork, private FabricListener, private MessageSink {
  template <class>
  friend struct gantry::Archived;

 public:
  /// `topology` must outlive it. `name`: of the unit. Throws Error when the topology has no routes for the routing.
  Interconnect(const InterconnectConfig& config, const Topology& topology,
               ChannelUse use = ChannelUse::request_response, const RoutingCatalogue& routings = builtin_routings(),
               std::string name = "interconnect");

  /// Adds a terminal at `node`, below Topology::nodes(), and returns its number. Several terminals may share a node.
  /// `receiver` gets the arriving messages; it must outlive the last one. nullptr: a message for it throws
  /// std::logic_error when it arrives. Before start().
  TerminalId add_terminal(std::string name, std::uint32_t node, Receiver* receiver) override;
  /// Adds an unbounded queue in front of a terminal. `listener` observes its flits, which have port number `number`; it
  /// must outlive the last one; nullptr: none. A terminal serves its queues round robin, packet by packet. Before
  /// start().
  SendPort add_port(TerminalId terminal, SendListener* listener = nullptr, std::uint32_t number = 0) override;
  /// Makes links and routers die, and links damage flits (docs/faults.md). `lost_way` is called once, for the first
  /// message whose destination is cut off: such messages and those behind them stay at their terminals. With
  /// `subject_of`, holds() has what messages wait for. Before the first packet. Precondition: the topology has the
  /// links and routers.
  void use_faults(std::vector<NetworkFault> faults, std::function<void(const LostWay&)> lost_way,
                  SubjectOf subject_of = {}, RandomTimes times = {});
  /// Returns what faults have cost in a run whose last cycle is `end`; nothing without use_faults().
  [[nodiscard]] std::optional<RerouteStats> reroute_stats(Cycle end) const;
  /// Returns the faults that began in such a run, in order of their begin; of one cycle damage before deaths.
  [[nodiscard]] std::vector<NetworkFaultRecord> fault_records(Cycle end) const;
  /// Returns in which cycles packets with a subject waited for the end of a drain, or had been lost and had not entered
  /// again. In no order, and those of one subject may overlap.
  [[nodiscard]] const std::vector<PacketHold>& holds() const { return holds_; }
  /// Builds the tables. Throws Error when a router has more than kMostPorts ports, or the routing needs
  /// more virtual channels than there are. `wide`, `several_words`: see Fabric::start().
  void start(bool wide = Fabric::has_wide_target(), bool several_words = false);

  /// Returns the flits of a message with the header, at least 1.
  [[nodiscard]] std::uint64_t flits_of(std::uint64_t payload_bytes) const;
  /// Returns the names by terminal number.
  [[nodiscard]] std::vector<std::string> terminal_names() const override;
  [[nodiscard]] const std::string& terminal_name(TerminalId terminal) const { return terminals_[terminal].name; }
  /// Returns the number of links between the routers of two terminals, on the topology's route.
  [[nodiscard]] std::uint32_t hops(TerminalId from, TerminalId to) const;

  /// Returns the totals so far.
  [[nodiscard]] InterconnectStats stats() const override;
  [[nodiscard]] const Fabric& fabric() const { return fabric_; }
  /// Returns flits and stalls per link and router up to cycle `now`. All earlier cycles have run.
  [[nodiscard]] InterconnectTraffic traffic(Cycle now) const override;
  /// Sets the observer of arriving packets. Without `subject_of` their subjects are empty. Before the first packet.
  void listen(PacketSink* packets, SubjectOf subject_of = {}) override {
    packets_ = packets;
    if (subject_of) subject_of_ = std::move(subject_of);
  }
  /// A message that does not fit a buffer goes as a packet for each of its terminals. Before start().
  void allow_copies() override {
    copies_ = true;
    fabric_.allow_copies();
  }
  /// Makes traffic() contain the flits of each link over time. Before any traffic.
  void keep_history() override { history_.switch_on(); }
  /// Packets that were handed over and whose last flit has not left the last router.
  [[nodiscard]] std::uint64_t packets_in_flight() const override { return packets_in_flight_; }
  [[nodiscard]] std::string state() const override;
  void verify() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct PacketInfo {
    Message message;
    Cycle created = 0;
    Cycle sent = 0;
    std::uint32_t source = 0;
    bool head_told = false;            ///< lost, after its first flit was reported to the listener
    bool tail_told = false;            ///< the same of the last flit
    bool enters = false;               ///< used while packets are lost
    std::uint32_t damaged_by = kNone;  ///< number of the fault that has damaged it; kNone: none
    std::uint32_t copy = kNone;        ///< of a message to several terminals: the packet to the next one; kNone: none
    PacketSubject subject;             ///< set if a SubjectOf was given
  };
  struct Queued {
    std::uint32_t packet = 0;
    Cycle visible = 0;
  };
  struct Source {
    Ring<Queued> queues[2];  ///< [1]: urgent packets
    SendListener* listener = nullptr;
    std::uint32_t number = 0;
    TerminalId terminal = 0;
  };
  /// The packet that a terminal is sending, and the state of its arbiters.
  struct Sending {
    std::uint32_t packet = kNone;
    std::uint32_t vc = kNone;
    std::uint64_t remaining = 0;
    std::uint32_t next_source = 0;
    std::uint32_t queued = 0;           ///< packets that wait in its queues
    std::uint32_t only_source = kNone;  ///< its only queue; kNone: none or several
    std::uint32_t next_vc = 0;
  };
  struct Terminal {
    std::string name;
    Receiver* receiver = nullptr;
    std::vector<std::uint32_t> sources;
  };
  /// Result of a terminal's attempt to send: a flit was sent; no packet; a packet becomes visible later; no credit.
  enum class Attempt : std::uint8_t { sent, nothing, soon, blocked };
  /// A packet that enters again. Sorted by source, then `sent`, then `to`.
  struct Again {
    std::uint32_t source = 0;
    Cycle sent = 0;  ///< cycle in which it entered; kNever: it has not
    TerminalId to = 0;
    std::uint32_t packet = 0;
  };
  /// What is dead, and what follows.
  struct Deaths {
    explicit Deaths(const Topology& topology) : rest(topology) {}
    std::vector<NetworkFaultRecord> faults;  ///< by cycle
    std::size_t next = 0;                    ///< the first one that is not in `rest`
    RemainingNetwork rest;
    RerouteStats stats;
    std::function<void(const LostWay&)> lost_way;
  };

  /// Flits that links damage, and packets that wait to be sent again.
  struct Damage {
    Damage(const std::vector<NetworkFault>& faults, RandomTimes times, const Topology& topology)
        : plan(faults, times, topology) {}
    struct Kept {
      Cycle due = 0;
      std::uint32_t packet = 0;
    };
    LinkDamage plan;
    std::vector<Kept> waiting;  ///< by `due`
    std::uint64_t resent = 0;
  };

  void send(std::uint32_t source, const Message& message, Cycle now, Cycle created) override;
  void send_copies(std::uint32_t source, const Message* copies, std::size_t count, Cycle now) override;
  /// Registers a packet and returns its number.
  std::uint32_t add_packet(std::uint32_t source, const Message& message, Cycle now, Cycle created);
  /// Queues a packet at the terminal of its source.
  void queue_packet(std::uint32_t packet, Cycle now);
  void step_terminal(TerminalId id, Cycle now);
  Attempt try_to_send(TerminalId id, bool urgent, Cycle now);
  Attempt start_packet(Sending& sending, Ring<Queued>& queue);
  Attempt select_packet(TerminalId id, Sending& sending, bool urgent, Cycle now);
  // interconnect_faults.cpp
  [[nodiscard]] bool is_drained() const;
  [[nodiscard]] Cycle next_abrupt(Cycle after) const;
  void begin_faults(Cycle now);
  void end_drain(Cycle end);
  void lose_packets(Cycle now);
  void queue_first(const std::vector<Again>& packets, std::size_t kind, Cycle now);
  void change_routes(Cycle now, Cycle end, std::uint64_t changes);
  [[nodiscard]] NetworkFaultRecord& abrupt_fault(Cycle now);
  void reroute(Cycle now);
  [[nodiscard]] std::uint64_t changes_until(Cycle end) const;
  std::uint64_t note_held(Cycle end);
  void note_hold(std::uint32_t packet, Cycle from, Cycle until);
  [[nodiscard]] bool may_enter(std::uint32_t packet, Cycle now);
  // interconnect_damage.cpp
  void damage_packets(Cycle now);
  void drop(std::uint32_t packet, Cycle arrival);
  void send_again(Cycle now);
  void notify(const Source& source, std::uint32_t packet, bool head, bool tail, Cycle now);
  void packet_left(std::uint32_t terminal, std::uint32_t packet, Cycle now, Cycle arrival) override;
  void credit_arrived(std::uint32_t terminal, Cycle now) override;

  InterconnectConfig config_;
  std::uint32_t flit_shift_;  ///< log2 of flit_bytes; kNone: no power of two
  const Topology& topology_;
  std::unique_ptr<Routing> routing_;
  Fabric fabric_;
  bool urgent_;  ///< packets have two priorities
  bool copies_ = false;

  std::vector<Terminal> terminals_;
  std::vector<Sending> sending_[2];  ///< by terminal; [1]: urgent packets, whose flits go first
  std::vector<Source> sources_;
  std::vector<PacketInfo> packet_infos_;  ///< by number of the packet
  BitSet busy_;                           ///< terminals that may have a flit to send

  std::unique_ptr<Deaths> deaths_;  ///< nullptr: nothing dies
  Cycle next_death_ = kNever;       ///< cycle of the next fault that step() has to see
  Cycle next_abrupt_ = kNever;      ///< cycle of the next fault that loses packets
  Cycle drains_since_ = kNever;     ///< no packet enters from this cycle on; kNever: packets enter
  bool has_deaths_ = false;         ///< packets enter only if may_enter()
  std::unique_ptr<Damage> damage_;  ///< nullptr: links damage nothing
  Cycle next_damage_ = kNever;      ///< a flit may be damaged from this cycle on
  Cycle next_again_ = kNever;       ///< cycle in which a damaged packet is sent again
  std::vector<PacketHold> holds_;

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
