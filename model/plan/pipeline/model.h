// SPDX-License-Identifier: Apache-2.0
// Problem of the pipeline planner (source 002): operations in a graph, resources with different times for them, memory,
// parameters that tie operations to one resource, and the number of subtasks that run the same graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/schedule.h"

namespace gantry::plan {

struct PipelineOperation {
  std::string name;
  std::uint64_t input_bytes = 0;  ///< from outside; in memory while the operation runs
  bool backward = false;          ///< computes gradients, against the direction of the forward operations
};

/// An edge: an operation reads the result of another one.
struct PipelineEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;  ///< bytes of the result in the memory of its reader
  Time hop = 0;             ///< cycles of one hop; if a resource carries transfers: equal for all edges from `from`
};

struct PipelineResource {
  std::string name;
  std::optional<std::uint64_t> memory;  ///< bytes; nothing: no limit
  bool carries_transfers = false;       ///< each outgoing or incoming transfer adds its hop to the load (throughput)
};

/// Bytes that stay on the resource of the operations that use them. All of these run on one resource, over all subtasks
/// or, if the model replicates, within each subtask.
struct PipelineParameter {
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> operations;  ///< not empty
};

/// Minimised: kMakespan, the end of the last item; kThroughput, the largest load of a resource.
enum class PipelineObjective : std::uint8_t { kMakespan, kThroughput };

struct PipelineModel {
  std::vector<PipelineOperation> operations;
  std::vector<PipelineResource> resources;
  std::vector<Time> times;          ///< operation x resources + resource; TaskTimes::kCannotRun where it cannot run
  std::vector<PipelineEdge> edges;  ///< acyclic, each pair once
  std::vector<PipelineParameter> parameters;
  std::vector<std::uint8_t> hops;  ///< from x resources + to: hops of a transfer; 0 on the diagonal
  std::vector<Time> delays;        ///< from x resources + to: cycles of a transfer in addition to its hops; empty: none
  std::uint32_t subtasks = 1;      ///< at least 1; each runs all operations once
  bool replicate = false;          ///< subtasks may hold copies of a parameter on different resources
  PipelineObjective objective = PipelineObjective::kMakespan;

  [[nodiscard]] std::uint32_t operation_count() const { return static_cast<std::uint32_t>(operations.size()); }
  [[nodiscard]] std::uint32_t resource_count() const { return static_cast<std::uint32_t>(resources.size()); }
  /// Number of items. Item number: subtask x operations + operation.
  [[nodiscard]] std::uint32_t items() const { return subtasks * operation_count(); }
  [[nodiscard]] Time time(std::uint32_t item, std::uint32_t resource) const {
    return times[std::size_t{item % operation_count()} * resources.size() + resource];
  }
  [[nodiscard]] bool can_run(std::uint32_t item, std::uint32_t resource) const {
    return time(item, resource) != TaskTimes::kCannotRun;
  }
  /// Cycles of a transfer between two resources.
  [[nodiscard]] Time transfer(const PipelineEdge& edge, std::uint32_t from, std::uint32_t to) const {
    const std::size_t pair = from * resources.size() + to;
    return edge.hop * hops[pair] + (delays.empty() ? 0 : delays[pair]);
  }
};

/// Returns for every resource the lowest one with the same times, memory, hops, delays and kind of transfers. The two
/// can swap their roles in any plan. It may be the resource itself.
std::vector<std::uint32_t> alike_resources(const PipelineModel& model);

/// The model with its M subtasks expanded: items, their edges, and the units that are placed together.
class PipelineItems {
 public:
  /// `model` must outlive it.
  explicit PipelineItems(const PipelineModel& model);

  [[nodiscard]] const PipelineModel& model() const { return model_; }
  [[nodiscard]] std::uint32_t size() const { return model_.items(); }
  [[nodiscard]] const std::vector<PipelineEdge>& edges() const { return edges_; }
  /// Numbers of the edges that end in an item, and that begin in it: indices of edges().
  [[nodiscard]] const std::vector<std::uint32_t>& in(std::uint32_t item) const { return in_[item]; }
  [[nodiscard]] const std::vector<std::uint32_t>& out(std::uint32_t item) const { return out_[item]; }
  /// Items subtask by subtask, each in Kahn's order; the first ready operation wins.
  [[nodiscard]] const std::vector<std::uint32_t>& flow_order() const { return flow_order_; }

  /// All units, in the order of their first items in the flow.
  [[nodiscard]] const std::vector<std::uint32_t>& unit_order() const { return unit_order_; }

  /// Number of units. A unit is the set of items that share a resource in any plan. Units are numbered by their first
  /// item.
  [[nodiscard]] std::uint32_t units() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] std::uint32_t unit(std::uint32_t item) const { return unit_[item]; }
  /// Items of a unit, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& members(std::uint32_t unit) const { return members_[unit]; }
  [[nodiscard]] bool can_run(std::uint32_t unit, std::uint32_t resource) const {
    return unit_time(unit, resource) != TaskTimes::kCannotRun;
  }
  /// Sum of the members' times; kCannotRun if one of them cannot run there.
  [[nodiscard]] Time unit_time(std::uint32_t unit, std::uint32_t resource) const {
    return unit_times_[std::size_t{unit} * model_.resources.size() + resource];
  }
  /// Units with the parameter, ascending: one, or one per subtask if the model replicates.
  [[nodiscard]] const std::vector<std::uint32_t>& holders(std::uint32_t parameter) const { return holders_[parameter]; }
  /// Parameters of a unit.
  [[nodiscard]] const std::vector<std::uint32_t>& held(std::uint32_t unit) const { return held_[unit]; }
  /// Bytes in memory while an operation runs: what it reads, and its input from outside.
  [[nodiscard]] std::uint64_t footprint(std::uint32_t item) const {
    return footprint_[item % model_.operation_count()];
  }

 private:
  void tie();

  const PipelineModel& model_;
  std::vector<PipelineEdge> edges_;
  std::vector<std::vector<std::uint32_t>> in_;
  std::vector<std::vector<std::uint32_t>> out_;
  std::vector<std::uint32_t> flow_order_;
  std::vector<std::uint32_t> unit_order_;
  std::vector<std::uint32_t> unit_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<Time> unit_times_;
  std::vector<std::vector<std::uint32_t>> holders_;
  std::vector<std::vector<std::uint32_t>> held_;
  std::vector<std::uint64_t> footprint_;
};

}  // namespace gantry::plan
