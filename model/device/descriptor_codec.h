// SPDX-License-Identifier: Apache-2.0
// Codec of descriptors, jobs and messages. task_scheduler_regs.h defines their bytes. Numbers are little-endian; they
// are read and written byte by byte, so that the byte order of the simulating computer does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gantry/workload/task.h"

namespace gantry {
inline namespace scheduler {
struct DescriptorConfig;
}
}  // namespace gantry

namespace gantry {
inline namespace device {

/// Most types of processors: bits of a type mask.
inline constexpr std::uint32_t kMostMaskTypes = 32;

/// Sizes and offsets of a scheduler's descriptors, in bytes.
class DescriptorLayout {
 public:
  /// `types`: number of processor types. Throws Error if there are more than kMostMaskTypes, or if the fields do not
  /// fit into config.full_bytes.
  DescriptorLayout(const DescriptorConfig& config, std::uint32_t types);

  /// Bytes of a descriptor without further predecessors.
  [[nodiscard]] std::size_t full_bytes() const { return full_bytes_; }
  /// Number of processor types.
  [[nodiscard]] std::uint32_t types() const { return types_; }
  /// Most predecessors within the full bytes. Further ones follow behind.
  [[nodiscard]] std::uint32_t predecessors() const { return predecessors_; }
  /// Offset of the first predecessor.
  [[nodiscard]] std::size_t predecessors_at() const { return full_bytes_ - std::size_t{4} * predecessors_; }
  /// Bytes of a descriptor that names this number of predecessors.
  [[nodiscard]] std::size_t bytes(std::size_t named) const {
    return full_bytes_ + (named > predecessors_ ? (named - predecessors_) * 4 : 0);
  }
  /// Whether the cycles on each type fit into the payload.
  [[nodiscard]] bool has_room_for_types() const;

 private:
  std::size_t full_bytes_;
  std::uint32_t predecessors_;
  std::uint32_t types_;
};

/// The fields of a descriptor, unchecked. gantry_ts_descriptor explains each of them.
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
  std::vector<std::uint64_t> cycles;        ///< compute cycles of a job: one value, or one per type
  std::vector<std::uint32_t> predecessors;  ///< task numbers
};

/// Returns the number of predecessors that a descriptor names. `bytes`: at least its first 72 bytes.
[[nodiscard]] std::uint32_t named_predecessors(const std::uint8_t* bytes);
/// Reads the fields of a descriptor of layout.bytes(named_predecessors(bytes)) bytes. Without `with_predecessors` the
/// full bytes are enough, and the result has no predecessors.
[[nodiscard]] DescriptorFields read_descriptor(const std::uint8_t* bytes, const DescriptorLayout& layout,
                                               bool with_predecessors = true);
/// Returns the bytes of a descriptor. Throws Error if the cycles or the predecessors do not fit.
[[nodiscard]] std::vector<std::uint8_t> write_descriptor(const DescriptorFields& fields,
                                                         const DescriptorLayout& layout);

/// Returns the descriptor of a task, as a host writes it. Throws Error for a value that does not fit into its field.
[[nodiscard]] std::vector<std::uint8_t> encode_descriptor(const Task& task, std::uint64_t number,
                                                          std::uint64_t data_address, std::uint64_t program,
                                                          const DescriptorLayout& layout);
/// Returns the task of a descriptor, without its predecessors. Precondition: the class is valid, and cycles by type fit
/// into the payload.
[[nodiscard]] Task decode_task(const DescriptorFields& fields, const DescriptorLayout& layout);
/// Returns the 64-bit number whose lower half is `number`, less than 2^31 away from `near`.
[[nodiscard]] constexpr std::uint64_t whole_number(std::uint32_t number, std::uint64_t near) {
  return near + static_cast<std::uint64_t>(
                    static_cast<std::int64_t>(static_cast<std::int32_t>(number - static_cast<std::uint32_t>(near))));
}

/// The split information, which follows the descriptor in a job's message (gantry_ts_split).
struct SplitInfo {
  std::uint32_t token = 0;
  std::uint32_t job = 0;  ///< number within the task
  std::uint32_t slot = 0;
  std::uint32_t processor = 0;
};
/// Writes 16 bytes.
void write_split(const SplitInfo& split, std::uint8_t* bytes);
[[nodiscard]] SplitInfo read_split(const std::uint8_t* bytes);

/// The message of a completed task to the host.
struct DoneMessage {
  std::uint32_t number = 0;
  std::uint32_t oldest = 0;  ///< number of the oldest unfinished task, less than 2^23 away from `number`
  std::uint8_t flags = 0;    ///< GANTRY_TS_DONE_...
};
[[nodiscard]] std::uint64_t encode_done(const DoneMessage& done);
[[nodiscard]] DoneMessage decode_done(std::uint64_t value);

/// Reads a little-endian number of `count` bytes, at most 8.
[[nodiscard]] std::uint64_t read_bytes(const std::uint8_t* bytes, std::size_t count);
/// Writes the lower `count` bytes of a number, at most 8, in little-endian order.
void write_bytes(std::uint64_t value, std::uint8_t* bytes, std::size_t count);

}  // namespace device
}  // namespace gantry
