// SPDX-License-Identifier: Apache-2.0
// A unit that sends synthetic traffic from a terminal at every node. A node draws its next packet when the last flit of
// the previous one has been sent. So the backlog of a saturated source needs no memory, and a waiting source costs
// nothing. A packet that is created in cycle t can send its first flit in t.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gantry/base/ring.h"
#include "gantry/kernel/calendar.h"
#include "gantry/kernel/unit.h"
#include "gantry/network/delivery.h"
#include "gantry/network/follow_ups.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/packet_source.h"

namespace gantry {
inline namespace network {

/// A packet that a source creates: neither urgent nor a follow-up. Content: its creation cycle.
struct SyntheticRequest {
  static constexpr MessageKind kKind{"synthetic"};
  Cycle created = 0;
};

/// The same as a response, for interconnects with separate virtual channels for requests and responses.
struct SyntheticResponse {
  static constexpr MessageKind kKind{"synthetic_response", true};
  Cycle created = 0;
};

/// Follow-up packets (follow_ups.h) that are not urgent, as a request and as a response. Content: creation cycle, and
/// the tag that the follow-up gets back on arrival.
struct TaggedRequest {
  static constexpr MessageKind kKind{"synthetic"};
  Cycle created = 0;
  std::uint64_t tag = 0;
};
struct TaggedResponse {
  static constexpr MessageKind kKind{"synthetic_response", true};
  Cycle created = 0;
  std::uint64_t tag = 0;
};

/// Urgent packets, as a request and as a response. The tag is kNever unless the packet is a follow-up.
struct UrgentRequest {
  static constexpr MessageKind kKind{"synthetic_urgent", false, true};
  Cycle created = 0;
  std::uint64_t tag = kNever;
};
struct UrgentResponse {
  static constexpr MessageKind kKind{"synthetic_urgent_response", true, true};
  Cycle created = 0;
  std::uint64_t tag = kNever;
};

/// The sources of a traffic's packets. They must outlive it.
struct PacketSources {
  PacketSource& ordinary;
  PacketSource* urgent = nullptr;     ///< nullptr: no urgent packets
  std::uint64_t max_outstanding = 0;  ///< TrafficSpec::max_outstanding
};

class SyntheticTraffic final : public Unit, private SendListener, private Receiver {
  template <class>
  friend struct gantry::Archived;

 public:
  /// Kind of the packets, for separate virtual channels: all requests, or alternately requests and responses.
  enum class Kinds : std::uint8_t { requests, both };

  /// Adds a terminal to each of the nodes 0 to `nodes` - 1. Before Interconnect::start(). Packets have at least the
  /// length of the header. Follow-ups and urgent packets have ports of their own at their node; urgent packets go
  /// first.
  SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config, std::uint32_t nodes,
                   PacketSources sources, std::unique_ptr<FollowUps> follow_ups = nullptr,
                   Kinds kinds = Kinds::requests);

  /// Draws the first packet of every node. After Interconnect::start().
  void start();
  /// Ends the traffic for ever: no packet is handed over after cycle `now`. A packet is handed over one cycle before
  /// its creation or later, so the last one may be created in cycle now + 1. A second call can only end it earlier.
  void stop(Cycle now);
  /// Set if the traffic is to end with its users. Returns the first cycle at or after `now` in which a user has work;
  /// kNever: none, and the traffic stops. Called again kRecheckCycles after that cycle. Set before start().
  std::function<Cycle(Cycle now)> needed;
  static constexpr Cycle kRecheckCycles = 1024;

  /// Observer of arriving packets, called when the last flit leaves the last router. May be empty.
  std::function<void(const Delivery&)> arrived;
  /// Observer of packets that nodes hand over: creation cycle, and whether it is a follow-up. May be empty.
  std::function<void(Cycle created, bool follows)> handed_over;

  /// Returns the creation cycle of a node's oldest packet whose last flit is not sent; it may be in the future. kNever:
  /// none.
  [[nodiscard]] Cycle oldest_unsent(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return in_flight_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// Port of a node for the packets of a source.
  struct DrawnPort {
    SendPort port;
    SyntheticPacket next;
    Cycle sending = kNever;
    bool response = false;          ///< kind of the next packet
    bool held = false;              ///< the next packet waits until fewer are outstanding
    std::uint64_t outstanding = 0;  ///< counted with `max_outstanding` only
  };
  /// A packet of a port is no longer outstanding from a cycle on.
  struct Acknowledgement {
    Cycle at = 0;
    std::uint32_t port = 0;
  };
  /// Port of a node for follow-ups.
  struct FollowPort {
    SendPort port;
    Ring<Cycle> unsent;  ///< creation cycles of packets that are not sent completely
  };

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;
  void receive(const Message& message, Cycle visible) override;
  void receive_others(const Message& message, Cycle visible);
  void acknowledge(const Delivery& packet);
  void take_acknowledgements(Cycle now);
  void go_on(std::uint32_t number, Cycle now);
  void hand_over(std::uint32_t number, Cycle now);
  void hand_over_follow_ups(Cycle now);
  [[nodiscard]] Cycle next_hand_over(Cycle from) const;
  void draw(std::uint32_t number);
  [[nodiscard]] bool is_urgent(std::uint32_t number) const { return number >= nodes_; }
  [[nodiscard]] std::uint32_t classes() const { return sources_.urgent != nullptr ? 2 : 1; }
  [[nodiscard]] TerminalId terminal_of(std::uint32_t node) const { return first_terminal_ + node; }
  [[nodiscard]] std::uint64_t payload_of(const SyntheticPacket& packet) const {
    return packet.flits * flit_bytes_ - header_bytes_;
  }

  PacketSources sources_;
  std::unique_ptr<FollowUps> follow_ups_;
  Interconnect& net_;
  std::uint64_t flit_bytes_;
  std::uint64_t header_bytes_;
  bool alternate_;
  TerminalId first_terminal_ = 0;
  std::uint32_t nodes_;
  std::vector<DrawnPort> drawn_;          ///< by node; urgent packets behind the ordinary ones
  std::vector<FollowPort> follow_ports_;  ///< ports of follow-ups, in the same order; empty: no follow-ups
  std::uint32_t ports_left_;              ///< drawn ports whose source has further packets
  std::uint64_t in_flight_ = 0;
  Cycle last_ = kNever;                     ///< last cycle in which a packet may be handed over
  Cycle recheck_at_ = kNever;               ///< cycle of the next call of `needed`; kNever: none
  Calendar waiting_;                        ///< drawn ports whose next packet is in the future
  Ring<Acknowledgement> acknowledgements_;  ///< by cycle: arrivals are in order
};

}  // namespace network
}  // namespace gantry
