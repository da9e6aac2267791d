// SPDX-License-Identifier: Apache-2.0
// Data objects: data that tasks read and write, and that the machine may keep near its processors (docs/data.md).
//
// An object has parts: the byte ranges of n equal shares. A part is written by one job and never changed.
#pragma once

#include <cstdint>
#include <vector>

namespace gantry {
inline namespace workload {

inline constexpr std::uint64_t kMaxObjectBytes = std::uint64_t{1} << 40;
inline constexpr std::uint32_t kMaxParts = 1 << 16;  ///< as many as a task may have jobs

/// First byte of share `i` of `n` of an object; share i ends where share i + 1 begins. Precondition: i <= n,
/// bytes <= kMaxObjectBytes, 1 <= n <= kMaxParts.
[[nodiscard]] constexpr std::uint64_t share_begin(std::uint64_t bytes, std::uint64_t i, std::uint64_t n) {
  return i * bytes / n;
}

/// Consecutive parts [first, last) of an object.
struct PartRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// Returns the parts that a job reads: all of them (`whole`), or those that share `job` of `jobs` touches. Parts
/// without a byte may be among them.
[[nodiscard]] PartRange parts_read(std::uint64_t bytes, std::uint32_t parts, bool whole, std::uint32_t job,
                                   std::uint32_t jobs);

/// An object of the tasks of a TaskSource. In a stream of graphs it stands for one object per instance if it is
/// written, else for one object of all instances.
struct ObjectShape {
  std::uint64_t bytes = 1;             ///< 1..kMaxObjectBytes
  std::uint32_t parts = 1;             ///< 1..kMaxParts; of a written object as many as its writer has jobs
  bool written = false;                ///< a task writes it; else it is in global memory from the start
  bool keep = false;                   ///< of a written object: it goes to global memory although jobs read it
  bool stays = false;                  ///< of an unwritten object: its parts are never evicted from a store
  std::vector<std::uint32_t> readers;  ///< by part: jobs that read it, of an instance; of a written object only

  [[nodiscard]] std::uint64_t part_bytes(std::uint32_t part) const {
    return share_begin(bytes, part + std::uint64_t{1}, parts) - share_begin(bytes, part, parts);
  }
  /// Bytes in global memory from one part to the next: parts begin at a multiple of `burst_bytes`.
  [[nodiscard]] std::uint64_t part_room(std::uint64_t burst_bytes) const {
    const std::uint64_t largest = (bytes + parts - 1) / parts;
    return (largest + burst_bytes - 1) / burst_bytes * burst_bytes;
  }
  /// Whether every part goes to global memory as soon as it is written.
  [[nodiscard]] bool leaves() const { return written && (keep || readers.empty()); }
};

}  // namespace workload
}  // namespace gantry
