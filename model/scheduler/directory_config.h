// SPDX-License-Identifier: Apache-2.0
// Configuration of the data directory: the section `directory`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

struct DirectoryConfig {
  std::uint32_t entries = 4096;       ///< parts whose stores it knows, 1..2^24
  std::uint32_t parts_per_cycle = 4;  ///< parts of a job that it looks up in a cycle, 1..64
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, DirectoryConfig& directory);

}  // namespace scheduler
}  // namespace gantry
