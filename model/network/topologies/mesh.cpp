// SPDX-License-Identifier: Apache-2.0
// Mesh with one node on each router.
#include "gantry/network/topologies/mesh_topology.h"

namespace gantry {
inline namespace network {

void add_mesh(TopologyCatalogue& topologies) {
  topologies.add("mesh", "2D mesh of columns x rows, dimension-order XY routing",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   return std::make_unique<Mesh>(grid_size(config.own, endpoints, 1), 1);
                 },
                 {kColumns, kRows});
}

}  // namespace network
}  // namespace gantry
