// SPDX-License-Identifier: Apache-2.0
// An order for a choice of resources, by list scheduling.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/evaluator.h"

namespace gantry::plan {

/// Longest way to the end, with the shortest times and no transfers, by item.
std::vector<Time> ranks(const PipelineItems& items);

/// What a resource takes when several items can start first.
struct ArrangeRule {
  /// Items of an older subtask first, so that its backward operations come before the next subtask's forward ones.
  bool oldest_first = false;
  /// Most subtasks that a resource has begun and not ended with, by resource; then only these go on, and the oldest of
  /// all. Empty = no limit.
  std::vector<std::uint32_t> in_flight;
};

/// Every resource takes what can start first; then as the rule says; then what has the longest way to the end, then the
/// first item.
class Arranger {
 public:
  /// The items must outlive it.
  explicit Arranger(const PipelineItems& items, ArrangeRule rule = {});

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
  /// Whether the limits keep the item back; then it waits until they may not.
  bool kept_back(std::uint32_t resource, const Ready& ready);
  /// The item has begun.
  void count(std::uint32_t resource, std::uint32_t item);
  void let_go(std::uint32_t resource);

  const PipelineItems& items_;
  ArrangeRule rule_;
  std::vector<Time> rank_;
  // Kept for their memory.
  std::vector<Ready> heap_;
  std::vector<std::uint32_t> waiting_;
  std::vector<Time> arrival_;
  std::vector<Time> release_;
  // With limits only.
  std::vector<std::uint32_t> left_here_;  ///< items of a subtask on a resource: subtask x resources + resource
  std::vector<bool> begun_;               ///< likewise
  std::vector<std::uint32_t> flying_;     ///< by resource
  std::vector<std::uint32_t> left_;       ///< items, by subtask
  std::uint32_t oldest_ = 0;              ///< subtask that is not done
  std::vector<std::vector<Ready>> kept_;  ///< by resource
};

}  // namespace gantry::plan
