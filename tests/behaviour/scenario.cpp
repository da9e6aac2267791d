// SPDX-License-Identifier: Apache-2.0
#include "behaviour/scenario.h"

#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"

namespace gantry {

Scenario tiny(std::uint32_t processors, std::uint32_t queue_depth) {
  static const std::vector<std::uint32_t> kNodes = {4, 3, 5, 7, 6, 8};
  Scenario scenario;
  Architecture& a = scenario.architecture;
  a.interconnect.own.set("columns", 3);
  a.interconnect.own.set("rows", 3);
  a.interconnect.flit_bytes = 32;
  a.interconnect.header_bytes = 8;
  a.interconnect.virtual_channels = 2;
  a.interconnect.buffer_flits = 8;
  a.memory->latency_cycles = 13;
  a.memory->bytes_per_cycle = Speed{128000000};
  a.placement->host = 0;
  a.placement->scheduler = 1;
  a.placement->memory = {2};
  a.placement->processors.assign(kNodes.begin(), kNodes.begin() + processors);
  ProcessorGroup group;
  group.count = processors;
  group.queue_depth = queue_depth;
  *a.processors = {group};
  return scenario;
}

}  // namespace gantry
