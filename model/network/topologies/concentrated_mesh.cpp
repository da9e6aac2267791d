// SPDX-License-Identifier: Apache-2.0
// Mesh with several nodes on each router.
#include "gantry/network/topologies/mesh_topology.h"

namespace gantry {
inline namespace network {
void add_concentrated_mesh(TopologyCatalogue& topologies) {
  topologies.add("concentrated_mesh",
                 "2D mesh of columns x rows with `concentration` endpoints on each router, XY routing",
                 [](const InterconnectConfig& config, std::uint32_t endpoints) {
                   const std::uint32_t each = kConcentration.of(config.own);
                   return std::make_unique<Mesh>(grid_size(config.own, endpoints, each), each);
                 },
                 {kColumns, kRows, kConcentration});
}

}  // namespace network
}  // namespace gantry
