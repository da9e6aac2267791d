// SPDX-License-Identifier: Apache-2.0
// Terminals with synthetic traffic around an interconnect. A node draws its next packet when the last flit of the one
// before has been sent: packets that pile up at a saturated source need no memory, and a source that waits for its time
// costs nothing. A packet that is created in cycle t can send its first flit in t.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/interconnect.h"
#include "network/traffic_pattern.h"

namespace gantry {

/// A packet that has arrived.
struct Delivery {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t flits = 0;
  Cycle created = 0;
  Cycle arrived = 0;  ///< last flit
};

class Traffic final : public SendListener, public Receiver {
 public:
  /// What comes next from a node: its creation cycle, destination, flits; false: nothing any more.
  using Next = std::function<bool(std::uint32_t node, TracePacket& packet)>;

  /// Attaches a terminal to every node of the interconnect, which is started then.
  Traffic(Interconnect& net, std::uint32_t nodes, Next next);

  /// The next cycle in which a source hands over a packet.
  [[nodiscard]] Cycle due() const { return waiting_.empty() ? kNever : waiting_.top().first; }
  /// Hands over what is created in the next cycle. Before the interconnect runs cycle `now`, which is due().
  void run(Cycle now);
  /// Packets that arrive from now on go here.
  std::function<void(const Delivery&)> arrived;
  /// The creation cycles of packets that nodes hand over from now on go here.
  std::function<void(Cycle created)> handed_over;

  /// Creation cycle of the packet that a node has not handed over yet; kNever: none.
  [[nodiscard]] Cycle next_created(std::uint32_t node) const { return nodes_[node].next.cycle; }
  /// Creation cycle of the packet that a node is sending; kNever: none.
  [[nodiscard]] Cycle sending_created(std::uint32_t node) const { return nodes_[node].sending; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }

 private:
  struct Node {
    SendPort port;
    TracePacket next;
    Cycle sending = kNever;
  };

  void first_flit_sent(const Message& message, Cycle now) override;
  void last_flit_sent(std::uint32_t port, const Message& message, Cycle now) override;
  void receive(const Message& message, Cycle visible) override;
  void hand_over(std::uint32_t node, Cycle now);
  void draw(std::uint32_t node);

  Next next_;
  std::vector<Node> nodes_;
  std::priority_queue<std::pair<Cycle, std::uint32_t>, std::vector<std::pair<Cycle, std::uint32_t>>, std::greater<>>
      waiting_;
};

}  // namespace gantry
