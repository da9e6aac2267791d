// SPDX-License-Identifier: Apache-2.0
// tornado: almost half way around in every dimension, the worst case of closed rows.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_tornado(PatternCatalogue& patterns) {
  patterns.add("tornado", "each coordinate c to (c + ceil(k / 2) - 1) mod k",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 const auto [columns, rows] = grid;
                 return grid_pattern(grid, [columns = columns, rows = rows](std::uint32_t x, std::uint32_t y) {
                   return (y + (rows + 1) / 2 - 1) % rows * columns + (x + (columns + 1) / 2 - 1) % columns;
                 });
               });
}

}  // namespace network
}  // namespace gantry
