// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/expectation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "result/output_names.h"
#include "survey/domination.h"
#include "sweep/pareto.h"
#include "sweep/point_row.h"

namespace gantry {
namespace {

/// Points that a model is made of; of more, the best ones.
constexpr std::size_t kMostModelled = 240;
/// Distance of a reference beyond the worst value of the front, or of all, relative to the range of values.
constexpr double kBeyond = 0.1;
constexpr double kLeastRange = 1e-6;  ///< of values that are all the same, as a share of them
/// Smallest probability of admission, because tried points may mislead.
constexpr double kLeastAdmitted = 0.05;

/// Whether the expression is `cycles`, or another time of the run, which critical paths predict.
bool is_of_cycles(const Expression& expression) {
  const auto& names = expression.names();
  return std::any_of(names.begin(), names.end(), [](const ExpressionName& name) {
    return std::any_of(name.path.begin(), name.path.end(), [](const auto& part) {
      return part.text == "cycles" || part.text == "response_cycles" || part.text == "slowdown";
    });
  });
}

bool is_of_area(const Expression& expression) {
  const auto& names = expression.names();
  return std::any_of(names.begin(), names.end(), [](const ExpressionName& name) {
    return name.path.size() > 1 && name.path.front().text == "cost" && name.path.back().text.rfind("area", 0) == 0;
  });
}

std::string summary_of(const std::string& points, const PointRow& row) {
  std::ifstream file(std::filesystem::path(points) / row.id / kSummaryFile, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

Expectation::Expectation(const Study& study, std::size_t workload)
    : study_(study), workload_(workload), hints_(study), admission_(study) {
  for (const StudyAxis& axis : study.axes) tallies_.emplace_back(axis.choices.size());
  for (const StudyObjective& objective : study.objectives) {
    const Expression& expression = study.metrics[objective.metric].expression;
    const bool of_cycles = !objective.maximise && is_of_cycles(expression);
    objectives_.push_back({Surrogate(study), of_cycles, !objective.maximise && !of_cycles && is_of_area(expression)});
  }
}

/// Of each objective, if it has them all.
std::vector<double> Expectation::measured_costs(const PointRow& row) const {
  if (row.state != PointState::done) return {};
  std::vector<double> costs = costs_of(study_, row);
  const bool finite = std::all_of(costs.begin(), costs.end(), [](double cost) { return std::isfinite(cost); });
  return finite ? costs : std::vector<double>();
}

void Expectation::learn(const std::vector<Tried>& tried, const std::string& points) {
  std::vector<std::vector<double>> admitted;
  for (std::size_t i = all_.size(); i < tried.size(); ++i) {
    const PointRow& row = *tried[i].rows[workload_];
    const std::vector<double> costs = measured_costs(row);
    all_.push_back(tried[i].configuration);
    admitted_.push_back(row.admitted() && !costs.empty() ? 1.0 : 0.0);
    for (std::size_t axis = 0; axis < tallies_.size(); ++axis) {
      Tally& tally = tallies_[axis][tried[i].configuration[axis]];
      tally.tried += 1.0;
      tally.admitted += admitted_.back();
    }
    any_refused_ = any_refused_ || admitted_.back() == 0.0;
    if (costs.empty()) continue;
    measured_.push_back(tried[i].configuration);
    costs_.push_back(costs);
    const auto report = read_path_report(summary_of(points, row));
    if (report) hints_.add(tried[i].configuration, *report);
  }
  std::vector<Configuration> of;
  for (std::size_t i = 0; i < tried.size(); ++i) {
    if (admitted_[i] == 0.0) continue;
    admitted.push_back(measured_costs(*tried[i].rows[workload_]));
    of.push_back(tried[i].configuration);
  }
  front_.clear();
  on_front_.clear();
  for (const std::size_t i : pareto_front(admitted)) {
    front_.push_back(admitted[i]);
    on_front_.push_back(of[i]);
  }
  set_references(admitted);
  learn_models();
}

void Expectation::set_references(const std::vector<std::vector<double>>& admitted) {
  references_.clear();
  if (front_.empty()) return;
  for (const auto* of : {&admitted, &std::as_const(front_)}) {
    std::vector<double> reference;
    for (std::size_t k = 0; k < objectives_.size(); ++k) {
      const auto less = [k](const auto& a, const auto& b) { return a[k] < b[k]; };
      const auto [least, most] = std::minmax_element(of->begin(), of->end(), less);
      const double range = std::max((*most)[k] - (*least)[k], std::abs((*most)[k]) * kLeastRange);
      reference.push_back((*most)[k] + kBeyond * range);
    }
    references_.push_back(std::move(reference));
  }
}

void Expectation::learn_models() {
  std::vector<std::size_t> which(measured_.size());
  for (std::size_t i = 0; i < which.size(); ++i) which[i] = i;
  if (which.size() > kMostModelled) {
    const std::vector<std::size_t> ranks = pareto_ranks(costs_);
    std::stable_sort(which.begin(), which.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    which.resize(kMostModelled);
    std::sort(which.begin(), which.end());
  }
  std::vector<Configuration> points;
  points.reserve(which.size());
  for (const std::size_t i : which) points.push_back(measured_[i]);
  for (std::size_t k = 0; k < objectives_.size() && !points.empty(); ++k) {
    Objective& objective = objectives_[k];
    objective.logarithm =
        std::all_of(costs_.begin(), costs_.end(), [k](const std::vector<double>& costs) { return costs[k] > 0.0; });
    std::vector<double> values;
    std::vector<double> prior;
    for (const std::size_t i : which) {
      values.push_back(objective.logarithm ? std::log(costs_[i][k]) : costs_[i][k]);
      prior.push_back(objective.prior(hints_, measured_[i]));
    }
    objective.model.fit(points, values, prior);
  }
  if (!any_refused_) return;
  const std::size_t first = all_.size() - std::min(all_.size(), kMostModelled);
  const auto from = static_cast<std::ptrdiff_t>(first);
  const std::vector<Configuration> latest(all_.begin() + from, all_.end());
  admission_.fit(latest, {admitted_.begin() + from, admitted_.end()}, std::vector<double>(latest.size(), 0.0));
}

double Expectation::Objective::prior(const PathHints& hints, const Configuration& configuration) const {
  if (!logarithm) return 0.0;
  if (of_cycles) return hints.log_cycles(configuration);
  return of_area ? hints.log_area(configuration) : 0.0;
}

/// Estimated from similar points, and at most the rate of the choice with the worst record.
double Expectation::admission(const Configuration& configuration) const {
  double likely = std::clamp(admission_.mean(configuration, 0.0), kLeastAdmitted, 1.0);
  for (std::size_t axis = 0; axis < tallies_.size(); ++axis) {
    const Tally& tally = tallies_[axis][configuration[axis]];
    likely = std::min(likely, (tally.admitted + 1.0) / (tally.tried + 1.0));
  }
  return likely * likely;
}

Outlook Expectation::outlook(const Configuration& configuration, double hope) const {
  Outlook outlook;
  if (any_refused_) outlook.admitted = admission(configuration);
  if (measured_.empty()) return outlook;
  for (const Objective& objective : objectives_) {
    const double prior = objective.prior(hints_, configuration);
    Expected expected;
    if (hope > 0.0) {
      expected = objective.model.expect(configuration, prior);
    } else {
      expected.mean = objective.model.mean(configuration, prior);
    }
    const double hoped = expected.mean - hope * expected.deviation;
    outlook.costs.push_back(objective.logarithm ? std::exp(hoped) : hoped);
    outlook.means.push_back(objective.logarithm ? std::exp(expected.mean) : expected.mean);
    outlook.unknown += expected.deviation;
  }
  return outlook;
}

}  // namespace gantry
