// SPDX-License-Identifier: Apache-2.0
// bit_reversal: the destination has the bits of the source in reverse order.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {

void add_bit_reversal(PatternCatalogue& patterns) {
  patterns.add("bit_reversal", "the bits of the node from the other end; needs a power of two",
               [](const PatternValues& /*own*/, const NodeGrid& grid) {
                 return bit_pattern(grid, [](std::uint32_t node, std::uint32_t bits) {
                   std::uint32_t reversed = 0;
                   for (std::uint32_t bit = 0; bit < bits; ++bit) reversed |= ((node >> bit) & 1U) << (bits - 1 - bit);
                   return reversed;
                 });
               });
}

}  // namespace network
}  // namespace gantry
