// SPDX-License-Identifier: Apache-2.0
// Merges the packets of several networks into one order of arrival.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gantry/network/packet_record.h"

namespace gantry {
inline namespace network {

class PacketMerge {
  template <class>
  friend struct gantry::Archived;

 public:
  /// The observer of all packets, in order of arrival; nullptr: none.
  void listen(PacketSink* sink) { sink_ = sink; }
  /// Adds a packet that a network reports in some cycle, at most kAhead cycles before it arrives.
  void add(const PacketRecord& packet) {
    const auto at = std::upper_bound(held_.begin(), held_.end(), packet.arrived,
                                     [](Cycle arrived, const PacketRecord& other) { return arrived < other.arrived; });
    held_.insert(at, packet);
    // Whatever comes later is reported in this cycle at the earliest, and arrives then or later.
    if (packet.arrived > kAhead) hand_over(packet.arrived - kAhead);
  }
  /// Hands over what is left. Call it after the last packet.
  void finish() { hand_over(kNever); }

 private:
  /// Most cycles of the link and the stages behind the last buffer of a packet.
  static constexpr Cycle kAhead = 64;

  void hand_over(Cycle before) {
    std::size_t count = 0;
    for (; count < held_.size() && held_[count].arrived < before; ++count) sink_->packet_done(held_[count]);
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count));
  }

  PacketSink* sink_ = nullptr;
  std::vector<PacketRecord> held_;  ///< in order of arrival
};

}  // namespace network
}  // namespace gantry
