// SPDX-License-Identifier: Apache-2.0
#include "experiment/store_faults_key.h"

#include <algorithm>

#include "gantry/base/one_line.h"
#include "gantry/platform/processors_config.h"
#include "gantry/platform/store_list.h"

namespace gantry {

void StoreFaultsReader::read(MapReader& map, const FaultKeys& keys) {
  const std::size_t before = diagnostics_.size();
  for (const char* key : {"processor", "cycles", "factor", "drain", "network"}) {
    if (map.node().find(key) != nullptr) map.error(key, "does not go with `store`");
  }
  if (keys.kind != FaultKind::die) map.error("kind", "of a store must be `die`");
  if (!keys.at && !keys.mean_cycles) map.error("at", "is missing (or `mean_cycles`, for a random time)");
  if (keys.at && keys.mean_cycles) map.error("mean_cycles", "does not go with `at`");
  const std::vector<StoreInfo> stores = list_stores(architecture_).stores;
  const auto store =
      std::find_if(stores.begin(), stores.end(), [&](const StoreInfo& of) { return of.name == keys.store; });
  if (stores.empty()) {
    map.error("store", "needs processors with a local store (`local` of a group)");
  } else if (store == stores.end()) {
    std::vector<std::string> names;
    for (const StoreInfo& of : stores) names.push_back(of.name);
    const std::string range = names.size() == 1 ? names.front() : names.front() + " to " + names.back();
    map.error("store", "is " + in_quotes(keys.store) + ", and the machine has no such store" +
                           did_you_mean(keys.store, {names.begin(), names.end()}) + " (it has " + range + ')');
  }
  if (diagnostics_.size() != before) return;
  const auto number = static_cast<std::uint32_t>(store - stores.begin());
  if (std::any_of(faults_.begin(), faults_.end(), [&](const StoreFault& of) { return of.store == number; }))
    return map.error("store", "is " + in_quotes(keys.store) + ", and that dies already");
  faults_.push_back({number, keys.at.value_or(0), keys.mean_cycles.value_or(0)});
}

}  // namespace gantry
