// SPDX-License-Identifier: Apache-2.0
// Incremental loads for throughput: a move of one unit changes few numbers, and a search makes millions of moves.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Equal to evaluate_loads() and evaluate_memory() for throughput, which define the values. Preconditions: all
/// edges from one item have the same hop if a resource carries transfers; every unit is on a resource that can run it.
class LoadState {
 public:
  LoadState(const PipelineItems& items, std::vector<std::uint32_t> resource);

  [[nodiscard]] const std::vector<std::uint32_t>& resource() const { return resource_; }
  [[nodiscard]] std::uint32_t resource(std::uint32_t unit) const { return resource_[unit]; }
  [[nodiscard]] const std::vector<Time>& loads() const { return loads_; }
  [[nodiscard]] Time largest() const;
  /// Bytes over the limits, summed over all resources.
  [[nodiscard]] std::uint64_t excess() const;
  /// Moves a unit. Precondition: the resource can run it.
  void move(std::uint32_t unit, std::uint32_t to);

 private:
  /// Adds or removes the cost of the transfers of an item's result.
  void count_transfers(std::uint32_t item, bool add);
  void hold(std::uint32_t unit, bool add);

  const PipelineItems& items_;
  std::uint32_t resources_;
  bool carries_ = false;
  bool limited_ = false;
  bool footprints_ = false;
  std::vector<std::uint32_t> resource_;
  std::vector<Time> loads_;
  std::vector<Time> hop_;                            ///< by item: hop of its result
  std::vector<std::uint32_t> readers_;               ///< item x resources + resource
  std::vector<std::uint32_t> copies_;                ///< holders: parameter x resources + resource
  std::vector<std::uint64_t> parameter_bytes_;       ///< by resource
  std::vector<std::vector<std::uint32_t>> sources_;  ///< by unit: its items and those that they read, each once
};

}  // namespace gantry::plan
