// SPDX-License-Identifier: Apache-2.0
// The packets of a trace. A packet is created in its cycle, or its delay after the last arrival that it depends on, if
// that is later. Packets are read when their cycle comes. Memory holds the packets that have not arrived, and the
// arrivals of the last kTraceWindow packets. If the oldest of these has not arrived, reading waits for it, and later
// packets are handed over late.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "gantry/network/follow_ups.h"
#include "gantry/network/trace.h"

namespace gantry {
inline namespace network {

/// Follow-ups of a trace. The tag of a packet is its position in the trace.
class TraceFollowUps final : public FollowUps {
 public:
  explicit TraceFollowUps(std::unique_ptr<TraceReader> reader);

  [[nodiscard]] Cycle next() const override;
  void advance(Cycle to) override;
  FollowUp take() override;
  void arrived(const Delivery& packet) override;
  /// Reads the trace again up to the same packet.
  void archive(Archive& state) override;

 private:
  /// State of a packet in the window.
  struct Slot {
    Cycle arrived = kNever;        ///< kNever: not arrived
    std::uint32_t waiter = kNone;  ///< first edge to a packet that waits for this one
  };
  struct Edge {
    std::uint32_t packet = 0;  ///< index in waiting_
    std::uint32_t next = kNone;
  };
  struct Waiting {
    SyntheticPacket packet;
    std::uint64_t position = 0;
    std::uint64_t delay = 0;
    std::uint64_t left = 0;  ///< dependences that have not arrived
  };
  struct Ready {
    SyntheticPacket packet;
    std::uint64_t position = 0;
    bool operator>(const Ready& other) const {
      return std::tie(packet.cycle, position) > std::tie(other.packet.cycle, other.position);
    }
  };

  void read();
  void enter();
  [[nodiscard]] bool blocked() const;
  [[nodiscard]] Slot& slot(std::uint64_t position) { return slots_[position & (slots_.size() - 1)]; }
  void grow_slots();
  template <class Item>
  static std::uint32_t add(std::vector<Item>& items, std::vector<std::uint32_t>& free, const Item& item);

  std::unique_ptr<TraceReader> reader_;
  TracePacket ahead_;  ///< the next packet to enter
  bool has_ahead_ = false;
  Cycle not_before_ = 0;       ///< earliest cycle in which reading may continue after it was blocked
  std::uint64_t entered_ = 0;  ///< packets so far
  std::vector<Slot> slots_;    ///< slots of the last packets; the size is a power of two
  std::vector<Waiting> waiting_;
  std::vector<std::uint32_t> free_waiting_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> free_edges_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
};

}  // namespace network
}  // namespace gantry
