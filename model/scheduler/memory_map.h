// SPDX-License-Identifier: Apache-2.0
// Where things lie in global memory: what host, task cache and processors have to agree on to write and read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

/// The rings of descriptors, one per queue, lie at the bottom of memory, job data above them. Blocks of
/// `interleave_bytes` go to consecutive controllers.
class MemoryMap {
 public:
  MemoryMap(std::uint64_t interleave_bytes, std::uint32_t controllers, std::uint64_t queues, std::uint64_t ring_entries,
            std::uint64_t descriptor_bytes)
      : interleave_bytes_(interleave_bytes),
        controllers_(controllers),
        queues_(queues),
        ring_entries_(ring_entries),
        descriptor_bytes_(descriptor_bytes) {}

  /// One per controller, in order, before the first question for a terminal.
  void add_controller(TerminalId terminal) { terminals_.push_back(terminal); }

  /// Controller that holds an address.
  [[nodiscard]] std::uint32_t controller_of(std::uint64_t address) const {
    return static_cast<std::uint32_t>((address / interleave_bytes_) % controllers_);
  }
  [[nodiscard]] TerminalId terminal_of(std::uint64_t address) const { return terminals_[controller_of(address)]; }
  /// Address of a descriptor in its queue. What does not fit into its place of the ring continues elsewhere, and is
  /// written and read together with it.
  [[nodiscard]] std::uint64_t descriptor_address(QueueId queue, std::uint64_t position) const {
    return (queue * ring_entries_ + position % ring_entries_) * descriptor_bytes_;
  }
  /// Number of the descriptor at an address, over all rings.
  [[nodiscard]] std::size_t ring_place(std::uint64_t address) const {
    return static_cast<std::size_t>(address / descriptor_bytes_);
  }
  [[nodiscard]] std::uint64_t data_base() const { return queues_ * ring_entries_ * descriptor_bytes_; }

 private:
  std::uint64_t interleave_bytes_;
  std::uint32_t controllers_;
  std::uint64_t queues_;
  std::uint64_t ring_entries_;
  std::uint64_t descriptor_bytes_;
  std::vector<TerminalId> terminals_;
};

}  // namespace scheduler
}  // namespace gantry
