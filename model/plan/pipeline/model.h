// SPDX-License-Identifier: Apache-2.0
// What the pipeline planner is asked (source 002): operations in a graph, resources that take different times for them,
// memory, parameters that tie operations together, and how many subtasks run the same graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/list/list_scheduler.h"

namespace gantry::plan {

struct PipelineOperation {
  std::string name;
  std::uint64_t input_bytes = 0;  ///< from outside; in memory while the operation runs
  bool backward = false;          ///< carries gradients, against the way of the forward operations
};

/// An operation reads what another one has written.
struct PipelineEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;  ///< in memory where it is read
  Time hop = 0;             ///< time of one hop
};

struct PipelineResource {
  std::string name;
  std::optional<std::uint64_t> memory;  ///< bytes; nothing = no limit
  bool carries_transfers = false;       ///< what leaves or enters adds its hop to the load (throughput)
};

/// Bytes that stay on the resource of the operations that use them, which therefore is one: over all subtasks, or in
/// each subtask if the model replicates.
struct PipelineParameter {
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> operations;
};

enum class PipelineObjective : std::uint8_t { kMakespan, kThroughput };

struct PipelineModel {
  std::vector<PipelineOperation> operations;
  std::vector<PipelineResource> resources;
  std::vector<Time> times;          ///< operation x resources + resource; TaskTimes::kCannotRun where it cannot run
  std::vector<PipelineEdge> edges;  ///< no cycle, each pair once
  std::vector<PipelineParameter> parameters;
  std::vector<std::uint8_t> hops;  ///< from x resources + to: hops of a transfer; 0 on the diagonal
  std::uint32_t subtasks = 1;
  bool replicate = false;
  PipelineObjective objective = PipelineObjective::kMakespan;

  [[nodiscard]] std::uint32_t operation_count() const { return static_cast<std::uint32_t>(operations.size()); }
  [[nodiscard]] std::uint32_t resource_count() const { return static_cast<std::uint32_t>(resources.size()); }
  /// Of an item: subtask x operations + operation.
  [[nodiscard]] std::uint32_t items() const { return subtasks * operation_count(); }
  [[nodiscard]] Time time(std::uint32_t item, std::uint32_t resource) const {
    return times[std::size_t{item % operation_count()} * resources.size() + resource];
  }
  [[nodiscard]] bool can_run(std::uint32_t item, std::uint32_t resource) const {
    return time(item, resource) != TaskTimes::kCannotRun;
  }
  [[nodiscard]] Time transfer(const PipelineEdge& edge, std::uint32_t from, std::uint32_t to) const {
    return edge.hop * hops[from * resources.size() + to];
  }
};

/// By resource: the first of those that no rule tells apart from it.
std::vector<std::uint32_t> alike_resources(const PipelineModel& model);

/// The model with its M subtasks laid out: items, their edges, and the units that are placed as one.
class PipelineItems {
 public:
  /// The model must outlive it.
  explicit PipelineItems(const PipelineModel& model);

  [[nodiscard]] const PipelineModel& model() const { return model_; }
  [[nodiscard]] std::uint32_t size() const { return model_.items(); }
  [[nodiscard]] const std::vector<PipelineEdge>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<std::uint32_t>& in(std::uint32_t item) const { return in_[item]; }
  [[nodiscard]] const std::vector<std::uint32_t>& out(std::uint32_t item) const { return out_[item]; }
  /// Subtask after subtask, each in Kahn's order (among the ready operations the first).
  [[nodiscard]] const std::vector<std::uint32_t>& flow_order() const { return flow_order_; }

  /// Units by the first of their items in the flow.
  [[nodiscard]] const std::vector<std::uint32_t>& unit_order() const { return unit_order_; }

  /// Items that sit on one resource, whatever the plan; units count in the order of their first item.
  [[nodiscard]] std::uint32_t units() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] std::uint32_t unit(std::uint32_t item) const { return unit_[item]; }
  [[nodiscard]] const std::vector<std::uint32_t>& members(std::uint32_t unit) const { return members_[unit]; }
  [[nodiscard]] bool can_run(std::uint32_t unit, std::uint32_t resource) const {
    return unit_time(unit, resource) != TaskTimes::kCannotRun;
  }
  /// Sum over the members; kCannotRun if one of them cannot run there.
  [[nodiscard]] Time unit_time(std::uint32_t unit, std::uint32_t resource) const {
    return unit_times_[std::size_t{unit} * model_.resources.size() + resource];
  }
  /// Units that have the parameter: one, or one per subtask if the model replicates; ascending, each once.
  [[nodiscard]] const std::vector<std::uint32_t>& holders(std::uint32_t parameter) const { return holders_[parameter]; }
  /// Parameters that a unit holds.
  [[nodiscard]] const std::vector<std::uint32_t>& held(std::uint32_t unit) const { return held_[unit]; }
  /// What has to be in memory while an operation runs: what it reads, and its input from outside.
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
