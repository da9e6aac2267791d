// SPDX-License-Identifier: Apache-2.0
// Orders for a choice of resources, by list scheduling.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Returns by item the longest path from its beginning to the end, in cycles, with the shortest times and no transfers.
std::vector<Time> ranks(const PipelineItems& items);

/// Preference of a resource among items that can start first.
struct ArrangeRule {
  /// Items of an older subtask first, so that its backward operations precede the next subtask's forward ones.
  bool oldest_first = false;
  /// By resource: most subtasks that it may have begun and not completed. At that limit only these continue, and the
  /// oldest subtask of all. Empty: no limit.
  std::vector<std::uint32_t> in_flight;
};

/// List scheduler. Every resource takes the item that can start first; ties go by the rule, then by the longest path to
/// the end, then to the first item.
class Arranger {
 public:
  /// `items` must outlive it.
  explicit Arranger(const PipelineItems& items, ArrangeRule rule = {});

  /// Replaces the order of the choice. Precondition: every unit has a resource that can run it.
  void arrange(PipelineChoice& choice);

 private:
  struct Ready {
    Time start;
    Time rank;
    std::uint32_t item;
  };
  static bool after(const Ready& a, const Ready& b);
  void push(Ready ready);
  void begin(const PipelineChoice& choice);
  /// Whether the limits keep the item back. Then it waits until they no longer do.
  bool kept_back(std::uint32_t resource, const Ready& ready);
  /// Accounts for an item that has begun.
  void count(std::uint32_t resource, std::uint32_t item);
  void let_go(std::uint32_t resource);

  const PipelineItems& items_;
  ArrangeRule rule_;
  std::vector<Time> rank_;
  // Reused buffers.
  std::vector<Ready> heap_;
  std::vector<std::uint32_t> waiting_;
  std::vector<Time> arrival_;
  std::vector<Time> release_;
  // For limits only.
  std::vector<std::uint32_t> left_here_;  ///< items of a subtask on a resource: subtask x resources + resource
  std::vector<bool> begun_;               ///< subtask x resources + resource
  std::vector<std::uint32_t> flying_;     ///< subtasks in flight, by resource
  std::vector<std::uint32_t> left_;       ///< items left, by subtask
  std::uint32_t oldest_ = 0;              ///< oldest unfinished subtask
  std::vector<std::vector<Ready>> kept_;  ///< items that were kept back, by resource
};

}  // namespace gantry::plan
