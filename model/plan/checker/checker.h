// SPDX-License-Identifier: Apache-2.0
// The checker of plans. It shares only the graph with the planners. It checks each rule independently, as far as the
// plan contains the data for it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gantry/base/catalogue.h"
#include "gantry/base/diagnostics.h"
#include "gantry/plan/graph.h"
#include "gantry/plan/plan.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

/// Returns the transfer time of an edge between two processors.
using TransferTime = std::function<Time(const Edge& edge, std::uint32_t from, std::uint32_t to)>;

/// Returns a function that yields 0 on one processor, else the cost of the bytes. It ignores TransferCost::everywhere.
TransferTime transfer_time(const TransferCost& cost);

struct PipelineModel;

/// A plan and its problem, which must outlive it.
struct Checked {
  const Plan& plan;
  const Graph& graph;
  const TaskTimes& times;  ///< times of tasks on processors; parts of a partition count as equal processors
  TransferTime transfer;
  std::function<std::string(std::uint32_t)> name;  ///< name of a task
  const PipelineModel* pipeline = nullptr;         ///< resources and memory, for a plan of the pipeline planner
  std::vector<Time> releases = {};                 ///< by task: earliest start; empty: 0 for all
  SourcePosition where = {};                       ///< position of the plan, for diagnostics
};

/// Rules of one method, by its name. They are checked after the general rules, and only if those hold.
using MethodRules = void(const Checked&, Diagnostics&);
using MethodRulesCatalogue = Catalogue<MethodRules>;
/// The rules of the folder `checker`.
const MethodRulesCatalogue& builtin_method_rules();

/// Checks the general rules, then those of the method, and returns the violations as errors, in a fixed order. A method
/// without rules in `method_rules` is only checked by the general rules:
/// - Every copy (metric `unroll`, default 1) of every task is placed exactly once.
/// - Processors are below the parameter `processors`, parts below `parts`, each listed once, and can run the task.
/// - All copies have start and finish, or none has. A copy with times is on one processor, for the task's time there.
/// - No processor runs two tasks at a time.
/// - A task starts when its predecessors have finished and their data have arrived. With a metric `period` this holds
/// in
///   steady state: start_i + c_i + transfer <= start_j + (r_i - r_j) x period, every copy within its period, the least
///   retiming 0.
/// - No task starts before its release.
/// - The metrics `makespan`, `max_retiming` and `prologue` agree with the placement.
Diagnostics check_plan(const Checked& checked, const MethodRulesCatalogue& method_rules = builtin_method_rules());

}  // namespace gantry::plan
