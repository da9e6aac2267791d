// SPDX-License-Identifier: Apache-2.0
// What a choice of resources and an order mean: times, loads and memory, by the rules of docs/planners/pipeline.md.
// Exact; knows no solver.
#pragma once

#include <cstdint>
#include <vector>

#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// The binary variables x(s,o,r), as the resource where x is 1 for each unit, and the order in which every resource
/// takes its operations.
struct PipelineChoice {
  std::vector<std::uint32_t> resource;  ///< by unit
  std::vector<std::uint32_t> order;     ///< all items, predecessors before successors; only makespan looks at it
};

struct PipelineTimes {
  std::vector<Time> start;  ///< by item
  std::vector<Time> finish;
  Time makespan = 0;
};

/// An operation starts as soon as its predecessors' results are there (source 002 claim 4: completion plus
/// communication delay) and its resource has done what is before it in the order.
void evaluate_times(const PipelineItems& items, const PipelineChoice& choice, PipelineTimes& times);

/// By resource, over all subtasks: the times of its operations; where transfers are carried, a hop once for every own
/// item whose result is read elsewhere and once for every foreign item whose result is read here.
std::vector<Time> evaluate_loads(const PipelineItems& items, const PipelineChoice& choice);

/// Most bytes at a time, by resource. Parameters count once each. Under makespan, a result is where it is read from its
/// arrival until its last reader there has finished (edges of one producer to one resource: the most bytes of any, from
/// the first arrival), an input from outside while its operation runs; what ends makes room for what begins in the same
/// cycle. Under throughput, where nothing has a time: the largest footprint of an operation.
std::vector<std::uint64_t> evaluate_memory(const PipelineItems& items, const PipelineChoice& choice,
                                           const PipelineTimes& times);

/// Bytes over the limits, all resources together.
std::uint64_t excess(const PipelineModel& model, const std::vector<std::uint64_t>& memory);

/// A choice with its value. Smaller is better: first the excess, then the objective.
struct PipelinePoint {
  PipelineChoice choice;
  std::uint64_t excess = 0;
  Time value = 0;  ///< makespan, or the largest load over all subtasks
};

PipelinePoint evaluate(const PipelineItems& items, PipelineChoice choice);

}  // namespace gantry::plan
