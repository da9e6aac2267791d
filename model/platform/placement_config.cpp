// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/placement_config.h"

#include "gantry/base/keys.h"
#include "gantry/base/section_code.h"
#include "gantry/platform/architecture.h"

namespace gantry {
inline namespace platform {

void describe(KeyVisitor& keys, PlacementConfig& placement) {
  constexpr KeyRange kNodes{0, kMaxEndpoints - 1};
  keys.optional_number("host", placement.host, kNodes, "", "free node", "node of the host");
  keys.optional_number("scheduler", placement.scheduler, kNodes, "", "free node", "node of the task scheduler");
  keys.numbers("memory", placement.memory, kNodes, "free nodes", "list, one node per controller");
  keys.numbers("processors", placement.processors, kNodes, "free nodes", "list, one node per processor");
}

}  // namespace platform

template class Section<PlacementConfig>;

}  // namespace gantry
