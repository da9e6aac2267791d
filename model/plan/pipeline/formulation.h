// SPDX-License-Identifier: Apache-2.0
// The binary program of source 002: variables and rows, independent of a solver.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gantry/plan/milp/milp.h"
#include "gantry/plan/pipeline/evaluator.h"
#include "gantry/plan/pipeline/model.h"

namespace gantry::plan {

/// Forms of the program. kCoarse: memory in 1024ths of a resource's memory, rounded to the safe side, so that all
/// numbers are small and whole. kQuadratic: transfers and orders by products of two x variables, as source 002 has
/// them; not for a solver of linear programs.
enum class PipelineForm : std::uint8_t { kLinear, kCoarse, kQuadratic };

/// Variables: x.S.O.R = 1 if resource R runs operation O of subtask S (tied items share the first one's variable);
/// `objective`. Makespan: c.S.O, the completion of an operation, and b.S.O.S'.O' = 1 if the first of two operations on
/// one resource comes first. Throughput: out.S.O.R and in.S.O.R, a transfer that R carries; h.P.R = 1 if R holds a copy
/// of parameter P (--replicate). Rows cannot express memory that results occupy beyond the footprint of their reader,
/// because it depends on the whole order. forbid() removes such choices one by one.
class PipelineFormulation {
 public:
  /// `time_unit`: cycles per unit in the program, so that numbers stay below about 10^6. `at_most`: search only for
  /// choices with objective <= at_most. `ordered`: with the b variables; without them the program is a relaxation.
  PipelineFormulation(const PipelineItems& items, double time_unit, std::optional<Time> at_most, bool ordered = true,
                      PipelineForm form = PipelineForm::kLinear);

  [[nodiscard]] const Milp& milp() const { return milp_; }
  /// Rows that exist because of memory.
  [[nodiscard]] const std::vector<std::uint32_t>& memory_rows() const { return memory_rows_; }
  /// Resource of a row in memory_rows().
  [[nodiscard]] std::uint32_t resource_of(std::uint32_t row) const;
  /// Returns the choice that a solution encodes.
  [[nodiscard]] PipelineChoice choice(const std::vector<double>& values) const;
  /// Excludes a choice, and only choices with the same resources and orders.
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
  void add_quadratic_transfer(const PipelineEdge& edge, std::vector<Milp::Term> base, const std::string& name);
  void add_order(double horizon);
  void add_quadratic_order(std::uint32_t i, std::uint32_t j, std::uint32_t b, double horizon);

  const PipelineItems& items_;
  const PipelineModel& model_;
  double unit_;
  PipelineForm form_;
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

/// Returns the transitive predecessors of items: bit `of` of row `item` is set if `of` comes before `item`.
std::vector<std::vector<bool>> ancestors(const PipelineItems& items);

}  // namespace gantry::plan
