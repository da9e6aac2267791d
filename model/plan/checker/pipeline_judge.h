// SPDX-License-Identifier: Apache-2.0
// The pipeline model as the checker needs it: graph, times and transfers of all items.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "gantry/plan/checker/checker.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

class PipelineJudge {
 public:
  /// `model` must outlive it.
  explicit PipelineJudge(const PipelineModel& model);

  /// Returns the problem for check_plan(). It refers to this object and to `plan`. `name`: name of an item.
  [[nodiscard]] Checked checked(const Plan& plan, std::function<std::string(std::uint32_t)> name) const;

 private:
  const PipelineModel& model_;
  Graph graph_;
  TaskTimes times_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, PipelineEdge> edges_;  ///< by pair of operations
};

}  // namespace gantry::plan
