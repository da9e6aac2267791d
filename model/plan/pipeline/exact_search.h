// SPDX-License-Identifier: Apache-2.0
// The exact program of a pipeline, as far as its size allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gantry/plan/pipeline/best_plan.h"
#include "gantry/plan/pipeline/formulation.h"

namespace gantry::plan {

class ExactSearch {
 public:
  /// What it finds, it adds to `best`, which must outlive it.
  explicit ExactSearch(BestPlan& best) : best_(best), items_(best.items), limits_(best.limits) {}

  /// Before the annealing: a small program is mostly solved at once, and ends soon if it is not.
  void try_small();
  void prove();

 private:
  [[nodiscard]] double time_unit() const;
  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] std::uint64_t order_rows() const;
  [[nodiscard]] bool brief() const;
  [[nodiscard]] bool too_large() const;
  [[nodiscard]] MilpLimits milp_limits(const Milp& milp) const;
  void cheapest_part();
  void relax();
  /// Looks for something better than the best plan until there is nothing. `most`: of solutions that memory forbids.
  void exact(MilpLimits limits, PipelineFormulation& formulation, int most);
  [[nodiscard]] PipelineFormulation aimed();
  [[nodiscard]] Time aim() const;
  void explain(const PipelineFormulation& formulation, bool forbidden);

  BestPlan& best_;
  const PipelineItems& items_;
  const PipelineLimits& limits_;
  double unit_ = 1;
};

}  // namespace gantry::plan
