// SPDX-License-Identifier: Apache-2.0
// The solver: CBC of COIN-OR. No other file knows it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include "gantry/plan/milp/milp.h"

// CBC's headers do not compile under our warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#include <coin/CbcConfig.h>
#include <coin/CbcEventHandler.hpp>
#include <coin/CbcModel.hpp>
#include <coin/CbcStrategy.hpp>
#include <coin/CglPreProcess.hpp>
#include <coin/ClpEventHandler.hpp>
#include <coin/ClpSimplex.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <coin/OsiClpSolverInterface.hpp>
#pragma GCC diagnostic pop

namespace gantry::plan {
namespace {

using Clock = std::chrono::steady_clock;

bool stop_asked(const MilpLimits& limits) { return limits.stop != nullptr && limits.stop->load(); }

/// The solver looks at its own clock between nodes only, and one node can take long. Without `seconds` no clock is
/// read.
class Deadline {
 public:
  explicit Deadline(const MilpLimits& limits) : limits_(limits) {
    if (limits.seconds) {
      const std::chrono::duration<double> left(std::min(*limits.seconds, 1e8));
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
    }
  }
  [[nodiscard]] const MilpLimits& limits() const { return limits_; }
  [[nodiscard]] bool late() const { return end_ && Clock::now() >= *end_; }
  [[nodiscard]] bool over() const { return stop_asked(limits_) || late(); }

 private:
  const MilpLimits& limits_;
  std::optional<Clock::time_point> end_;
};

/// Between nodes.
class SearchEvents final : public CbcEventHandler {
 public:
  explicit SearchEvents(const Deadline& deadline) : deadline_(deadline), limits_(deadline.limits()) {}
  CbcEventHandler* clone() const override { return new SearchEvents(*this); }
  CbcAction event(CbcEvent) override {
    if (deadline_.over()) return stop;
    if (limits_.progress && model_ != nullptr && model_->parentModel() == nullptr) {
      MilpProgress progress;
      progress.nodes = static_cast<std::uint64_t>(std::max(0, model_->getNodeCount()));
      if (model_->bestSolution() != nullptr) progress.objective = model_->getMinimizationObjValue();
      progress.bound = model_->getBestPossibleObjValue();
      limits_.progress(progress);
    }
    return noAction;
  }
  CbcAction event(CbcEvent which, void*) override { return event(which); }

 private:
  const Deadline& deadline_;
  const MilpLimits& limits_;
};

/// Within a linear program.
class SimplexEvents final : public ClpEventHandler {
 public:
  explicit SimplexEvents(const Deadline& deadline) : deadline_(deadline) {}
  ClpEventHandler* clone() const override { return new SimplexEvents(*this); }
  int event(Event which) override { return which == endOfFactorization && deadline_.over() ? 5 : -1; }

