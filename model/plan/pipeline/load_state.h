// SPDX-License-Identifier: Apache-2.0
// Loads under throughput while units move one at a time: what a move changes is local, and a search makes millions.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Agrees with evaluate_loads() and evaluate_memory() for throughput, which are the rule.
class LoadState {
 public:
  LoadState(const PipelineItems& items, std::vector<std::uint32_t> resource);

  [[nodiscard]] const std::vector<std::uint32_t>& resource() const { return resource_; }
  [[nodiscard]] std::uint32_t resource(std::uint32_t unit) const { return resource_[unit]; }
  [[nodiscard]] const std::vector<Time>& loads() const { return loads_; }
  [[nodiscard]] Time largest() const;
  /// Bytes over the limits, all resources together.
  [[nodiscard]] std::uint64_t excess() const;
  /// Precondition: the resource can run the unit.
  void move(std::uint32_t unit, std::uint32_t to);

 private:
  /// Adds (or takes away) what the transfers of an item's result cost.
  void count_transfers(std::uint32_t item, bool add);
  void hold(std::uint32_t unit, bool add);

  const PipelineItems& items_;
  std::uint32_t resources_;
  bool carries_ = false;
  bool limited_ = false;
  bool footprints_ = false;
  std::vector<std::uint32_t> resource_;
  std::vector<Time> loads_;
  std::vector<Time> hop_;                            ///< of an item's result
  std::vector<std::uint32_t> readers_;               ///< item x resources + resource
  std::vector<std::uint32_t> copies_;                ///< holders: parameter x resources + resource
  std::vector<std::uint64_t> parameter_bytes_;       ///< by resource
  std::vector<std::vector<std::uint32_t>> sources_;  ///< of a unit: its items and those they read, each once
};

}  // namespace gantry::plan
