// SPDX-License-Identifier: Apache-2.0
// What the blocks of the machine say to each other over the interconnect (docs/timing.md has the
// table of sizes).
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/class_queues.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint64_t kPointerBytes = 8;     ///< doorbell, read request, completion, interrupt
inline constexpr std::uint64_t kSplitInfoBytes = 16;  ///< travels with every job

/// What a request asks of global memory.
struct MemoryAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< that are read or written
};

/// host -> memory: into the ring of a queue.
struct DescriptorWrite {
  static constexpr MessageKind kKind{"descriptor_write"};
  MemoryAccess access;
  std::uint64_t position = 0;  ///< in the queue, counted from its first task
  TaskRef task = kNone;
  QueueId queue = 0;
};

/// memory -> host
struct DescriptorAck {
  static constexpr MessageKind kKind{"descriptor_ack", true};
  QueueId queue = 0;
  std::uint64_t position = 0;
  TaskRef task = kNone;
};

/// host -> scheduler
struct Doorbell {
  static constexpr MessageKind kKind{"doorbell"};
  QueueId queue = 0;
  std::uint64_t tail = 0;  ///< all positions of the queue before it can be read
};

/// scheduler -> memory: the next one of a queue. Memory knows how long the descriptor is that it holds.
struct DescriptorRead {
  static constexpr MessageKind kKind{"descriptor_read"};
  MemoryAccess access;
  std::uint64_t position = 0;
  QueueId queue = 0;
};

/// memory -> scheduler
struct DescriptorData {
  static constexpr MessageKind kKind{"descriptor_data", true};
  QueueId queue = 0;
  std::uint64_t position = 0;
  TaskRef task = kNone;      ///< kNone in the last burst: it is no task, its place is to be freed
  std::uint64_t offset = 0;  ///< of this burst in the descriptor
};

/// scheduler -> processor: a job with all its information.
struct JobMessage {
  static constexpr MessageKind kKind{"job"};
  JobRef job = kNone;
  ProcessorId processor = 0;
  std::uint32_t slot = 0;  ///< of the task in the scheduler
};

/// processor -> memory
struct InputRead {
  static constexpr MessageKind kKind{"input_read"};
  MemoryAccess access;
  JobRef job = kNone;
};

/// memory -> processor
struct InputData {
  static constexpr MessageKind kKind{"input_data", true};
  JobRef job = kNone;
};

/// processor -> memory
struct OutputWrite {
  static constexpr MessageKind kKind{"output_write"};
  MemoryAccess access;
  JobRef job = kNone;
};

/// memory -> processor
struct OutputAck {
  static constexpr MessageKind kKind{"output_ack", true};
  JobRef job = kNone;
};

/// processor -> scheduler
struct JobCompletion {
  static constexpr MessageKind kKind{"completion"};
  JobRef job = kNone;
};

/// scheduler -> host: the task at this position of the queue is done.
struct TaskInterrupt {
  static constexpr MessageKind kKind{"interrupt"};
  QueueId queue = 0;
  TaskRef task = kNone;
  std::uint64_t position = 0;
  std::uint64_t oldest = 0;  ///< host number of the oldest task that is not done
};

}  // namespace scheduler
}  // namespace gantry
