// SPDX-License-Identifier: Apache-2.0
// Addresses of a task's job data in global memory: the inputs of all jobs, then the outputs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gantry/scheduler/memory_map.h"
#include "gantry/scheduler/tables.h"

namespace gantry {
inline namespace scheduler {

/// Returns the bytes that the inputs or outputs of the task's first `jobs` jobs take.
[[nodiscard]] inline std::uint64_t room_of_jobs(const MemoryMap& memory, const Task& task, std::uint32_t jobs,
                                                std::uint64_t JobShape::*bytes) {
  std::uint64_t room = 0;
  task.for_each_group([&](const JobShape& shape, std::uint32_t alike) {
    const std::uint32_t counted = std::min(alike, jobs);
    room += counted * memory.room_for(shape.*bytes);
    jobs -= counted;
  });
  return room;
}

[[nodiscard]] inline std::uint64_t input_address(const MemoryMap& memory, const LiveTask& live, std::uint32_t job) {
  return live.data_address + room_of_jobs(memory, live.task, job, &JobShape::input_bytes);
}

[[nodiscard]] inline std::uint64_t output_address(const MemoryMap& memory, const LiveTask& live, std::uint32_t job) {
  return input_address(memory, live, live.task.jobs) + room_of_jobs(memory, live.task, job, &JobShape::output_bytes);
}

/// Returns the address behind the outputs, where the next task's data may begin.
[[nodiscard]] inline std::uint64_t end_of_data(const MemoryMap& memory, const LiveTask& live) {
  return output_address(memory, live, live.task.jobs);
}

}  // namespace scheduler
}  // namespace gantry
