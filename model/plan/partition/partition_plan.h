// SPDX-License-Identifier: Apache-2.0
// Plans from results of the planner `partition`.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/machine_costs.h"
#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// A machine whose clusters are the parts.
struct PartMachine {
  const TaskTimes& times;
  std::vector<std::uint32_t> part;      ///< by processor
  const MachineCosts* costs = nullptr;  ///< replaces the cost of bytes

  /// Time of the task on a processor of the part; kCannotRun on other processors.
  [[nodiscard]] Time time(std::uint32_t task, std::uint32_t in, std::uint32_t processor) const {
    return part[processor] == in ? times(task, processor) : TaskTimes::kCannotRun;
  }
  /// Whether a processor of the part can run the task.
  [[nodiscard]] bool can_run(std::uint32_t task, std::uint32_t in) const;
};

/// Makes a plan: method, placement by part, starts if tasks take time (schedule_parts), and metrics of the start
/// (`initial_...`) and the result. The caller adds parameters that the user gave as text. With a machine, every task is
/// placed on a processor of its part, which must be able to run it, by list scheduling with the longest path first.
Plan partition_plan(const PartitionProblem& problem, const std::vector<std::uint32_t>& start, const Refined& refined,
                    const RefineOptions& options, const TransferCost& transfer, const PartMachine* machine = nullptr);

}  // namespace gantry::plan
