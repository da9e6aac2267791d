// SPDX-License-Identifier: Apache-2.0
// Terminals with synthetic traffic, one at every node of an interconnect. A node draws its next packet when the last
// flit of the one before has been sent: packets that pile up at a saturated source need no memory, and a source that
// waits for its time costs nothing. A packet that is created in cycle t can send its first flit in t.
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

struct SyntheticRequest {
  static constexpr MessageKind kKind{"synthetic"};
  Cycle created = 0;
};

/// Where requests and responses have channels of their own.
struct SyntheticResponse {
  static constexpr MessageKind kKind{"synthetic_response", true};
  Cycle created = 0;
};

/// What follows others, of either kind.
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

/// What goes before others, followed by something or not.
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

/// Where the packets of a traffic come from; all outlive it.
struct PacketSources {
  PacketSource& ordinary;
  PacketSource* urgent = nullptr;  ///< if there are urgent ones
};

class SyntheticTraffic final : public Unit, private SendListener, private Receiver {
 public:
  /// What the packets count as where requests and responses have channels of their own: requests, or both in turn.
  enum class Kinds : std::uint8_t { requests, both };

  /// Attaches a terminal to each of the nodes 0 to `nodes` - 1. Before the interconnect is started. A packet has to be
  /// as long as the header at least. `follow_ups`, if there are any, leave their node through a port of their own, in
  /// turn with what the sources say; so do urgent packets, which go first.
  SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config, std::uint32_t nodes,
                   PacketSources sources, std::unique_ptr<FollowUps> follow_ups = nullptr,
                   Kinds kinds = Kinds::requests);

  /// Draws the first packet of every node.
  void start();
  /// Nothing is handed over after cycle `now`, for good.
  void stop(Cycle now);
  /// For whom it runs, if it is not to run for ever: the first cycle, `now` or later, in which that has something to do
  /// as far as can be seen in cycle `now`; kNever: none, and the traffic stops. Asked again kAskAfter cycles after the
  /// answer. Before start().
  std::function<Cycle(Cycle now)> needed;
  static constexpr Cycle kAskAfter = 1024;

  /// Packets that arrive from now on go here.
  std::function<void(const Delivery&)> arrived;
  /// The creation cycles of packets that nodes hand over from now on go here, and whether they follow others.
  std::function<void(Cycle created, bool follows)> handed_over;

  /// Creation cycle of the oldest packet that a node has not sent to its last flit, which may be to come; kNever: none.
  [[nodiscard]] Cycle oldest_unsent(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return in_flight_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  /// A node's port for the packets of a source.
  struct DrawnPort {
    SendPort port;
    SyntheticPacket next;
    Cycle sending = kNever;
    bool response = false;  ///< what the next packet is
  };
  /// The same for what follows others.
  struct FollowPort {
    SendPort port;
    Ring<Cycle> unsent;  ///< creation cycles of packets that were handed over
  };

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;
  void receive(const Message& message, Cycle visible) override;
  void receive_others(const Message& message, Cycle visible);
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
  std::vector<DrawnPort> drawn_;          ///< per node, and once more for urgent packets if there are any
  std::vector<FollowPort> follow_ports_;  ///< the same, if there are follow-ups
  std::uint32_t ports_left_;              ///< drawn ones with packets still to hand over
  std::uint64_t in_flight_ = 0;
  Cycle last_ = kNever;    ///< nothing is handed over after it
  Cycle ask_at_ = kNever;  ///< whether it is needed
  Calendar waiting_;       ///< drawn ports that have nothing handed over
};

}  // namespace network
}  // namespace gantry
