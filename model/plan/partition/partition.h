// SPDX-License-Identifier: Apache-2.0
// A task graph divided into K parts and its cut: the state of the planner `partition` (source 000). The cost of a move
// is proportional to the moved task's edges.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/partition/balance.h"
#include "gantry/plan/partition/critical_edges.h"
#include "gantry/plan/partition/objective.h"

namespace gantry::plan {

/// Number of no part.
inline constexpr std::uint32_t kNoPart = ~std::uint32_t{0};

/// The constant data of a partition.
class PartitionProblem {
 public:
  /// The edges between two tasks: one, or in a coarse problem all edges between two groups.
  struct Neighbour {
    std::uint32_t task = 0;
    std::uint32_t edges = 1;
    Cut weight;  ///< weight of all of them together
  };
  struct Neighbours {
    const Neighbour* first;
    const Neighbour* last;
    [[nodiscard]] const Neighbour* begin() const { return first; }
    [[nodiscard]] const Neighbour* end() const { return last; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };

  /// `graph` must outlive the problem. Preconditions: 1 <= parts <= tasks; as many limits as parts; one entry of
  /// `critical` per edge; if the objective counts bytes, their sum over all edges is below 2^62.
  PartitionProblem(const Graph& graph, CriticalEdges critical, Balance balance,
                   Objective objective = Objective::critical);
  /// Equal parts, and the objective `critical`.
  PartitionProblem(const Graph& graph, CriticalEdges critical, std::uint32_t parts, std::uint64_t imbalance_billionths)
      : PartitionProblem(graph, std::move(critical), make_balance(graph, parts, imbalance_billionths)) {}
  /// A coarse problem: groups of tasks move together, with the same limits and the same cut. It has no
  /// flow order. Graph and critical edges are those of the fine problem.
  PartitionProblem(const PartitionProblem& fine, const std::vector<std::uint32_t>& group_of, std::uint32_t groups);

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const CriticalEdges& critical() const { return critical_; }
  [[nodiscard]] std::uint64_t critical_edges() const { return critical_edges_; }
  [[nodiscard]] Objective objective() const { return objective_; }
  [[nodiscard]] const Balance& balance() const { return balance_; }
  [[nodiscard]] Time limit(std::uint32_t part) const { return balance_.limits[part]; }
  [[nodiscard]] std::uint32_t parts() const { return static_cast<std::uint32_t>(balance_.limits.size()); }
  [[nodiscard]] std::uint32_t tasks() const { return static_cast<std::uint32_t>(balance_.loads.size()); }
  [[nodiscard]] Time load(std::uint32_t task) const { return balance_.loads[task]; }
  /// Tasks that share an edge with this one, in either direction.
  [[nodiscard]] Neighbours neighbours(std::uint32_t task) const {
    return {neighbours_.data() + begin_[task], neighbours_.data() + begin_[task + 1]};
  }
  /// Position of the task in the flow order. Not for a coarse problem.
  [[nodiscard]] std::uint32_t flow_position(std::uint32_t task) const { return flow_position_[task]; }

 private:
  const Graph& graph_;
  CriticalEdges critical_;
  std::uint64_t critical_edges_ = 0;
  Objective objective_;
  Balance balance_;
  std::vector<std::size_t> begin_;
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> flow_position_;
};

/// Edges of a task into one part.
struct Connection {
  std::uint32_t part = 0;
  std::uint32_t edges = 0;
  Cut weight;  ///< weight of all of them together
};

class Partition {
 public:
  struct Connections {
    const Connection* first;
    const Connection* last;
    [[nodiscard]] const Connection* begin() const { return first; }
    [[nodiscard]] const Connection* end() const { return last; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };

  /// `problem` must outlive the partition. Precondition: a part below problem.parts() for every task.
  Partition(const PartitionProblem& problem, std::vector<std::uint32_t> part_of);

  [[nodiscard]] const PartitionProblem& problem() const { return *problem_; }
  [[nodiscard]] const std::vector<std::uint32_t>& parts() const { return part_of_; }
  [[nodiscard]] std::uint32_t part(std::uint32_t task) const { return part_of_[task]; }
  [[nodiscard]] Time load(std::uint32_t part) const { return loads_[part]; }
  /// Number of tasks in the part.
  [[nodiscard]] std::uint32_t size(std::uint32_t part) const { return sizes_[part]; }
  /// Cost of all edges between parts.
  [[nodiscard]] const Cut& cut() const { return cut_; }
  /// Parts to which the task has edges, its own included, in no particular order.
  [[nodiscard]] Connections connections(std::uint32_t task) const {
    const Connection* begin = connections_.data() + connections_begin_[task];
    return {begin, begin + connection_count_[task]};
  }
  /// Connection to one part, which may have no edges.
  [[nodiscard]] Connection connection(std::uint32_t task, std::uint32_t part) const;
  /// Whether an edge of the task leads to another part.
  [[nodiscard]] bool is_boundary(std::uint32_t task) const {
    const Connections all = connections(task);
    return all.size() > 1 || (all.size() == 1 && all.first->part != part_of_[task]);
  }
  /// Whether the task may move to a part: the part has capacity, and the task's own part keeps another task.
  [[nodiscard]] bool may_move(std::uint32_t task, std::uint32_t to) const {
    return sizes_[part_of_[task]] > 1 && add(loads_[to], problem_->load(task)) <= problem_->limit(to);
  }
  [[nodiscard]] Time largest_load() const;
  /// Remaining capacity of a part; negative above its limit.
  [[nodiscard]] std::int64_t room(std::uint32_t part) const {
    return static_cast<std::int64_t>(problem_->limit(part)) - static_cast<std::int64_t>(loads_[part]);
  }
  [[nodiscard]] bool over_limit(std::uint32_t part) const { return loads_[part] > problem_->limit(part); }
  /// Whether some part exceeds its limit.
  [[nodiscard]] bool over_limit() const;

  /// Moves a task. Precondition: `to` is another part.
  void move(std::uint32_t task, std::uint32_t to);

 private:
  void connect(std::uint32_t task, std::uint32_t part, const PartitionProblem::Neighbour& by);
  void disconnect(std::uint32_t task, std::uint32_t part, const PartitionProblem::Neighbour& by);

  const PartitionProblem* problem_;
  std::vector<std::uint32_t> part_of_;
  std::vector<Time> loads_;
  std::vector<std::uint32_t> sizes_;
  Cut cut_;
  std::vector<Connection> connections_;
  std::vector<std::size_t> connections_begin_;
  std::vector<std::uint32_t> connection_count_;
};

}  // namespace gantry::plan
