// SPDX-License-Identifier: Apache-2.0
// Evaluation of a choice of resources and an order: times, loads and memory by the rules of docs/planners/pipeline.md.
// Exact, and independent of any solver.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Values of the binary variables x(s,o,r): the resource with x = 1 for each unit, and the order in which resources run
/// their operations.
struct PipelineChoice {
  std::vector<std::uint32_t> resource;  ///< by unit
  std::vector<std::uint32_t> order;     ///< all items, predecessors first; only used for makespan
};

struct PipelineTimes {
  std::vector<Time> start;  ///< by item
  std::vector<Time> finish;
  Time makespan = 0;
};

/// Computes start times. An operation starts as soon as its predecessors' results have arrived (source 002 claim 4:
/// completion plus communication delay) and its resource has completed everything before it in the order.
void evaluate_times(const PipelineItems& items, const PipelineChoice& choice, PipelineTimes& times);

/// Returns loads by resource, over all subtasks: the times of its operations. A resource that carries transfers adds
/// one hop for every own item whose result is read elsewhere, and one for every foreign item whose result is read here.
std::vector<Time> evaluate_loads(const PipelineItems& items, const PipelineChoice& choice);

/// Returns the most bytes at a time, by resource. Each parameter counts once. Makespan: a result occupies memory where
/// it is read, from its arrival until its last reader there has finished; of several edges from one producer to one
/// resource the most bytes count, from the first arrival. An input from outside counts while its operation runs. Memory
/// freed in a cycle can be used in the same cycle. Throughput has no times: the largest footprint of an operation
/// counts.
std::vector<std::uint64_t> evaluate_memory(const PipelineItems& items, const PipelineChoice& choice,
                                           const PipelineTimes& times);

/// Returns the bytes over the limits, summed over all resources.
std::uint64_t excess(const PipelineModel& model, const std::vector<std::uint64_t>& memory);

/// A choice with its value. Compared by excess, then by objective; smaller is better.
struct PipelinePoint {
  PipelineChoice choice;
  std::uint64_t excess = 0;  ///< bytes over the limits, summed over all resources
  Time value = 0;            ///< in cycles: makespan, or the largest load over all subtasks
};

/// Returns the choice with its excess and its value for the model's objective. Precondition: every unit is on a
/// resource that can run it.
PipelinePoint evaluate(const PipelineItems& items, PipelineChoice choice);

}  // namespace gantry::plan
