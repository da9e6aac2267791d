// SPDX-License-Identifier: Apache-2.0
// Where the data of a task's jobs lie in global memory: inputs first, then outputs, each job's with room of its own.
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

/// Behind the outputs, where those of another task may begin.
[[nodiscard]] inline std::uint64_t end_of_data(const MemoryMap& memory, const LiveTask& live) {
  return output_address(memory, live, live.task.jobs);
}

}  // namespace scheduler
}  // namespace gantry
