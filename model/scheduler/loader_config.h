// SPDX-License-Identifier: Apache-2.0
// Configuration of the dispatcher's loader: the section `dispatcher.loader`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"

namespace gantry {
inline namespace scheduler {

/// What the dispatcher's loader takes for a task (gantry/scheduler/loader.h).
struct LoaderConfig {
  std::uint32_t task_cycles = 0;            ///< of every task, 0..1000000
  std::uint32_t write_cycles = 0;           ///< of each write, 0..1000000
  std::uint32_t barrier_cycles = 0;         ///< of each barrier, 0..1000000
  std::uint32_t fetch_cycles = 0;           ///< of each fetch, 0..1000000
  std::uint32_t unicast_cycles = 0;         ///< of each write to one processor, 0..1000000
  Speed bytes_per_cycle{32000000};          ///< of bytes for all processors at once
  Speed unicast_bytes_per_cycle{32000000};  ///< of bytes for one processor after another, beside unicast_cycles
  std::uint64_t ring_bytes = 0;             ///< of tasks that are loaded and have not ended, 0..2^40; 0: no limit
  std::uint32_t ring_entries = 0;           ///< number of these tasks, 0..65536; 0: no limit
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, LoaderConfig& loader);

}  // namespace scheduler
}  // namespace gantry
