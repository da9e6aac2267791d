// SPDX-License-Identifier: Apache-2.0
// What the blocks of the machine say to each other over the interconnect (docs/timing.md has the
// table of sizes).
#pragma once

#include <cstdint>

#include "gantry/base/types.h"
#include "gantry/network/message.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint64_t kPointerBytes = 8;     ///< doorbell, read request, completion, interrupt
inline constexpr std::uint64_t kSplitInfoBytes = 16;  ///< travels with every job

/// What a request asks of global memory.
struct MemoryAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< that are read or written
};

/// host -> memory: into the ring of a class queue.
struct DescriptorWrite {
  static constexpr MessageKind kKind{"descriptor_write"};
  MemoryAccess access;
  std::uint64_t position = 0;  ///< in the queue, counted from the first task of the class
  TaskRef task = kNone;
  TaskClass cls = TaskClass::block;
};

/// memory -> host
struct DescriptorAck {
  static constexpr MessageKind kKind{"descriptor_ack", true};
  TaskClass cls = TaskClass::block;
  std::uint64_t position = 0;
  TaskRef task = kNone;
};

/// host -> scheduler
struct Doorbell {
  static constexpr MessageKind kKind{"doorbell"};
  TaskClass cls = TaskClass::block;
  std::uint64_t tail = 0;  ///< all positions of the queue before it can be read
};

/// scheduler -> memory: at the head of a class queue.
struct DescriptorRead {
  static constexpr MessageKind kKind{"descriptor_read"};
  MemoryAccess access;
  TaskClass cls = TaskClass::block;
};

/// memory -> scheduler
struct DescriptorData {
  static constexpr MessageKind kKind{"descriptor_data", true};
  TaskClass cls = TaskClass::block;
  TaskRef task = kNone;
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

/// scheduler -> host: the task at this position of the class queue is done.
struct TaskInterrupt {
  static constexpr MessageKind kKind{"interrupt"};
  TaskClass cls = TaskClass::block;
  std::uint64_t position = 0;
  TaskRef task = kNone;
};

}  // namespace scheduler
}  // namespace gantry
