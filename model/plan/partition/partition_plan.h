// SPDX-License-Identifier: Apache-2.0
// What the planner `partition` found, as a plan.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/machine_costs.h"
#include "gantry/plan/partition/refinement.h"
#include "gantry/plan/plan.h"

namespace gantry::plan {

/// A machine whose clusters the parts are.
struct PartMachine {
  const TaskTimes& times;
  std::vector<std::uint32_t> part;      ///< of every processor
  const MachineCosts* costs = nullptr;  ///< in place of the cost of bytes

  /// Time of the task on the processor if it is one of its part.
  [[nodiscard]] Time time(std::uint32_t task, std::uint32_t in, std::uint32_t processor) const {
    return part[processor] == in ? times(task, processor) : TaskTimes::kCannotRun;
  }
  /// Whether a processor of the part can run the task.
  [[nodiscard]] bool can_run(std::uint32_t task, std::uint32_t in) const;
};

/// Method, placement by part, with starts if tasks take time (schedule_parts), metrics of the start (`initial_...`) and
/// of the result. The parameters that the user gave as text are the caller's to add: here are those that are numbers.
/// With a machine, whose part can run each task, every task is on a processor of its part: list scheduling, longest
/// path first.
Plan partition_plan(const PartitionProblem& problem, const std::vector<std::uint32_t>& start, const Refined& refined,
                    const RefineOptions& options, const TransferCost& transfer, const PartMachine* machine = nullptr);

}  // namespace gantry::plan
