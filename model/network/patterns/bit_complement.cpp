// SPDX-License-Identifier: Apache-2.0
// bit_complement: node n sends to node N - 1 - n. With a power of two of nodes this inverts every bit.
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
