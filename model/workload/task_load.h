// SPDX-License-Identifier: Apache-2.0
// What has to be loaded into processors before a task can run.
#pragma once

#include <cstdint>

namespace gantry {
inline namespace workload {

/// Programs, configuration and arguments that the dispatcher's loader writes into processors.
struct TaskLoad {
  std::uint32_t writes = 0;         ///< writes that it takes
  std::uint32_t barriers = 0;       ///< times that the loader waits until all that it has written has arrived
  std::uint64_t bytes = 0;          ///< that go to all processors of the task at once
  std::uint64_t unicast_bytes = 0;  ///< that go to one processor after another, in all
  std::uint32_t fetches = 0;        ///< times that the loader fetches what it writes
  std::uint32_t unicasts = 0;       ///< writes to one processor
  std::uint64_t entry_bytes = 0;    ///< that it keeps in processors until it has ended
  std::uint32_t set_up_cycles = 0;  ///< of each job before it computes, at any speed

  [[nodiscard]] bool any() const {
    return writes > 0 || barriers > 0 || bytes > 0 || unicast_bytes > 0 || fetches > 0 || unicasts > 0 ||
           entry_bytes > 0 || set_up_cycles > 0;
  }
};

}  // namespace workload
}  // namespace gantry
