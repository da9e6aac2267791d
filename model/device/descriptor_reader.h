// SPDX-License-Identifier: Apache-2.0
// Assembly of descriptors from bursts. Several descriptors of a queue are read at a time, and bursts come in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gantry/device/descriptor_codec.h"
#include "gantry/scheduler/machine_messages.h"
#include "gantry/scheduler/memory_map.h"

namespace gantry {
inline namespace device {

/// A read of a part of a descriptor.
struct DescriptorBurst {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  QueueId queue = 0;
  std::uint64_t position = 0;
  std::uint64_t offset = 0;  ///< offset in the descriptor, in bytes
  std::uint32_t life = 0;    ///< resets of the device before the request
};

class DescriptorReader {
 public:
  DescriptorReader(const DescriptorLayout& layout, const MemoryMap& memory, std::uint32_t queues)
      : layout_(layout), memory_(memory), queues_(queues) {}

  /// Starts a read of the task cache, and returns its burst.
  DescriptorBurst ask(const DescriptorRead& read);

  enum class Progress : std::uint8_t {
    under_way,
    has_more,  ///< the full bytes are complete, and further predecessors follow
    too_long,  ///< the descriptor is longer than the stride of its ring
    failed,    ///< memory failed to return a part
    whole      ///< the descriptor is complete
  };
  /// Takes the data of a burst, or its failure (`data` == nullptr). Returns how far its descriptor is.
  Progress answer(const DescriptorBurst& burst, const std::uint8_t* data);

  // Precondition: the descriptor's progress is not under_way.
  [[nodiscard]] std::uint32_t named(const DescriptorBurst& burst) const {
    return named_predecessors(of(burst).bytes.data());
  }
  [[nodiscard]] TaskRef task(const DescriptorBurst& burst) const { return of(burst).task; }
  /// Stores the task of a descriptor that has_more, until the rest is there.
  void keep(const DescriptorBurst& burst, TaskRef task) { of(burst).task = task; }
  /// Ends a descriptor and returns its bytes. May advance head().
  std::vector<std::uint8_t> take(const DescriptorBurst& burst);
  /// First position of the queue that has not been read completely.
  [[nodiscard]] std::uint64_t head(QueueId queue) const { return queues_[queue].head; }

 private:
  struct Reading {
    std::uint64_t position = 0;
    std::vector<std::uint8_t> bytes;
    std::size_t there = 0;
    bool failed = false;
    TaskRef task = kNone;
  };
  struct Queue {
    std::uint64_t head = 0;
    std::vector<Reading> readings;
    std::vector<std::uint64_t> ahead;  ///< positions that were read before an earlier one
  };
  [[nodiscard]] Reading& of(const DescriptorBurst& burst);
  [[nodiscard]] const Reading& of(const DescriptorBurst& burst) const {
    return const_cast<DescriptorReader&>(*this).of(burst);
  }

  const DescriptorLayout& layout_;
  const MemoryMap& memory_;
  std::vector<Queue> queues_;
};

}  // namespace device
}  // namespace gantry
