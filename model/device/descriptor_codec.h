// SPDX-License-Identifier: Apache-2.0
// Descriptors, jobs and messages as the bytes that task_scheduler_regs.h lays down: little-endian, written and read
// byte by byte, so that it does not matter what computer runs the simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/scheduler/scheduler_config.h"
#include "gantry/workload/task.h"

namespace gantry {
inline namespace device {

/// Types of processors that a mask can name.
inline constexpr std::uint32_t kMostMaskTypes = 32;

/// Where things are in a descriptor of a scheduler.
class DescriptorLayout {
 public:
  /// Throws Error if its fields do not fit into config.full_bytes, or for too many types.
  DescriptorLayout(const DescriptorConfig& config, std::uint32_t types);

  [[nodiscard]] std::size_t full_bytes() const { return full_bytes_; }
  [[nodiscard]] std::uint32_t types() const { return types_; }
  /// Predecessors that have room in the full bytes.
  [[nodiscard]] std::uint32_t predecessors() const { return predecessors_; }
  [[nodiscard]] std::size_t predecessors_at() const { return full_bytes_ - std::size_t{4} * predecessors_; }
  /// Of one that names so many predecessors.
  [[nodiscard]] std::size_t bytes(std::size_t named) const {
    return full_bytes_ + (named > predecessors_ ? (named - predecessors_) * 4 : 0);
  }
  /// Whether the payload has room for the cycles on each type.
  [[nodiscard]] bool has_room_for_types() const;

 private:
  std::size_t full_bytes_;
  std::uint32_t predecessors_;
  std::uint32_t types_;
};

/// What stands in a descriptor, whether it makes sense or not.
struct DescriptorFields {
  std::uint32_t number = 0;
  std::uint8_t cls = 0;
  std::uint8_t flags = 0;
  std::uint16_t weight = 1;
  std::uint32_t jobs = 0;
  std::uint16_t stream = 0;
  std::uint32_t job_bytes = 0;
  std::uint32_t type_mask = 0;
  std::uint64_t deadline = 0;
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t data_address = 0;
  std::uint64_t program = 0;
  std::vector<std::uint64_t> cycles;        ///< one, or one per type
  std::vector<std::uint32_t> predecessors;  ///< numbers
};

/// How many predecessors it names. `bytes` has at least its first 72.
[[nodiscard]] std::uint32_t named_predecessors(const std::uint8_t* bytes);
/// `bytes` has layout.bytes(named_predecessors(bytes)); without predecessors they need not be there.
[[nodiscard]] DescriptorFields read_descriptor(const std::uint8_t* bytes, const DescriptorLayout& layout,
                                               bool with_predecessors = true);
[[nodiscard]] std::vector<std::uint8_t> write_descriptor(const DescriptorFields& fields,
                                                         const DescriptorLayout& layout);

/// A task as its host writes it. Throws Error for what a descriptor has no room for.
[[nodiscard]] std::vector<std::uint8_t> encode_descriptor(const Task& task, std::uint64_t number,
                                                          std::uint64_t data_address, std::uint64_t program,
                                                          const DescriptorLayout& layout);
/// The task that it tells of, but for its predecessors. Precondition: the class exists and the types have room.
[[nodiscard]] Task decode_task(const DescriptorFields& fields, const DescriptorLayout& layout);
/// A 32-bit number close to `near` as the 64-bit number that it is the lower half of.
[[nodiscard]] constexpr std::uint64_t whole_number(std::uint32_t number, std::uint64_t near) {
  return near + static_cast<std::uint64_t>(
                    static_cast<std::int64_t>(static_cast<std::int32_t>(number - static_cast<std::uint32_t>(near))));
}

/// What travels with a job behind its descriptor.
struct SplitInfo {
  std::uint32_t token = 0;
  std::uint32_t job = 0;
  std::uint32_t slot = 0;
  std::uint32_t processor = 0;
};
/// `bytes` has room for 16.
void write_split(const SplitInfo& split, std::uint8_t* bytes);
[[nodiscard]] SplitInfo read_split(const std::uint8_t* bytes);

/// The message of a finished task.
struct DoneMessage {
  std::uint32_t number = 0;
  std::uint32_t oldest = 0;  ///< number of the oldest unfinished task, less than 2^23 away
  std::uint8_t flags = 0;
};
[[nodiscard]] std::uint64_t encode_done(const DoneMessage& done);
[[nodiscard]] DoneMessage decode_done(std::uint64_t value);

/// Little-endian numbers of `count` bytes, at most 8.
[[nodiscard]] std::uint64_t read_bytes(const std::uint8_t* bytes, std::size_t count);
void write_bytes(std::uint64_t value, std::uint8_t* bytes, std::size_t count);

}  // namespace device
}  // namespace gantry
