// SPDX-License-Identifier: Apache-2.0
#include "experiment/memory_faults_key.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gantry/platform/global_memory_config.h"

namespace gantry {

void MemoryFaultsReader::read(MapReader& map, const FaultKeys& keys) {
  const std::size_t before = diagnostics_.size();
  for (const char* key : {"processor", "factor", "drain"}) {
    if (map.node().find(key) != nullptr) map.error(key, "does not go with `memory`");
  }
  if (keys.kind != FaultKind::error) map.error("kind", "of memory must be `error`");
  if (!keys.at && !keys.mean_cycles) map.error("at", "is missing (or `mean_cycles`, for faults at random times)");
  if (keys.at && keys.mean_cycles) map.error("mean_cycles", "does not go with `at`");
  const std::uint32_t controllers = architecture_.memory->controllers;
  if (*keys.memory >= controllers) {
    const std::string all =
        controllers == 1 ? "the controller 0" : "the controllers 0 to " + std::to_string(controllers - 1);
    map.error("memory", "is " + std::to_string(*keys.memory) + ", and the machine has " + all);
  }
  if (diagnostics_.size() != before) return;
  faults_.push_back(
      {{*keys.memory, keys.at.value_or(0), keys.cycles.value_or(0), keys.mean_cycles.value_or(0)}, &map.node()});
}

std::vector<MemoryFault> MemoryFaultsReader::finish() {
  std::stable_sort(faults_.begin(), faults_.end(), [](const ReadFault& a, const ReadFault& b) {
    return std::pair(a.fault.controller, a.fault.at) < std::pair(b.fault.controller, b.fault.at);
  });
  std::vector<MemoryFault> faults;
  for (const ReadFault& read : faults_) {
    const MemoryFault& fault = read.fault;
    if (!faults.empty() && faults.back().controller == fault.controller) {
      const MemoryFault& earlier = faults.back();
      const std::string name = "memory " + std::to_string(fault.controller);
      if (earlier.mean > 0 || fault.mean > 0) {
        diagnostics_.error(read.node->where(), name + " has faults at random times and others");
      } else if (fault.at < earlier.at + earlier.cycles) {
        diagnostics_.error(read.node->where(), name + " has a fault from cycle " + std::to_string(earlier.at) +
                                                   " on that is not over in cycle " + std::to_string(fault.at));
      }
    }
    faults.push_back(fault);
  }
  return faults;
}

}  // namespace gantry
