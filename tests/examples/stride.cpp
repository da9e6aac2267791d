// SPDX-License-Identifier: Apache-2.0
// stride: every node sends so many nodes further, and from the last one on to the first.
#include "gantry/network/patterns/fixed_pattern.h"

namespace gantry {
inline namespace network {
namespace {

constexpr PatternKey kStride{{"stride", 1, {0, 4095}, "nodes", "from a node to its destination"}};

}  // namespace

void add_stride(PatternCatalogue& patterns) {
  patterns.add("stride", "node to node + stride",
               [](const PatternValues& own, const NodeGrid& grid) {
                 const std::uint32_t stride = kStride.line.of(own.numbers);
                 return fixed_pattern(grid.nodes(), [&](std::uint32_t node) { return (node + stride) % grid.nodes(); });
               },
               {kStride});
}

}  // namespace network
}  // namespace gantry
