// SPDX-License-Identifier: Apache-2.0
// transpose: the node in column x and row y sends to the node in column y and row x.
#include "gantry/network/patterns/fixed_pattern.h"

#include "gantry/base/error.h"

namespace gantry {
inline namespace network {

void add_transpose(PatternCatalogue& patterns) {
  patterns.add("transpose", "(x, y) to (y, x); needs as many columns as rows",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 if (grid.columns != grid.rows) {
                   throw Error("needs as many columns as rows, and there are " + std::to_string(grid.columns) +
                               " and " + std::to_string(grid.rows));
                 }
                 return grid_pattern(grid, [&](std::uint32_t x, std::uint32_t y) { return x * grid.columns + y; });
               });
}

}  // namespace network
}  // namespace gantry
