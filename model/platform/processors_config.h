// SPDX-License-Identifier: Apache-2.0
// Configuration of the processors: an item of the list `processors`. Every default is defined here only.
#pragma once

#include <cstdint>
#include <string>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"

namespace gantry {
inline namespace platform {

inline constexpr std::uint32_t kMaxProcessors = 4096;

struct ProcessorGroup {
  std::string name;  ///< default: its type
  std::string type = "core";
  std::uint32_t count = 1;  ///< 1..4096
  Speed speed;
  std::uint32_t word_bytes = 4;           ///< 1..4096
  std::uint64_t max_job_bytes = 1 << 20;  ///< largest job that it takes, 1..2^40
  std::uint32_t queue_depth = 2;          ///< jobs picked and not completed, 1..64
  std::uint32_t cluster = 0;              ///< 0..1023
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, ProcessorGroup& group);

}  // namespace platform
}  // namespace gantry
