// SPDX-License-Identifier: Apache-2.0
// The mesh with several nodes on each router.
#include "gantry/network/topologies/mesh_topology.h"

namespace gantry {

void add_concentrated_mesh(TopologyCatalogue& topologies) {
  topologies.add("concentrated_mesh",
                 "2D mesh of columns x rows with `concentration` endpoints on each router, XY routing",
                 [](const InterconnectConfig& config, std::uint32_t) {
                   return std::make_unique<Mesh>(config.columns, config.rows, config.concentration);
                 },
                 {"columns", "rows", "concentration"});
}

}  // namespace gantry
