// SPDX-License-Identifier: Apache-2.0
// Addresses of a task's job data in global memory: the inputs of all jobs, then the outputs.
#pragma once

#include <cstdint>

#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

[[nodiscard]] inline std::uint64_t input_address(const MemoryMap& memory, const LiveTask& live, std::uint32_t job) {
  return live.data_address + job * memory.room_for(live.task.input_bytes);
}

[[nodiscard]] inline std::uint64_t output_address(const MemoryMap& memory, const LiveTask& live, std::uint32_t job) {
  return input_address(memory, live, live.task.jobs) + job * memory.room_for(live.task.output_bytes);
}

/// Returns the address behind the outputs, where the next task's data may begin.
[[nodiscard]] inline std::uint64_t end_of_data(const MemoryMap& memory, const LiveTask& live) {
  return output_address(memory, live, live.task.jobs);
}

}  // namespace scheduler
}  // namespace gantry
