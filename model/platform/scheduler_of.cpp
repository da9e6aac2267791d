// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/scheduler_of.h"

#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"

namespace gantry {
inline namespace platform {

SchedulerDeviceConfig scheduler_of(const Architecture& architecture, const PolicyConfig& policies,
                                   const MachineCatalogue& catalogue) {
  return {static_cast<const TaskSchedulerConfig&>(architecture),
          policies,
          {architecture.memory->burst_bytes, architecture.memory->outstanding_bursts},
          list_processors(architecture),
          {},
          catalogue.pickers,
          catalogue.processor_choices};
}

std::vector<std::uint32_t> hops_to_processors(const Architecture& architecture, const Topology& topology) {
  const EndpointPlacement placement = place_endpoints(architecture, topology.nodes());
  std::vector<std::uint32_t> hops;
  for (const std::uint32_t node : placement.processors) {
    hops.push_back(topology.hops(topology.router_of(placement.scheduler), topology.router_of(node)));
  }
  return hops;
}

}  // namespace platform
}  // namespace gantry
