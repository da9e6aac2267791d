// SPDX-License-Identifier: Apache-2.0
// bit_rotation: the destination has the bits of the source rotated right by one.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_bit_rotation(PatternCatalogue& patterns) {
  patterns.add("bit_rotation", "the bits of the node rotated right by one; needs a power of two",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 return bit_pattern(grid, [](std::uint32_t node, std::uint32_t bits) {
                   return (node >> 1U) | ((node & 1U) << (bits - 1));
                 });
               });
}

}  // namespace network
}  // namespace gantry
