// SPDX-License-Identifier: Apache-2.0
// Placement of a machine's endpoints on the nodes of its interconnect.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

[[nodiscard]] std::uint32_t processor_count(const Architecture& architecture);
/// Number of endpoints: host, scheduler, memory controllers and processors.
[[nodiscard]] std::uint32_t endpoint_count(const Architecture& architecture);
/// Number of endpoints of a control network: host, scheduler and processors.
[[nodiscard]] std::uint32_t control_endpoint_count(const Architecture& architecture);
/// Makes the topology of the interconnect for endpoint_count() endpoints. Throws Error for an unknown name.
std::unique_ptr<Topology> make_topology(const Architecture& architecture,
                                        const TopologyCatalogue& topologies = builtin_topologies());

/// Makes the topology of a control network that is no star. Throws Error for an unknown name.
[[nodiscard]] std::unique_ptr<Topology> make_control_topology(
    const Architecture& architecture, const TopologyCatalogue& topologies = builtin_topologies());

/// Nodes of all endpoints. Endpoints without a configured node take the free ones in ascending order: host, memory,
/// scheduler, processors.
struct EndpointPlacement {
  std::uint32_t host = 0;
  std::uint32_t scheduler = 0;
  std::vector<std::uint32_t> memory;
  std::vector<std::uint32_t> processors;
};
/// Places all endpoints on the nodes 0..nodes-1. Throws Error when there are too few nodes, or if a configured node
/// does not exist. Does not check that configured nodes differ.
EndpointPlacement place_endpoints(const Architecture& architecture, std::uint32_t nodes);
/// Returns the nodes of all terminals: host, scheduler, its send ports unless they are on a control network, memory
/// controllers, processors. Throws as place_endpoints() does.
std::vector<std::uint32_t> terminal_nodes(const Architecture& architecture, const Topology& topology);
/// Returns the nodes of all terminals of a control network that is no star: host, scheduler, processors and the send
/// ports, which are at the scheduler's node.
std::vector<std::uint32_t> control_terminal_nodes(const Architecture& architecture);

}  // namespace platform
}  // namespace gantry