 private:
  const Deadline& deadline_;
};

int whole(std::uint64_t limit) { return static_cast<int>(std::min<std::uint64_t>(limit, 2000000000)); }

void load(const Milp& milp, OsiClpSolverInterface& solver) {
  const std::size_t columns = milp.variables().size();
  std::vector<double> lower(columns);
  std::vector<double> upper(columns);
  std::vector<double> cost(columns);
  const double infinity = solver.getInfinity();
  const auto finite = [infinity](double value) { return std::clamp(value, -infinity, infinity); };
  for (std::size_t c = 0; c < columns; ++c) {
    const Milp::Variable& v = milp.variables()[c];
    lower[c] = finite(v.lower);
    upper[c] = finite(v.upper);
    cost[c] = v.cost;
  }
  // All at once: rows that are appended one by one are copied again and again.
  std::vector<double> coefficients;
  std::vector<int> variables;
  std::vector<CoinBigIndex> begins{0};
  std::vector<double> row_lower;
  std::vector<double> row_upper;
  for (const Milp::Row& row : milp.rows()) {
    for (const Milp::Term& t : row.terms) {
      if (t.coefficient == 0) continue;
      coefficients.push_back(t.coefficient);
      variables.push_back(static_cast<int>(t.variable));
    }
    begins.push_back(static_cast<CoinBigIndex>(variables.size()));
    row_lower.push_back(finite(row.lower));
    row_upper.push_back(finite(row.upper));
  }
  const CoinPackedMatrix matrix(false, static_cast<int>(columns), static_cast<int>(milp.rows().size()), begins.back(),
                                coefficients.data(), variables.data(), begins.data(), nullptr);
  solver.loadProblem(matrix, lower.data(), upper.data(), cost.data(), row_lower.data(), row_upper.data());
  for (std::size_t c = 0; c < columns; ++c) {
    if (milp.variables()[c].integer) solver.setInteger(static_cast<int>(c));
  }
}

/// Takes the solution over, with integer variables whole.
void take(const Milp& milp, const double* values, MilpSolution& solution) {
  solution.values.assign(values, values + milp.variables().size());
  solution.objective = 0;
  for (std::size_t c = 0; c < solution.values.size(); ++c) {
    const Milp::Variable& v = milp.variables()[c];
    double& value = solution.values[c];
    if (v.integer) value = std::round(value);
    value = std::clamp(value, v.lower, v.upper);
    solution.objective += v.cost * value;
  }
}

std::string why_stopped(const CbcModel& model, const Deadline& deadline) {
  if (stop_asked(deadline.limits())) return "interrupted";
  if (deadline.late()) return "seconds";
  switch (model.secondaryStatus()) {
    case 3:
      return "nodes";
    case 4:
      return "seconds";
    case 5:
      return "interrupted";
    case 8:
      return "iterations";
    default:
      return "abandoned";
  }
}

/// Bounds that contradict each other are ours to find: the solver's reaction to them differs between versions.
bool empty_bounds(const Milp& milp) {
  for (const Milp::Variable& v : milp.variables()) {
    if (v.lower > v.upper || (v.integer && std::ceil(v.lower) > std::floor(v.upper))) return true;
  }
  for (const Milp::Row& row : milp.rows()) {
    if (row.lower > row.upper || (row.terms.empty() && (row.lower > 0 || row.upper < 0))) return true;
  }
  return false;
}

void set_limits(CbcModel& model, const Deadline& deadline) {
  const MilpLimits& limits = deadline.limits();
  model.setMaximumNodes(whole(limits.nodes));
  model.setMaximumNumberIterations(whole(limits.iterations));
  if (limits.seconds) {
    model.setUseElapsedTime(true);
    model.setMaximumSeconds(*limits.seconds);
  }
  model.setRandomSeed(static_cast<int>(limits.seed % 2000000000U));
  // Proofs of optimality are exact up to the solver's tolerances, not up to a gap.
  model.setAllowableGap(0);
  model.setAllowableFractionGap(0);
  SearchEvents events(deadline);
  model.passInEventHandler(&events);
}

}  // namespace

MilpSolution solve(const Milp& milp, const MilpLimits& limits) {
  MilpSolution solution;
  solution.solver = "cbc";
  solution.version = CBC_VERSION;
  const auto ends = [&solution](MilpStatus status, std::string why) {
    solution.status = status;
    solution.stopped = std::move(why);
    return solution;
  };
  if (empty_bounds(milp)) return ends(MilpStatus::kInfeasible, "infeasible");

  OsiClpSolverInterface solver;
  solver.messageHandler()->setLogLevel(0);
  solver.setHintParam(OsiDoReducePrint, true, OsiHintTry);
  load(milp, solver);
  const Deadline deadline(limits);
  SimplexEvents events(deadline);
  solver.getModelPtr()->passInEventHandler(&events);
  solver.getModelPtr()->setRandomSeed(static_cast<int>(limits.seed % 2000000000U));
  solver.setIntParam(OsiMaxNumIteration, whole(limits.iterations));
  solver.getModelPtr()->setMaximumSeconds(limits.seconds ? *limits.seconds : -1.0);

  solver.initialSolve();
  if (deadline.over()) return ends(MilpStatus::kNone, stop_asked(limits) ? "interrupted" : "seconds");
  if (solver.isProvenDualInfeasible()) return ends(MilpStatus::kUnbounded, "unbounded");
  if (solver.isProvenPrimalInfeasible()) return ends(MilpStatus::kInfeasible, "infeasible");
  if (!solver.isProvenOptimal()) {
    return ends(MilpStatus::kNone, solver.isIterationLimitReached() ? "iterations"
                                   : limits.seconds                 ? "seconds"
                                                                    : "abandoned");
  }
  solution.bound = solver.getObjValue();
  if (limits.nodes == 0) return ends(MilpStatus::kNone, "nodes");

  CbcModel model(solver);
  model.setLogLevel(0);
  model.messageHandler()->setLogLevel(0);
  model.solver()->messageHandler()->setLogLevel(0);
  set_limits(model, deadline);
  CbcStrategyDefault strategy(1, 5, 5, 0);
  model.setStrategy(strategy);
  model.branchAndBound();

  solution.nodes = static_cast<std::uint64_t>(std::max(0, model.getNodeCount()));
  if (model.bestSolution() != nullptr) take(milp, model.bestSolution(), solution);
  // A linear program that was cut short is no proof of anything.
  const bool finished = model.status() == 0 && !deadline.over();
  if (finished) {
    if (solution.values.empty()) return ends(MilpStatus::kInfeasible, "infeasible");
    solution.bound = solution.objective;
    return ends(MilpStatus::kOptimal, "optimal");
  }
  const double bound = model.getBestPossibleObjValue();
  if (std::abs(bound) < 1e49) solution.bound = std::max(solution.bound, bound);
  solution.bound = std::min(solution.bound, solution.objective);
  return ends(solution.values.empty() ? MilpStatus::kNone : MilpStatus::kFeasible, why_stopped(model, deadline));
}

}  // namespace gantry::plan
