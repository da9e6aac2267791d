// SPDX-License-Identifier: Apache-2.0
#include "gantry/sc/memory_layout.h"

#include <cstddef>

#include "gantry/device/task_scheduler_regs.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/host_config.h"
#include "gantry/platform/processor_list.h"
#include "gantry/scheduler/descriptor_config.h"
#include "gantry/scheduler/processor_table.h"
#include "gantry/scheduler/task_cache_config.h"

namespace gantry::sc {

MemoryMap memory_map_of(const Architecture& architecture) {
  const MemoryConfig& memory = *architecture.memory;
  MemoryMap map({memory.burst_bytes, memory.outstanding_bursts}, memory.interleave(), memory.controllers,
                architecture.task_cache->queues(), architecture.host->ring_entries,
                architecture.descriptor->full_bytes);
  for (std::uint32_t c = 0; c < memory.controllers; ++c) map.add_controller(c);
  return map;
}

DescriptorLayout descriptor_layout_of(const Architecture& architecture) {
  return DescriptorLayout(*architecture.descriptor, count_types(list_processors(architecture)));
}

void forget_predecessors(std::vector<std::uint8_t>& descriptor) {
  write_bytes(0, descriptor.data() + offsetof(gantry_ts_descriptor, predecessors), 2);
}

}  // namespace gantry::sc
