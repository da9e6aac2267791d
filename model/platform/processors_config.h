// SPDX-License-Identifier: Apache-2.0
// Configuration of the processors: an item of the list `processors`. Every default is defined here only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/base/keys_fwd.h"
#include "gantry/base/speed.h"

namespace gantry {
inline namespace platform {

inline constexpr std::uint32_t kMaxProcessors = 4096;

/// A store for parts of data objects near processors.
struct LocalStoreConfig {
  enum class Per : std::uint8_t { processor, cluster };
  std::uint64_t bytes = 0;            ///< 1..2^40; 0: no store
  std::uint64_t bytes_per_cycle = 0;  ///< that it reads out for others, 1..65536
  Per per = Per::processor;           ///< each processor has one, or those of a cluster share one
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, LocalStoreConfig& local);

struct ProcessorGroup {
  std::string name;           ///< empty: its type
  std::string type = "core";  ///< type that a task may require; kDmaType: jobs of kAnyType do not run on it
  std::uint32_t count = 1;    ///< 1..4096
  Speed speed;
  std::uint32_t set_up_cycles = 0;        ///< of a job before it computes, 0..1000000
  std::uint32_t word_bytes = 4;           ///< the size of a job is a multiple of it, 1..4096
  std::uint64_t max_job_bytes = 1 << 20;  ///< largest job that it takes, in bytes, 1..2^40
  std::uint32_t queue_depth = 2;          ///< most jobs picked or reserved and not completed, 1..64
  std::uint32_t cluster = 0;              ///< cluster for co-location, 0..1023
  LocalStoreConfig local;

  /// Returns how long it works on a job of so many cycles at speed 1.
  [[nodiscard]] Cycle time_for(std::uint64_t cycles) const { return speed.time_for(cycles) + set_up_cycles; }
};

/// Describes its keys (base/keys.h).
void describe(KeyVisitor& keys, ProcessorGroup& group);

/// Whether any processor has a local store.
[[nodiscard]] inline bool has_local_stores(const std::vector<ProcessorGroup>& groups) {
  for (const ProcessorGroup& group : groups) {
    if (group.local.bytes > 0) return true;
  }
  return false;
}

}  // namespace platform
}  // namespace gantry
