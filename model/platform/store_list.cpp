// SPDX-License-Identifier: Apache-2.0
#include "gantry/platform/store_list.h"

#include <map>
#include <utility>

#include "gantry/base/error.h"
#include "gantry/platform/placement.h"
#include "gantry/platform/processor_list.h"
#include "gantry/platform/processors_config.h"

namespace gantry {
inline namespace platform {

std::string cluster_store_name(std::uint32_t cluster) { return "cluster" + std::to_string(cluster); }

StoreList list_stores(const Architecture& architecture) {
  StoreList list;
  std::map<std::uint32_t, StoreId> of_cluster;
  const std::vector<ProcessorInfo> processors = list_processors(architecture);
  ProcessorId p = 0;
  for (const ProcessorGroup& group : *architecture.processors) {
    const LocalStoreConfig& local = group.local;
    for (std::uint32_t i = 0; i < group.count; ++i, ++p) {
      if (local.bytes == 0) {
        list.of_processor.push_back(kNone);
        continue;
      }
      const bool shared = local.per == LocalStoreConfig::Per::cluster;
      const auto next = static_cast<StoreId>(list.stores.size());
      const StoreId store = shared ? of_cluster.emplace(group.cluster, next).first->second : next;
      list.of_processor.push_back(store);
      if (store < next) {
        if (list.stores[store].bytes == local.bytes && list.stores[store].bytes_per_cycle == local.bytes_per_cycle)
          continue;
        throw Error("processors of cluster " + std::to_string(group.cluster) + " share a local store, and `" +
                    processors[p].group + "` has another size or rate than the group before it");
      }
      list.stores.push_back({shared ? cluster_store_name(group.cluster) : processors[p].name, local.bytes,
                             local.bytes_per_cycle, shared, p});
    }
  }
  return list;
}

StoreMap map_stores(const StoreList& list, const Architecture& architecture, const Topology& topology) {
  const EndpointPlacement placement = place_endpoints(architecture, topology.nodes());
  std::vector<std::uint32_t> routers;
  for (const std::uint32_t node : placement.processors) routers.push_back(topology.router_of(node));
  std::vector<ProcessorId> homes;
  for (const StoreInfo& store : list.stores) homes.push_back(store.home);
  return {list.of_processor, std::move(routers), std::move(homes), topology};
}

}  // namespace platform
}  // namespace gantry
