// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/scheduler_of.h"

#include <memory>

#include "gantry/network/control_config.h"
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

std::vector<std::uint32_t> hops_to_processors(const Architecture& architecture, const Topology& topology,
                                              const TopologyCatalogue& topologies) {
  std::vector<std::uint32_t> hops;
  const ControlConfig& control = *architecture.control;
  if (control.is_star()) return std::vector<std::uint32_t>(processor_count(architecture), 1);
  if (control.on()) {
    const std::unique_ptr<Topology> own = make_control_topology(architecture, topologies);
    const std::vector<std::uint32_t> nodes = control_terminal_nodes(architecture);
    for (std::uint32_t p = 0; p < processor_count(architecture); ++p) {
      hops.push_back(own->hops(own->router_of(nodes[1]), own->router_of(nodes[2 + p])));
    }
    return hops;
  }
  const EndpointPlacement placement = place_endpoints(architecture, topology.nodes());
  for (const std::uint32_t node : placement.processors) {
    hops.push_back(topology.hops(topology.router_of(placement.scheduler), topology.router_of(node)));
  }
  return hops;
}

}  // namespace platform
}  // namespace gantry
