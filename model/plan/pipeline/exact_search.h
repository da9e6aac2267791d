// SPDX-License-Identifier: Apache-2.0
// Exact search with the mixed-integer program of a pipeline, within its size limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gantry/plan/pipeline/best_plan.h"
#include "gantry/plan/pipeline/formulation.h"

namespace gantry::plan {

class ExactSearch {
 public:
  /// Adds its results to `best`, which must outlive it.
  explicit ExactSearch(BestPlan& best) : best_(best), items_(best.items), limits_(best.limits) {}

  /// Before the annealing: most small programs are solved at once, and others end soon.
  void try_small();
  /// After the annealing: searches for better plans and raises the bound. A program that is too large is only relaxed.
  void prove();
  /// After prove(), for small models under makespan: every choice and every order (order_search.h).
  void search_small();

 private:
  [[nodiscard]] double time_unit() const;
  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] std::uint64_t order_rows() const;
  [[nodiscard]] bool brief() const;
  [[nodiscard]] bool too_large() const;
  [[nodiscard]] MilpLimits milp_limits(const Milp& milp) const;
  void cheapest_part();
  void relax();
  /// Searches for better plans until there are none. `most`: most solutions that memory may forbid.
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
