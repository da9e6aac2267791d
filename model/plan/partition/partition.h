// SPDX-License-Identifier: Apache-2.0
// A task graph divided into K parts, and what is cut: the state that every step of the planner `partition` works on
// (source 000). A move costs the moved task's edges, never the whole graph.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gantry/plan/graph.h"
#include "gantry/plan/partition/balance.h"
#include "gantry/plan/partition/critical_edges.h"
#include "gantry/plan/partition/objective.h"

namespace gantry::plan {

/// The number of no part.
inline constexpr std::uint32_t kNoPart = ~std::uint32_t{0};

/// What stays as it is while tasks move.
class PartitionProblem {
 public:
  /// The edges that join two tasks: one, or in a coarse problem as many as there are between two groups.
  struct Neighbour {
    std::uint32_t task = 0;
    std::uint32_t edges = 1;
    Cut weight;  ///< of all of them
  };
  struct Neighbours {
    const Neighbour* first;
    const Neighbour* last;
    [[nodiscard]] const Neighbour* begin() const { return first; }
    [[nodiscard]] const Neighbour* end() const { return last; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };

  /// Preconditions: 1 <= parts <= tasks, as many as the balance has limits; one entry of `critical` per edge; if the
  /// objective counts bytes, those of all edges add up to less than 2^62. The graph must outlive the problem.
  PartitionProblem(const Graph& graph, CriticalEdges critical, Balance balance,
                   Objective objective = Objective::critical);
  /// Parts that are alike, and critical edges as the objective.
  PartitionProblem(const Graph& graph, CriticalEdges critical, std::uint32_t parts, std::uint64_t imbalance_billionths)
      : PartitionProblem(graph, std::move(critical), make_balance(graph, parts, imbalance_billionths)) {}
  /// A coarse problem: groups of tasks move as one, with the same limits and the same cut. It has no flow order, and
  /// its graph and critical edges are the fine one's.
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
  /// Tasks that an edge joins with this one, in either direction.
  [[nodiscard]] Neighbours neighbours(std::uint32_t task) const {
    return {neighbours_.data() + begin_[task], neighbours_.data() + begin_[task + 1]};
  }
  /// Place of the task in the flow order.
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

/// A task's edges into one part.
struct Connection {
  std::uint32_t part = 0;
  std::uint32_t edges = 0;
  Cut weight;  ///< of all of them
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

  /// Precondition: a part below problem.parts() for every task. The problem must outlive the partition.
  Partition(const PartitionProblem& problem, std::vector<std::uint32_t> part_of);

  [[nodiscard]] const PartitionProblem& problem() const { return *problem_; }
  [[nodiscard]] const std::vector<std::uint32_t>& parts() const { return part_of_; }
  [[nodiscard]] std::uint32_t part(std::uint32_t task) const { return part_of_[task]; }
  [[nodiscard]] Time load(std::uint32_t part) const { return loads_[part]; }
  [[nodiscard]] std::uint32_t size(std::uint32_t part) const { return sizes_[part]; }
  [[nodiscard]] const Cut& cut() const { return cut_; }
  /// The parts that the task has edges to, its own included, in no particular order.
  [[nodiscard]] Connections connections(std::uint32_t task) const {
    const Connection* begin = connections_.data() + connections_begin_[task];
    return {begin, begin + connection_count_[task]};
  }
  /// No edges if there are none to that part.
  [[nodiscard]] Connection connection(std::uint32_t task, std::uint32_t part) const;
  /// Whether an edge of the task leads to another part.
  [[nodiscard]] bool is_boundary(std::uint32_t task) const {
    const Connections all = connections(task);
    return all.size() > 1 || (all.size() == 1 && all.first->part != part_of_[task]);
  }
  /// Whether the task may go to that part: it has room, and the task's own part keeps another task.
  [[nodiscard]] bool may_move(std::uint32_t task, std::uint32_t to) const {
    return sizes_[part_of_[task]] > 1 && add(loads_[to], problem_->load(task)) <= problem_->limit(to);
  }
  [[nodiscard]] Time largest_load() const;
  /// What the part may still take; below 0 where it holds too much.
  [[nodiscard]] std::int64_t room(std::uint32_t part) const {
    return static_cast<std::int64_t>(problem_->limit(part)) - static_cast<std::int64_t>(loads_[part]);
  }
  [[nodiscard]] bool over_limit(std::uint32_t part) const { return loads_[part] > problem_->limit(part); }
  /// Whether some part holds more than its limit.
  [[nodiscard]] bool over_limit() const;

  /// Precondition: `to` is another part.
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
