// SPDX-License-Identifier: Apache-2.0
// The door to the solver: against enumeration, at its limits, and what it exports.
#include "gantry/plan/milp/milp.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <random>

#include "catch.h"

namespace gantry::milp_test {

namespace {

using gantry::plan::Milp;
using gantry::plan::MilpLimits;
using gantry::plan::MilpSolution;
using gantry::plan::MilpStatus;

/// Equal on every platform, unlike the standard distributions.
int below(std::mt19937& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

bool holds(const Milp& milp, const std::vector<double>& values) {
  return std::all_of(milp.rows().begin(), milp.rows().end(), [&](const Milp::Row& row) {
    double sum = 0;
    for (const Milp::Term& t : row.terms) sum += t.coefficient * values[t.variable];
    return sum >= row.lower - 1e-6 && sum <= row.upper + 1e-6;
  });
}

/// The least cost of all whole assignments, by trying each.
std::optional<double> enumerate(const Milp& milp, std::vector<double>& values) {
  if (values.size() == milp.variables().size()) {
    if (!holds(milp, values)) return std::nullopt;
    double cost = 0;
    for (std::size_t v = 0; v < values.size(); ++v) cost += milp.variables()[v].cost * values[v];
    return cost;
  }
  const Milp::Variable& next = milp.variables()[values.size()];
  std::optional<double> best;
  for (double value = next.lower; value <= next.upper; ++value) {
    values.push_back(value);
    const auto found = enumerate(milp, values);
    values.pop_back();
    if (found && (!best || *found < *best)) best = found;
  }
  return best;
}

Milp random_program(std::mt19937& random) {
  Milp milp;
  const int variables = 1 + below(random, 6);
  for (int v = 0; v < variables; ++v) {
    const int lower = below(random, 4) - 2;
    milp.add_variable(lower, lower + below(random, 4), below(random, 21) - 10, true, "x" + std::to_string(v));
  }
  const int rows = below(random, 6);
  for (int r = 0; r < rows; ++r) {
    std::vector<Milp::Term> terms;
    for (int v = 0; v < variables; ++v) {
      if (below(random, 3) != 0) terms.push_back({static_cast<std::uint32_t>(v), double(below(random, 11) - 5)});
    }
    const int kind = below(random, 3);
    const double lower = below(random, 12) - 8;
    milp.add_row(kind == 0 ? -Milp::kInfinity : lower, kind == 1 ? Milp::kInfinity : lower + below(random, 9), terms,
                 "r" + std::to_string(r));
  }
  return milp;
}

/// A knapsack whose linear relaxation says little: many nodes to prove.
Milp hard_program() {
  std::mt19937 random(5);
  Milp milp;
  std::vector<std::vector<Milp::Term>> rows(5);
  for (std::uint32_t v = 0; v < 60; ++v) {
    milp.add_variable(0, 1, -100 - below(random, 40), true, "x" + std::to_string(v));
    for (auto& row : rows) row.push_back({v, 100.0 + below(random, 60)});
  }
  for (std::size_t r = 0; r < rows.size(); ++r) milp.add_row(0, 3005, rows[r], "r" + std::to_string(r));
  return milp;
}

}  // namespace

TEST_CASE("the solver agrees with enumeration on 600 random integer programs") {
  std::mt19937 random(1);
  int infeasible = 0;
  for (int i = 0; i < 600; ++i) {
    INFO("program " << i);
    const Milp milp = random_program(random);
    std::vector<double> values;
    const auto best = enumerate(milp, values);
    const MilpSolution solution = solve(milp, {});
    if (!best) {
      ++infeasible;
      REQUIRE(solution.status == MilpStatus::kInfeasible);
      REQUIRE(solution.values.empty());
      continue;
    }
    REQUIRE(solution.status == MilpStatus::kOptimal);
    REQUIRE(holds(milp, solution.values));
    REQUIRE(solution.objective == Catch::Approx(*best).margin(1e-6));
    REQUIRE(solution.bound == Catch::Approx(*best).margin(1e-6));
    REQUIRE(solution.stopped == "optimal");
  }
  CHECK(infeasible > 50);
  CHECK(infeasible < 400);
}

TEST_CASE("fractions stay where integers are not asked for") {
  // max x + y, 2x + y <= 3, y <= 1.5: x = 0.75; with x whole x = 0, y = 1.5 or x = 1, y = 1.
  Milp milp;
  const auto x = milp.add_variable(0, 10, -1, false, "x");
  const auto y = milp.add_variable(0, 1.5, -1, false, "y");
  milp.add_row(-Milp::kInfinity, 3, {{x, 2}, {y, 1}}, "row");
  CHECK(solve(milp, {}).objective == Catch::Approx(-2.25));
  Milp whole;
  whole.add_variable(0, 10, -1, true, "x");
  whole.add_variable(0, 1.5, -1, false, "y");
  whole.add_row(-Milp::kInfinity, 3, {{x, 2}, {y, 1}}, "row");
  CHECK(solve(whole, {}).objective == Catch::Approx(-2));
}

TEST_CASE("an unbounded program is called so") {
  Milp milp;
  milp.add_variable(0, Milp::kInfinity, -1, true, "x");
  CHECK(solve(milp, {}).status == MilpStatus::kUnbounded);
}

TEST_CASE("a node limit ends the search with the best solution, its bound and the reason") {
  MilpLimits limits;
  limits.nodes = 20;
  const Milp milp = hard_program();
  const MilpSolution solution = solve(milp, limits);
  CHECK(solution.stopped == "nodes");
  REQUIRE(solution.status == MilpStatus::kFeasible);
  CHECK(holds(milp, solution.values));
  CHECK(solution.bound < solution.objective);
  const MilpSolution again = solve(milp, limits);
  CHECK(again.values == solution.values);
  CHECK(again.bound == solution.bound);
}

TEST_CASE("no nodes: the linear relaxation's bound and no solution") {
  MilpLimits limits;
  limits.nodes = 0;
  const MilpSolution solution = solve(hard_program(), limits);
  CHECK(solution.status == MilpStatus::kNone);
  CHECK(solution.stopped == "nodes");
  CHECK(solution.values.empty());
  limits.nodes = 20;
  CHECK(solution.bound <= solve(hard_program(), limits).bound);
  CHECK(solution.bound > -Milp::kInfinity);
}

TEST_CASE("somebody else can stop the search, which keeps its best solution") {
  std::atomic<bool> stop = false;
  int calls = 0;
  MilpLimits limits;
  limits.stop = &stop;
  limits.progress = [&](const gantry::plan::MilpProgress& progress) {
    ++calls;
    if (progress.objective && progress.nodes > 5) stop = true;
  };
  const MilpSolution solution = solve(hard_program(), limits);
  CHECK(calls > 0);
  CHECK(solution.stopped == "interrupted");
  CHECK(solution.status == MilpStatus::kFeasible);

  stop = true;
  CHECK(solve(hard_program(), limits).stopped == "interrupted");
}

TEST_CASE("the rows that make a program infeasible are named, and only they") {
  Milp milp;
  const auto x = milp.add_variable(0, 10, 1, true, "x");
  const auto y = milp.add_variable(0, 10, 1, true, "y");
  milp.add_row(8, Milp::kInfinity, {{x, 1}, {y, 1}}, "demand");
  milp.add_row(-Milp::kInfinity, 20, {{x, 1}, {y, 2}}, "loose");
  milp.add_row(-Milp::kInfinity, 3, {{x, 1}}, "x_capacity");
  milp.add_row(-Milp::kInfinity, 4, {{y, 1}}, "y_capacity");
  REQUIRE(solve(milp, {}).status == MilpStatus::kInfeasible);
  CHECK(infeasible_rows(milp, {0, 1, 2, 3}, {}) == std::vector<std::uint32_t>{0, 2, 3});
  CHECK(infeasible_rows(milp, {1, 2, 3}, {}) == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("the LP text has every part of the program") {
  Milp milp;
  const auto x = milp.add_variable(0, 1, 2.5, true, "x");
  const auto y = milp.add_variable(-Milp::kInfinity, Milp::kInfinity, -1, false, "y");
  const auto z = milp.add_variable(3, 3, 0, true, "z");
  milp.add_row(1, 4, {{x, 1}, {y, -2}, {x, 1}}, "range");
  milp.add_row(0.1, 0.1, {{z, 1e-3}}, "equal");
  CHECK(lp_text(milp) ==
        "Minimize\n"
        " objective: + 2.5 x - 1 y\n"
        "Subject To\n"
        " range.low: + 2 x - 2 y >= 1\n"
        " range: + 2 x - 2 y <= 4\n"
        " equal: + 0.001 z = 0.1\n"
        "Bounds\n"
        " 0 <= x <= 1\n"
        " y free\n"
        " z = 3\n"
        "Generals\n"
        " x z\n"
        "End\n");
}

}  // namespace gantry::milp_test
