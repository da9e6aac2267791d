// SPDX-License-Identifier: Apache-2.0
#include "gantry/plan/milp/milp.h"

#include <algorithm>
#include <utility>

namespace gantry::plan {

std::uint32_t Milp::add_variable(double lower, double upper, double cost, bool integer, std::string name) {
  variables_.push_back({lower, upper, cost, integer, std::move(name)});
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

std::uint32_t Milp::add_row(double lower, double upper, std::vector<Term> terms, std::string name) {
  std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.variable < b.variable; });
  std::vector<Term> merged;
  for (const Term& term : terms) {
    if (!merged.empty() && merged.back().variable == term.variable) {
      merged.back().coefficient += term.coefficient;
    } else {
      merged.push_back(term);
    }
  }
  rows_.push_back({lower, upper, std::move(merged), std::move(name)});
  return static_cast<std::uint32_t>(rows_.size() - 1);
}

void Milp::add_products(std::uint32_t row, std::vector<Product> products) {
  std::vector<Product>& of = rows_[row].products;
  of.insert(of.end(), products.begin(), products.end());
}

std::vector<std::uint32_t> infeasible_rows(const Milp& milp, const std::vector<std::uint32_t>& among,
                                           const MilpLimits& limits) {
  // Without costs the first solution ends a search.
  const auto without = [&](const std::vector<bool>& left_out) {
    Milp smaller;
    for (const Milp::Variable& v : milp.variables()) smaller.add_variable(v.lower, v.upper, 0, v.integer, v.name);
    for (std::uint32_t r = 0; r < milp.rows().size(); ++r) {
      const Milp::Row& row = milp.rows()[r];
      if (!left_out[r]) smaller.add_row(row.lower, row.upper, row.terms, row.name);
    }
    return solve(smaller, limits).status;
  };
  std::vector<bool> left_out(milp.rows().size(), false);
  for (const std::uint32_t r : among) {
    left_out[r] = true;
    if (without(left_out) != MilpStatus::kInfeasible) left_out[r] = false;
  }
  std::vector<std::uint32_t> needed;
  for (const std::uint32_t r : among) {
    if (!left_out[r]) needed.push_back(r);
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

}  // namespace gantry::plan
