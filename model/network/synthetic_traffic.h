// SPDX-License-Identifier: Apache-2.0
// Terminals with synthetic traffic, one at every node of an interconnect. A node draws its next packet when the last
// flit of the one before has been sent: packets that pile up at a saturated source need no memory, and a source that
// waits for its time costs nothing. A packet that is created in cycle t can send its first flit in t.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "gantry/kernel/unit.h"
#include "gantry/network/interconnect.h"
#include "gantry/network/traffic_pattern.h"

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

/// A packet that has arrived.
struct Delivery {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
  Cycle created = 0;
  Cycle arrived = 0;  ///< last flit
};

class SyntheticTraffic final : public Unit, private SendListener, private Receiver {
 public:
  /// What comes next from a node; false: nothing any more.
  using Next = std::function<bool(std::uint32_t node, SyntheticPacket& packet)>;
  /// What the packets count as where requests and responses have channels of their own: requests, or both in turn.
  enum class Kinds : std::uint8_t { requests, both };

  /// Attaches a terminal to each of the nodes 0 to `nodes` - 1. Before the interconnect is started. A packet has to be
  /// as long as the header at least.
  SyntheticTraffic(std::string name, Interconnect& net, const InterconnectConfig& config, std::uint32_t nodes,
                   Next next, Kinds kinds = Kinds::requests);

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
  /// The creation cycles of packets that nodes hand over from now on go here.
  std::function<void(Cycle created)> handed_over;

  /// Creation cycle of the packet that a node has not handed over yet; kNever: none.
  [[nodiscard]] Cycle next_created(std::uint32_t node) const { return nodes_[node].next.cycle; }
  /// Creation cycle of the packet that a node is sending; kNever: none.
  [[nodiscard]] Cycle sending_created(std::uint32_t node) const { return nodes_[node].sending; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return in_flight_; }
  [[nodiscard]] std::string state() const override;

 protected:
  Cycle step(Cycle now) override;

 private:
  struct Node {
    SendPort port;
    SyntheticPacket next;
    Cycle sending = kNever;
    bool response = false;  ///< what the next packet is
  };

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;
  void receive(const Message& message, Cycle visible) override;
  void hand_over(std::uint32_t node, Cycle now);
  void draw(std::uint32_t node);

  Next next_;
  Interconnect& net_;
  std::uint64_t flit_bytes_;
  std::uint64_t header_bytes_;
  bool alternate_;
  TerminalId first_terminal_ = 0;
  std::vector<Node> nodes_;
  std::uint32_t nodes_left_;  ///< with packets still to hand over
  std::uint64_t in_flight_ = 0;
  Cycle last_ = kNever;    ///< nothing is handed over after it
  Cycle ask_at_ = kNever;  ///< whether it is needed
  std::priority_queue<std::pair<Cycle, std::uint32_t>, std::vector<std::pair<Cycle, std::uint32_t>>, std::greater<>>
      waiting_;
};

}  // namespace network
}  // namespace gantry
