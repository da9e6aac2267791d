// SPDX-License-Identifier: Apache-2.0
// The binary optimisation of source 002: variables and rows, for whatever solver.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/pipeline/evaluator.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Variables: x.S.O.R = 1 when resource R runs operation O of subtask S (items that are tied share the variable of the
/// first); `objective`; under makespan c.S.O, an operation's completion, and b.S.O.S'.O' = 1 when the first of two
/// operations that share a resource comes first; under throughput out.S.O.R and in.S.O.R, a transfer that R carries;
/// h.P.R = 1 when R holds a copy of parameter P (--replicate).
/// Not in the rows, for they depend on the whole order: what results occupy beyond the footprint of the operation that
/// reads them. Such choices are taken out one by one (`forbid`).
class PipelineFormulation {
 public:
  /// Of `time_unit` cycles is everything in the program, so that solvers meet no numbers above some 10^6.
  /// `at_most`: only better choices are looked for, objective <= at_most. `ordered`: with the b variables; without them
  /// the program is a relaxation. `coarse`: memory in 1024ths of a resource's, rounded to the safe side, so that all
  /// numbers are small and whole.
  PipelineFormulation(const PipelineItems& items, double time_unit, std::optional<Time> at_most, bool ordered = true,
                      bool coarse = false);

  [[nodiscard]] const Milp& milp() const { return milp_; }
  /// Rows that only memory makes.
  [[nodiscard]] const std::vector<std::uint32_t>& memory_rows() const { return memory_rows_; }
  /// Resource that a memory row is about.
  [[nodiscard]] std::uint32_t resource_of(std::uint32_t row) const;
  /// The choice that a solution stands for.
  [[nodiscard]] PipelineChoice choice(const std::vector<double>& values) const;
  /// Takes this choice out, and with it only choices of the same resources and orders.
  void forbid(const PipelineChoice& choice);

 private:
  [[nodiscard]] std::uint32_t x(std::uint32_t item, std::uint32_t resource) const {
    return x_[std::size_t{items_.unit(item)} * resources_ + resource];
  }
  [[nodiscard]] std::string item_name(std::uint32_t item) const;
  [[nodiscard]] double scaled(Time time) const { return static_cast<double>(time) / unit_; }

  void add_choice();
  void break_symmetry();
  void add_parameters();
  void add_memory(bool coarse);
  void add_loads();
  void add_completions(bool ordered, double horizon);
  void add_transfer(const PipelineEdge& edge);
  void add_order(double horizon);

  const PipelineItems& items_;
  const PipelineModel& model_;
  double unit_;
  std::uint32_t resources_;
  Milp milp_;
  std::uint32_t objective_ = 0;
  std::vector<std::uint32_t> x_;
  std::vector<std::uint32_t> completion_;
  std::vector<std::vector<std::uint32_t>> copies_;  ///< h variables by parameter and resource
  struct Before {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t variable;
  };
  std::vector<Before> before_;
  std::vector<std::uint32_t> memory_rows_;
  std::vector<std::uint32_t> memory_resource_;
};

/// Whether one item has to wait for another, by item and by item: bit `of` of row `item` = `of` comes before.
std::vector<std::vector<bool>> ancestors(const PipelineItems& items);

}  // namespace gantry::plan
