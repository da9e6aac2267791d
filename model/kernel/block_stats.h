// SPDX-License-Identifier: Apache-2.0
// Counters of a unit at the end of a run. docs/outputs.md defines each number.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gantry {
inline namespace kernel {

struct QueueStats {
  std::string name;
  double mean = 0.0;           ///< entries, weighted with time
  std::uint64_t max = 0;       ///< Gauge::max()
  std::uint64_t capacity = 0;  ///< 0: unbounded
};

struct BlockStats {
  std::string name;               ///< Unit::name(), such as "task_cache"
  std::uint64_t busy_cycles = 0;  ///< cycles in which the block did work
  std::vector<std::pair<std::string, std::uint64_t>>
      stalls;  ///< cause, and cycles in which at least one entity waited for it
  std::vector<QueueStats> queues;
  std::vector<std::pair<std::string, std::uint64_t>> counters;  ///< name and number of events
};

}  // namespace kernel
}  // namespace gantry
