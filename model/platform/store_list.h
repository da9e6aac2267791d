// SPDX-License-Identifier: Apache-2.0
// The local stores of an architecture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gantry/network/topology.h"
#include "gantry/platform/architecture.h"
#include "gantry/scheduler/store_map.h"

namespace gantry {
inline namespace platform {

struct StoreInfo {
  std::string name;  ///< as its processor, or cluster_store_name()
  std::uint64_t bytes = 0;
  std::uint64_t bytes_per_cycle = 1;
  bool of_cluster = false;
  ProcessorId home = 0;  ///< processor at whose router it is: the lowest one that has it
};

struct StoreList {
  std::vector<StoreInfo> stores;      ///< in order of their lowest processor
  std::vector<StoreId> of_processor;  ///< by processor; kNone: it has none
};

/// Name of the store that the processors of a cluster share.
[[nodiscard]] std::string cluster_store_name(std::uint32_t cluster);
/// Returns the stores. Throws Error if the groups of a cluster share a store and disagree about it.
[[nodiscard]] StoreList list_stores(const Architecture& architecture);
/// Returns the locations of the stores, which are those of the architecture.
[[nodiscard]] StoreMap map_stores(const StoreList& list, const Architecture& architecture, const Topology& topology);

}  // namespace platform
}  // namespace gantry
