// SPDX-License-Identifier: Apache-2.0
// bit_complement: to the node with the complement of the number; of any count of nodes the one as far from the end.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_bit_complement(PatternCatalogue& patterns) {
  patterns.add("bit_complement", "node to N - 1 - node, which of a power of two is every bit turned",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 return fixed_pattern(grid.nodes(), [&](std::uint32_t node) { return grid.nodes() - 1 - node; });
               });
}

}  // namespace network
}  // namespace gantry
