// SPDX-License-Identifier: Apache-2.0
// Configuration of the state monitor: the section `monitor`. Every default is defined here only.
#pragma once

#include <cstdint>

#include "gantry/base/keys_fwd.h"

namespace gantry {
inline namespace scheduler {

struct MonitorConfig {
  std::uint32_t task_ids = 64;               ///< finite pool, 1..65536
  std::uint32_t query_cycles = 1;            ///< predecessor query to answer, 1..1000
  std::uint32_t register_cycles = 1;         ///< registration request to task id, 1..1000
  std::uint32_t predecessors_per_cycle = 4;  ///< of one query that are looked at in a cycle, 1..64
  std::uint32_t completion_window = 4096;    ///< tasks from the oldest unfinished one on with a bit, 1..2^20
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, MonitorConfig& monitor);

}  // namespace scheduler
}  // namespace gantry
