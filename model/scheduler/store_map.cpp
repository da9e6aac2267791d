// SPDX-License-Identifier: Apache-2.0
#include "gantry/scheduler/store_map.h"

namespace gantry {
inline namespace scheduler {

std::uint32_t StoreMap::hops(StoreId store, ProcessorId p) const {
  std::vector<std::uint16_t>& row = hops_[store];
  if (row.empty()) {
    for (const std::uint32_t router : router_) {
      row.push_back(static_cast<std::uint16_t>(topology_.hops(router_[home_[store]], router)));
    }
  }
  return row[p];
}

StoreId StoreMap::nearer(StoreId store, StoreId other, ProcessorId p) const {
  if (other == kGlobalMemory) return store;
  return std::pair(hops(store, p), store) < std::pair(hops(other, p), other) ? store : other;
}

}  // namespace scheduler
}  // namespace gantry
