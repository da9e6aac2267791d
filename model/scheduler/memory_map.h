// SPDX-License-Identifier: Apache-2.0
// Where things lie in global memory, and in what pieces they travel: what host, task cache and processors have to agree
// on to write and read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// A transfer travels as bursts of `burst_bytes`, the last one as long as is left.
struct BurstRules {
  std::uint32_t burst_bytes = 256;
  std::uint32_t outstanding = 8;  ///< that one requester may have under way
};

/// Where the descriptors of a queue are written, one after the other, and again from the begin.
struct DescriptorRing {
  std::uint64_t base = 0;
  std::uint32_t entries = 0;
  std::uint64_t stride = 0;
};

/// The rings of descriptors, one per queue, lie at the bottom of memory, job data above them; a host of its own may put
/// them elsewhere. Blocks of `interleave_bytes`, a multiple of the burst, go to consecutive controllers. Whatever is
/// moved as one begins at a multiple of the burst, so that each of its bursts is in one controller.
class MemoryMap {
 public:
  MemoryMap(const BurstRules& bursts, std::uint64_t interleave_bytes, std::uint32_t controllers, std::uint64_t queues,
            std::uint64_t ring_entries, std::uint64_t descriptor_bytes)
      : bursts_(bursts),
        interleave_bytes_(interleave_bytes),
        controllers_(controllers),
        queues_(queues),
        ring_entries_(ring_entries),
        descriptor_room_(room_for(descriptor_bytes)),
        first_part_(descriptor_room_) {
    const auto entries = static_cast<std::uint32_t>(ring_entries);
    for (std::uint64_t queue = 0; queue < queues; ++queue)
      rings_.push_back({queue * ring_entries * descriptor_room_, entries, descriptor_room_});
  }

  /// Precondition: all descriptors of the queue are read, and it has at most ring_entries. Who asked for them need not
  /// have heard of it: what is under way keeps its ring_place.
  void set_ring(QueueId queue, const DescriptorRing& ring) { rings_[queue] = ring; }
  [[nodiscard]] const DescriptorRing& ring(QueueId queue) const { return rings_[queue]; }
  /// What is longer than its full bytes continues right behind them, and not at the next burst.
  void continue_behind(std::uint64_t full_bytes) { first_part_ = full_bytes; }
  /// Where a longer descriptor continues, from its begin.
  [[nodiscard]] std::uint64_t first_part() const { return first_part_; }

  /// One per controller, in order, before the first question for a terminal.
  void add_controller(TerminalId terminal) { terminals_.push_back(terminal); }

  [[nodiscard]] const BurstRules& bursts() const { return bursts_; }
  /// Bytes from where something of that length begins to where the next thing can.
  [[nodiscard]] std::uint64_t room_for(std::uint64_t bytes) const {
    return ceil_div(bytes, bursts_.burst_bytes) * bursts_.burst_bytes;
  }

  /// Controller that holds an address.
  [[nodiscard]] std::uint32_t controller_of(std::uint64_t address) const {
    return static_cast<std::uint32_t>((address / interleave_bytes_) % controllers_);
  }
  [[nodiscard]] TerminalId terminal_of(std::uint64_t address) const { return terminals_[controller_of(address)]; }
  /// Address of a descriptor in its queue. What does not fit into its place of the ring continues elsewhere, in the
  /// controllers that follow.
  [[nodiscard]] std::uint64_t descriptor_address(QueueId queue, std::uint64_t position) const {
    const DescriptorRing& ring = rings_[queue];
    return ring.base + position % ring.entries * ring.stride;
  }
  /// Its number over all queues, which does not depend on how long the ring is right now.
  [[nodiscard]] std::size_t ring_place(QueueId queue, std::uint64_t position) const {
    return static_cast<std::size_t>(queue * ring_entries_ + position % ring_entries_);
  }
  /// Most entries of a ring.
  [[nodiscard]] std::uint64_t ring_entries() const { return ring_entries_; }
  [[nodiscard]] QueueId queue_of(std::size_t ring_place) const {
    return static_cast<QueueId>(ring_place / ring_entries_);
  }
  /// The last position up to `latest` that has this place.
  [[nodiscard]] std::uint64_t position_at(std::size_t ring_place, std::uint64_t latest) const {
    return latest - (latest % ring_entries_ + ring_entries_ - ring_place % ring_entries_) % ring_entries_;
  }
  [[nodiscard]] std::uint64_t data_base() const { return queues_ * ring_entries_ * descriptor_room_; }

 private:
  BurstRules bursts_;
  std::uint64_t interleave_bytes_;
  std::uint32_t controllers_;
  std::uint64_t queues_;
  std::uint64_t ring_entries_;
  std::uint64_t descriptor_room_;
  std::uint64_t first_part_;
  std::vector<DescriptorRing> rings_;
  std::vector<TerminalId> terminals_;
};

}  // namespace scheduler
}  // namespace gantry
