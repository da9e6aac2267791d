// SPDX-License-Identifier: Apache-2.0
// Configuration of descriptors: the section `descriptor`. Every default is defined here only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

struct DescriptorConfig {
  std::uint32_t full_bytes = 128;  ///< bytes without further predecessors, 1..65536
  std::uint32_t predecessors =
      8;  ///< predecessors within the full bytes, 0..4096; a further one adds kPredecessorBytes

  /// Returns the length in bytes of a descriptor with `named` predecessors and `groups` of jobs (Task::groups).
  [[nodiscard]] std::uint64_t bytes(std::size_t named, std::size_t groups = 0) const {
    return full_bytes + (named > predecessors ? (named - predecessors) * kPredecessorBytes : 0) + groups * kGroupBytes;
  }
  static constexpr std::uint64_t kPredecessorBytes = 4;
  static constexpr std::uint64_t kGroupBytes = 32;  ///< number of jobs, types, size, cycles, input, output
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, DescriptorConfig& descriptor);

}  // namespace scheduler
}  // namespace gantry
