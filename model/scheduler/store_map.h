// SPDX-License-Identifier: Apache-2.0
// Where the local stores are.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/network/topology.h"
#include "gantry/scheduler/data_table.h"

namespace gantry {
inline namespace scheduler {

class StoreMap {
 public:
  /// `of_processor`: store of each processor; kNone: it has none. `router`: of each processor. `home`: processor whose
  /// router has the store. `topology` outlives the map.
  StoreMap(std::vector<StoreId> of_processor, std::vector<std::uint32_t> router, std::vector<ProcessorId> home,
           const Topology& topology)
      : of_processor_(std::move(of_processor)),
        router_(std::move(router)),
        home_(std::move(home)),
        topology_(topology),
        hops_(home_.size()) {}

  [[nodiscard]] StoreId of(ProcessorId p) const { return of_processor_[p]; }
  [[nodiscard]] std::uint32_t stores() const { return static_cast<std::uint32_t>(home_.size()); }
  [[nodiscard]] ProcessorId home(StoreId store) const { return home_[store]; }
  /// Links from a store to a processor.
  [[nodiscard]] std::uint32_t hops(StoreId store, ProcessorId p) const;
  /// Returns the store with fewer links to a processor, of equal ones the lower number. Any store is nearer than
  /// kGlobalMemory. Precondition: `store` is not kGlobalMemory.
  [[nodiscard]] StoreId nearer(StoreId store, StoreId other, ProcessorId p) const;

 private:
  std::vector<StoreId> of_processor_;
  std::vector<std::uint32_t> router_;
  std::vector<ProcessorId> home_;
  const Topology& topology_;
  mutable std::vector<std::vector<std::uint16_t>> hops_;  ///< by store, then processor; empty: not needed yet
};

}  // namespace scheduler
}  // namespace gantry
