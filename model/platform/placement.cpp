// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/placement.h"

#include <numeric>
#include <string>

#include "gantry/base/error.h"
#include "gantry/network/control_config.h"
#include "gantry/platform/global_memory_config.h"
#include "gantry/platform/placement_config.h"
#include "gantry/platform/processors_config.h"
#include "gantry/scheduler/dispatcher_config.h"

namespace gantry {
inline namespace platform {

std::uint32_t processor_count(const Architecture& architecture) {
  std::uint32_t count = 0;
  for (const ProcessorGroup& group : *architecture.processors) count += group.count;
  return count;
}

std::uint32_t endpoint_count(const Architecture& architecture) {
  return 2 + architecture.memory->controllers + processor_count(architecture);
}

std::uint32_t control_endpoint_count(const Architecture& architecture) { return 2 + processor_count(architecture); }

std::unique_ptr<Topology> make_topology(const Architecture& architecture, const TopologyCatalogue& topologies) {
  const auto* entry = topologies.find(architecture.interconnect.topology);
  if (entry == nullptr) throw Error("unknown topology '" + architecture.interconnect.topology + "'");
  return entry->make(architecture.interconnect, endpoint_count(architecture));
}

std::unique_ptr<Topology> make_control_topology(const Architecture& architecture, const TopologyCatalogue& topologies) {
  const ControlConfig& control = *architecture.control;
  const auto* entry = topologies.find(control.topology);
  if (entry == nullptr) throw Error("unknown topology '" + control.topology + "'");
  return entry->make(control, control_endpoint_count(architecture));
}

EndpointPlacement place_endpoints(const Architecture& architecture, std::uint32_t nodes) {
  const PlacementConfig& placement = *architecture.placement;
  std::vector<bool> taken(nodes, false);
  const auto mark = [&](std::uint32_t node) {
    if (node >= nodes) throw Error("node " + std::to_string(node) + " is not in the topology");
    taken[node] = true;
  };
  if (placement.host) mark(*placement.host);
  if (placement.scheduler) mark(*placement.scheduler);
  for (const std::uint32_t node : placement.memory) mark(node);
  for (const std::uint32_t node : placement.processors) mark(node);

  std::uint32_t next = 0;
  const auto take_free = [&] {
    while (next < nodes && taken[next]) ++next;
    if (next == nodes) throw Error("more endpoints than nodes");
    return next++;
  };
  EndpointPlacement placed;
  placed.host = placement.host ? *placement.host : take_free();
  placed.memory = placement.memory;
  while (placed.memory.size() < architecture.memory->controllers) placed.memory.push_back(take_free());
  placed.scheduler = placement.scheduler ? *placement.scheduler : take_free();
  placed.processors = placement.processors;
  while (placed.processors.size() < processor_count(architecture)) placed.processors.push_back(take_free());
  return placed;
}

std::vector<std::uint32_t> terminal_nodes(const Architecture& architecture, const Topology& topology) {
  const EndpointPlacement placement = place_endpoints(architecture, topology.nodes());
  std::vector<std::uint32_t> nodes = {placement.host};
  const std::uint32_t send_ports = architecture.control->on() ? 0 : architecture.dispatcher->send_ports;
  nodes.insert(nodes.end(), 1 + send_ports, placement.scheduler);
  nodes.insert(nodes.end(), placement.memory.begin(), placement.memory.end());
  nodes.insert(nodes.end(), placement.processors.begin(), placement.processors.end());
  return nodes;
}

std::vector<std::uint32_t> control_terminal_nodes(const Architecture& architecture) {
  std::vector<std::uint32_t> nodes(control_endpoint_count(architecture));
  std::iota(nodes.begin(), nodes.end(), 0U);
  nodes.insert(nodes.end(), architecture.dispatcher->send_ports, 1U);
  return nodes;
}

}  // namespace platform
}  // namespace gantry
