// SPDX-License-Identifier: Apache-2.0
// neighbor: one step forward in every dimension, from the edge of the mesh to the other edge.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_neighbor(PatternCatalogue& patterns) {
  patterns.add("neighbor", "each coordinate c to (c + 1) mod k",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 return grid_pattern(grid, [&](std::uint32_t x, std::uint32_t y) {
                   return (y + 1) % grid.rows * grid.columns + (x + 1) % grid.columns;
                 });
               });
}

}  // namespace network
}  // namespace gantry
