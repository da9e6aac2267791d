// SPDX-License-Identifier: Apache-2.0
// Configuration of the decomposer: the section `decomposer`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

struct DecomposerConfig {
  std::uint32_t slots =
      16;  ///< slots for tasks from registration to end of scheduling, one reserved per class with jobs: 4..4096
  std::uint32_t split_cycles = 4;   ///< cycles of the pre-split of one task, 1..100000; slots work in parallel
  std::uint32_t retry_cycles = 16;  ///< cycles from a failed match to the next request, 1..1000000
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, DecomposerConfig& decomposer);

}  // namespace scheduler
}  // namespace gantry
