// SPDX-License-Identifier: Apache-2.0
// Configuration of descriptors: the section `descriptor`. Every default is defined here only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

struct DescriptorConfig {
  std::uint32_t basic_bytes = 32;  ///< 1..65536; part of the full information
  std::uint32_t full_bytes = 128;  ///< basic_bytes..65536
  std::uint32_t predecessors = 8;  ///< whose numbers have room in it, 0..4096; each more takes kPredecessorBytes

  /// Length of a descriptor that names so many predecessors.
  [[nodiscard]] std::uint64_t bytes(std::size_t named) const {
    return full_bytes + (named > predecessors ? (named - predecessors) * kPredecessorBytes : 0);
  }
  static constexpr std::uint64_t kPredecessorBytes = 4;
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, DescriptorConfig& descriptor);

}  // namespace scheduler
}  // namespace gantry
