// SPDX-License-Identifier: Apache-2.0
// An order for a choice of resources, by list scheduling.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Longest way to the end, with the shortest times and no transfers, by item.
std::vector<Time> ranks(const PipelineItems& items);

/// Every resource takes what can start first; then what has the longest way to the end, then the first item.
class Arranger {
 public:
  /// The items must outlive it.
  explicit Arranger(const PipelineItems& items) : items_(items), rank_(ranks(items)) {}

  void arrange(PipelineChoice& choice);

 private:
  struct Ready {
    Time start;
    Time rank;
    std::uint32_t item;
  };
  static bool after(const Ready& a, const Ready& b);
  void push(Ready ready);

  const PipelineItems& items_;
  std::vector<Time> rank_;
  // Kept for their memory.
  std::vector<Ready> heap_;
  std::vector<std::uint32_t> waiting_;
  std::vector<Time> arrival_;
  std::vector<Time> release_;
};

}  // namespace gantry::plan
