// SPDX-License-Identifier: Apache-2.0
// collective: the packets of an operation of all nodes, which wait for each other.
#include "gantry/network/collective.h"
#include "gantry/network/pattern.h"

namespace gantry {
inline namespace network {

void add_collective(PatternCatalogue& patterns) {
  patterns.add(kCollectivePattern, "an operation of all nodes, such as all_reduce, once", {}, {});
}

}  // namespace network
}  // namespace gantry
