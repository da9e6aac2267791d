// SPDX-License-Identifier: Apache-2.0
// Layout of global memory, and division of transfers into bursts, as shared by host, task cache and processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/as_index.h"
#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// A transfer consists of bursts of `burst_bytes`; the last one is as long as the rest.
struct BurstRules {
  std::uint32_t burst_bytes = 256;  ///< at least 1
  std::uint32_t outstanding = 8;    ///< most bursts in flight per requester, at least 1
  std::uint32_t retries = 0;        ///< times that a requester reads a burst again whose answer is an error
};

/// A ring of descriptors of one queue.
struct DescriptorRing {
  std::uint64_t base = 0;     ///< address of the first entry
  std::uint32_t entries = 0;  ///< number of entries, at least 1 when it is used
  std::uint64_t stride = 0;   ///< bytes from one entry to the next
};

/// Rings of descriptors, one per queue, are at the bottom of memory, and job data above them; a foreign host may place
/// the rings elsewhere. Blocks of `interleave_bytes`, a multiple of the burst, go to consecutive controllers. Every
/// transfer begins at a multiple of the burst, so each burst is in one controller.
class MemoryMap {
 public:
  /// `ring_entries`: entries of each ring. `descriptor_bytes`: bytes of an entry, rounded up to whole bursts.
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

  /// Moves a ring. Precondition: all descriptors of the queue have been read, and the ring has at most ring_entries.
  /// The requester need not have received them: bursts in flight keep their ring_place.
  void set_ring(QueueId queue, const DescriptorRing& ring) { rings_[queue] = ring; }
  [[nodiscard]] const DescriptorRing& ring(QueueId queue) const { return rings_[queue]; }
  /// Sets where the rest of a descriptor with further predecessors begins: `full_bytes` bytes after the descriptor's
  /// address (DescriptorConfig::full_bytes). Without this call it begins at the next multiple of a burst.
  void continue_behind(std::uint64_t full_bytes) { first_part_ = full_bytes; }
  /// Bytes from a descriptor's address to its rest.
  [[nodiscard]] std::uint64_t first_part() const { return first_part_; }

  /// Adds the terminal of the next controller. Before the first query of a terminal.
  void add_controller(TerminalId terminal) { terminals_.push_back(terminal); }

  [[nodiscard]] const BurstRules& bursts() const { return bursts_; }
  /// Bytes from the begin of a transfer of this length to the earliest begin of the next.
  [[nodiscard]] std::uint64_t room_for(std::uint64_t bytes) const {
    return ceil_div(bytes, bursts_.burst_bytes) * bursts_.burst_bytes;
  }

  /// Controller of an address.
  [[nodiscard]] std::uint32_t controller_of(std::uint64_t address) const {
    return static_cast<std::uint32_t>((address / interleave_bytes_) % controllers_);
  }
  [[nodiscard]] TerminalId terminal_of(std::uint64_t address) const { return terminals_[controller_of(address)]; }
  /// Address of a descriptor in its queue. What does not fit into its entry of the ring continues in the next
  /// controllers.
  [[nodiscard]] std::uint64_t descriptor_address(QueueId queue, std::uint64_t position) const {
    const DescriptorRing& ring = rings_[queue];
    return ring.base + position % ring.entries * ring.stride;
  }
  /// Index of a ring entry over all queues, independent of the current length of the ring.
  [[nodiscard]] std::size_t ring_place(QueueId queue, std::uint64_t position) const {
    return as_index(queue * ring_entries_ + position % ring_entries_);
  }
  /// Most entries of a ring.
  [[nodiscard]] std::uint64_t ring_entries() const { return ring_entries_; }
  [[nodiscard]] QueueId queue_of(std::size_t ring_place) const {
    return static_cast<QueueId>(ring_place / ring_entries_);
  }
  /// Returns the last position up to `latest` with this ring place.
  [[nodiscard]] std::uint64_t position_at(std::size_t ring_place, std::uint64_t latest) const {
    return latest - (latest % ring_entries_ + ring_entries_ - ring_place % ring_entries_) % ring_entries_;
  }
  /// Address behind the rings that the constructor placed, where job data may begin.
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
