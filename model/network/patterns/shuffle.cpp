// SPDX-License-Identifier: Apache-2.0
// shuffle: the destination has the bits of the source rotated left by one.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_shuffle(PatternCatalogue& patterns) {
  patterns.add("shuffle", "the bits of the node rotated left by one; needs a power of two",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 return bit_pattern(grid, [](std::uint32_t node, std::uint32_t bits) {
                   return ((node << 1U) | (node >> (bits - 1))) & ((1U << bits) - 1);
                 });
               });
}

}  // namespace network
}  // namespace gantry
