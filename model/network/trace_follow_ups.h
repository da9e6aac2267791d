// SPDX-License-Identifier: Apache-2.0
// The packets of a trace, each created in its cycle or, if that is later, its delay after the last of those it waits
// for has arrived. A packet is read when its cycle comes; kept are those that have not arrived, and when each of the
// last kTraceWindow did. If one of these has not, reading waits for it, and what is read late is handed over late.
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

/// A packet's tag is its place in the trace.
class TraceFollowUps final : public FollowUps {
 public:
  explicit TraceFollowUps(std::unique_ptr<TraceReader> reader);

  [[nodiscard]] Cycle next() const override;
  void advance(Cycle to) override;
  FollowUp take() override;
  void arrived(const Delivery& packet) override;

 private:
  /// What is known of a packet by its place.
  struct Slot {
    Cycle arrived = kNever;        ///< kNever: not yet
    std::uint32_t waiter = kNone;  ///< first of the edges to packets that wait for it
  };
  struct Edge {
    std::uint32_t packet = 0;  ///< of waiting_
    std::uint32_t next = kNone;
  };
  struct Waiting {
    SyntheticPacket packet;
    std::uint64_t place = 0;
    std::uint64_t delay = 0;
    std::uint64_t left = 0;  ///< packets that it waits for and that have not arrived
  };
  struct Ready {
    SyntheticPacket packet;
    std::uint64_t place = 0;
    bool operator>(const Ready& other) const {
      return std::tie(packet.cycle, place) > std::tie(other.packet.cycle, other.place);
    }
  };

  void read();
  void enter();
  [[nodiscard]] bool blocked() const;
  [[nodiscard]] Slot& slot(std::uint64_t place) { return slots_[place & (slots_.size() - 1)]; }
  void make_room();
  template <class Item>
  static std::uint32_t add(std::vector<Item>& items, std::vector<std::uint32_t>& free, const Item& item);

  std::unique_ptr<TraceReader> reader_;
  TracePacket ahead_;  ///< the next one to enter
  bool has_ahead_ = false;
  Cycle not_before_ = 0;       ///< an arrival let reading go on
  std::uint64_t entered_ = 0;  ///< packets
  std::vector<Slot> slots_;    ///< of the last ones, a power of two
  std::vector<Waiting> waiting_;
  std::vector<std::uint32_t> free_waiting_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> free_edges_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
};

}  // namespace network
}  // namespace gantry
