// SPDX-License-Identifier: Apache-2.0
// Mixed-integer linear programs, and the only interface to a solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gantry::plan {

/// Minimises the sum of cost x value subject to bounds and rows. Rows and variables count from 0. Numbers are doubles:
/// keep coefficients and bounds below about 10^9, or a solver's tolerances (10^-6) become visible.
class Milp {
 public:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  struct Variable {
    double lower = 0;
    double upper = kInfinity;
    double cost = 0;
    bool integer = false;
    std::string name;
  };
  struct Term {
    std::uint32_t variable = 0;
    double coefficient = 0;
  };
  /// coefficient x value of one variable x value of another
  struct Product {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double coefficient = 0;
  };
  /// lower <= sum of coefficient x value and of the products <= upper
  struct Row {
    double lower = -kInfinity;
    double upper = kInfinity;
    std::vector<Term> terms;
    std::string name;
    std::vector<Product> products = {};  ///< only for lp_text(): a program with products is not linear
  };

  /// Adds a variable and returns its number. Names begin with a letter and consist of letters, digits, `_` and `.`, as
  /// the LP format requires.
  std::uint32_t add_variable(double lower, double upper, double cost, bool integer, std::string name);
  /// Adds a row and returns its number. If `terms` contains a variable twice, the coefficients are added.
  std::uint32_t add_row(double lower, double upper, std::vector<Term> terms, std::string name);

  /// Adds products of different variables to a row.
  void add_products(std::uint32_t row, std::vector<Product> products);

  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Variable> variables_;
  std::vector<Row> rows_;
};

/// State of a running search.
struct MilpProgress {
  std::uint64_t nodes = 0;
  std::optional<double> objective;  ///< objective value of the best solution so far; nothing: no solution yet
  double bound = -Milp::kInfinity;  ///< lower bound so far
};

struct MilpLimits {
  /// Most nodes; 0: only the linear relaxation, which gives a bound and no solution.
  std::uint64_t nodes = 100000;
  /// Most simplex iterations. Ends a search whose single nodes are large.
  std::uint64_t iterations = 20000000;
  /// Most wall time in seconds; nothing: no limit. With a limit the result depends on the machine.
  std::optional<double> seconds;
  std::uint32_t seed = 1;
  /// Set by another thread or a signal handler: the search ends soon and keeps its best solution. nullptr: none.
  const std::atomic<bool>* stop = nullptr;
  /// Called now and then during the search, from its thread. May be empty.
  std::function<void(const MilpProgress&)> progress;
};

enum class MilpStatus : std::uint8_t {
  kOptimal,     ///< `values` are optimal within the solver's tolerances
  kFeasible,    ///< `values` are a solution; a limit was reached before the proof
  kInfeasible,  ///< proven: no solution exists
  kUnbounded,   ///< the linear relaxation is unbounded
  kNone,        ///< a limit was reached, or the solver gave up, before any solution
};

struct MilpSolution {
  MilpStatus status = MilpStatus::kNone;
  std::vector<double> values;          ///< by variable; empty without a solution; integer variables are whole
  double objective = Milp::kInfinity;  ///< of `values`; kInfinity: no solution
  double bound = -Milp::kInfinity;     ///< lower bound of the objective; if optimal the objective; -kInfinity: none
  std::uint64_t nodes = 0;
  std::string solver;   ///< "cbc"
  std::string version;  ///< "2.10.8"
  std::string
      stopped;  ///< "optimal", "infeasible", "unbounded", "nodes", "iterations", "seconds", "interrupted", "abandoned"
};

/// Solves a program. Equal programs, limits without `seconds` and `stop`, and solver versions give equal solutions.
/// Precondition: no row has products.
MilpSolution solve(const Milp& milp, const MilpLimits& limits);

/// Finds rows that explain why a program is infeasible. Returns a part of `among`, in row order. The program stays
/// infeasible without the rest of `among`, and no returned row can be left out in addition. Rows that are not in
/// `among` always stay. If the limits end the test of a row, the row is returned. Solves as many programs as `among`
/// has rows. Precondition: the program is infeasible.
std::vector<std::uint32_t> infeasible_rows(const Milp& milp, const std::vector<std::uint32_t>& among,
                                           const MilpLimits& limits);

/// Returns the program in the CPLEX LP format, which every solver reads. Products are in brackets behind the terms of
/// their row, which solvers of quadratic constraints read.
std::string lp_text(const Milp& milp);

}  // namespace gantry::plan
