// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/memory_layout.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "gantry/scheduler/task_scheduler_regs.h"

namespace gantry::sc {

MemoryMap memory_map_of(const Architecture& architecture) {
  const MemoryConfig& memory = architecture.memory;
  MemoryMap map({memory.burst_bytes, memory.outstanding_bursts}, memory.interleave(), memory.controllers,
                architecture.task_cache.queues(), architecture.host.ring_entries, architecture.descriptor.full_bytes);
  for (std::uint32_t c = 0; c < memory.controllers; ++c) map.add_controller(c);
  return map;
}

DescriptorLayout descriptor_layout_of(const Architecture& architecture) {
  std::vector<std::string> types;
  for (const ProcessorGroup& group : architecture.processors) {
    if (std::find(types.begin(), types.end(), group.type) == types.end()) types.push_back(group.type);
  }
  return DescriptorLayout(architecture.descriptor, static_cast<std::uint32_t>(types.size()));
}

void forget_predecessors(std::vector<std::uint8_t>& descriptor) {
  write_bytes(0, descriptor.data() + offsetof(gantry_ts_descriptor, predecessors), 2);
}

}  // namespace gantry::sc
