// SPDX-License-Identifier: Apache-2.0
// Messages between the blocks of the machine over the interconnect. docs/timing.md has their sizes. The kind of a
// message says whether it is a control message: these have a network of their own if the machine has one.
#pragma once

#include <cstdint>
#include <string_view>

#include "gantry/base/types.h"
#include "gantry/network/message.h"
#include "gantry/scheduler/class_queues.h"
#include "gantry/scheduler/part_ref.h"

namespace gantry {
inline namespace scheduler {

inline constexpr std::uint64_t kPointerBytes = 8;  ///< payload bytes of doorbell, read request, completion, interrupt
inline constexpr std::uint64_t kSplitInfoBytes = 16;  ///< payload beside the descriptor in a job message
inline constexpr std::uint64_t kSourceBytes = 4;      ///< payload of a job message for each part that the job reads

/// A read or write of global memory.
struct MemoryAccess {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< number of bytes to read or write
};

/// host -> memory: writes a descriptor into the ring of a queue.
struct DescriptorWrite {
  static constexpr MessageKind kKind{"descriptor_write"};
  MemoryAccess access;
  std::uint64_t position = 0;  ///< position in the queue, counted from its first task
  TaskRef task = kNone;
  QueueId queue = 0;
};

/// memory -> host: a descriptor is written.
struct DescriptorAck {
  static constexpr MessageKind kKind{"descriptor_ack", true};
  QueueId queue = 0;
  std::uint64_t position = 0;
  TaskRef task = kNone;
};

/// host -> scheduler, with HostConfig::push: a descriptor, for which the queue has a slot of the cache.
struct DescriptorPush {
  static constexpr MessageKind kKind = control_kind("descriptor_push");
  QueueId queue = 0;
  TaskRef task = kNone;
  std::uint64_t position = 0;  ///< position in the queue, counted from its first task
};

/// host -> scheduler: new descriptors of a queue.
struct Doorbell {
  static constexpr MessageKind kKind = control_kind("doorbell");
  QueueId queue = 0;
  std::uint64_t tail = 0;  ///< all earlier positions of the queue can be read
};

/// scheduler -> memory: reads the next descriptor of a queue. Memory knows its length.
struct DescriptorRead {
  static constexpr MessageKind kKind{"descriptor_read"};
  MemoryAccess access;
  std::uint64_t position = 0;
  QueueId queue = 0;
  std::uint16_t errors = 0;  ///< earlier reads of this burst, whose answers were errors
};

/// memory -> scheduler: a burst of a descriptor.
struct DescriptorData {
  static constexpr MessageKind kKind{"descriptor_data", true};
  QueueId queue = 0;
  TaskRef task = kNone;  ///< kNone in the last burst: no task, its entry is to be freed
  std::uint64_t position = 0;
  std::uint64_t offset = 0;  ///< bytes of the descriptor before this burst
  std::uint16_t errors = 0;  ///< above 0: an error, the so many-th of this burst
};

/// scheduler -> processor: a job with its descriptor.
struct JobMessage {
  static constexpr MessageKind kKind = control_kind("job");
  JobRef job = kNone;
  ProcessorId processor = 0;
  std::uint32_t slot = 0;  ///< decomposer slot of the task; kNone: issued again, when the task may have none
};

/// scheduler -> processor, with DispatcherConfig::preload: the jobs of a task may start.
struct GangStart {
  static constexpr MessageKind kKind = control_kind("go");
  TaskRef task = kNone;
  ProcessorId processor = 0;
  std::uint32_t jobs = 0;  ///< of the task at this processor
};

/// processor -> memory: reads a burst of a job's input.
struct InputRead {
  static constexpr MessageKind kKind{"input_read"};
  MemoryAccess access;
  JobRef job = kNone;
  std::uint16_t errors = 0;  ///< as of DescriptorRead
};

/// memory -> processor: the data of an InputRead.
struct InputData {
  static constexpr MessageKind kKind{"input_data", true};
  JobRef job = kNone;
  std::uint16_t errors = 0;  ///< as of DescriptorData
  MemoryAccess access = {};  ///< of an error
};

/// processor -> memory: writes a burst of a job's output.
struct OutputWrite {
  static constexpr MessageKind kKind{"output_write"};
  MemoryAccess access;
  JobRef job = kNone;
};

/// memory -> processor: acknowledges an OutputWrite.
struct OutputAck {
  static constexpr MessageKind kKind{"output_ack", true};
  JobRef job = kNone;
};

/// processor -> scheduler: a job has completed.
struct JobCompletion {
  static constexpr MessageKind kKind = control_kind("completion");
  JobRef job = kNone;
};

/// processor -> memory, or to the processor at whose router a store is: reads a burst of a part.
struct PartRead {
  static constexpr MessageKind kKind{"part_read"};
  MemoryAccess access;
  std::uint32_t transfer = kNone;
  std::uint32_t store = kNone;  ///< kNone: global memory
  std::uint16_t errors = 0;     ///< as of DescriptorRead
};

/// The data of a PartRead.
struct PartData {
  static constexpr MessageKind kKind{"part_data", true};
  std::uint32_t transfer = kNone;
  std::uint16_t errors = 0;  ///< as of DescriptorData
  MemoryAccess access = {};  ///< of an error
};

/// processor -> processor, for a PartRead: the store does not have the part any more.
struct PartElsewhere {
  static constexpr MessageKind kKind{"part_elsewhere", true};
  std::uint32_t transfer = kNone;
  std::uint32_t store = kNone;  ///< store that has it; kNone: global memory
};

/// processor -> memory: writes a burst of a part.
struct PartWrite {
  static constexpr MessageKind kKind{"part_write"};
  MemoryAccess access;
  std::uint32_t transfer = kNone;
};

/// memory -> processor: acknowledges a PartWrite.
struct PartAck {
  static constexpr MessageKind kKind{"part_ack", true};
  std::uint32_t transfer = kNone;
};

/// processor -> scheduler: a part has left a store.
struct PartLeft {
  static constexpr MessageKind kKind = control_kind("part_left");
  PartRef part;
  std::uint32_t store = 0;
  std::uint64_t stay = 0;
};

/// scheduler -> host: the task at this position of the queue has completed.
struct TaskInterrupt {
  static constexpr MessageKind kKind = control_kind("interrupt");
  QueueId queue = 0;
  TaskRef task = kNone;
  std::uint64_t position = 0;
  std::uint64_t oldest = 0;  ///< host number of the oldest unfinished task
};

/// Whether messages of this name are control messages.
[[nodiscard]] constexpr bool is_control_message(std::string_view name) {
  constexpr MessageKind kKinds[] = {
      DescriptorWrite::kKind, DescriptorAck::kKind, Doorbell::kKind,      DescriptorRead::kKind, DescriptorData::kKind,
      JobMessage::kKind,      InputRead::kKind,     InputData::kKind,     OutputWrite::kKind,    OutputAck::kKind,
      JobCompletion::kKind,   PartRead::kKind,      PartData::kKind,      PartElsewhere::kKind,  PartWrite::kKind,
      PartAck::kKind,         PartLeft::kKind,      TaskInterrupt::kKind, DescriptorPush::kKind, GangStart::kKind};
  for (const MessageKind& kind : kKinds) {
    if (kind.name == name) return kind.control;
  }
  return false;
}

}  // namespace scheduler
}  // namespace gantry
