// SPDX-License-Identifier: Apache-2.0
#include "sweep/searches/surrogate.h"

#include <array>
#include <cmath>
#include <numeric>

namespace gantry {
namespace {

constexpr double kNoise = 1e-3;  ///< variance of a value's noise, relative to that of the values
/// Candidate values of relevances and of the prior's weight.
constexpr std::array<double, 6> kRelevances = {0.05, 0.15, 0.4, 1.0, 2.5, 6.0};
constexpr std::array<double, 3> kBeliefs = {0.0, 0.5, 1.0};
constexpr double kFirstRelevance = 0.4;
constexpr double kCostOfRelevance = 0.5;  ///< penalty of relevances: an axis matters only if enough values show it

/// Index of row r of a lower triangular matrix.
std::size_t row(std::size_t r) { return r * (r + 1) / 2; }

}  // namespace

Surrogate::Surrogate(const Study& study) {
  for (const StudyAxis& axis : study.axes) {
    scale_.push_back(axis.ordered && axis.choices.size() > 1 ? 1.0 / static_cast<double>(axis.choices.size() - 1)
                                                             : 0.0);
    relevance_.push_back(kFirstRelevance);
    likeness_.emplace_back(axis.choices.size());
    tabulate(likeness_.size() - 1);
  }
}

/// Matérn's function of order 3/2.
void Surrogate::tabulate(std::size_t axis) {
  for (std::size_t i = 0; i < likeness_[axis].size(); ++i) {
    const double far = scale_[axis] > 0.0 ? static_cast<double>(i) * scale_[axis] : (i > 0 ? 1.0 : 0.0);
    const double t = std::sqrt(3.0) * far * relevance_[axis];
    likeness_[axis][i] = (1.0 + t) * std::exp(-t);
  }
}

double Surrogate::alike(const Configuration& a, const Configuration& b) const {
  double product = 1.0;
  for (std::size_t axis = 0; axis < a.size(); ++axis) {
    product *= likeness_[axis][a[axis] > b[axis] ? a[axis] - b[axis] : b[axis] - a[axis]];
  }
  return product;
}

std::vector<double> Surrogate::alike_to_all(const Configuration& point) const {
  std::vector<double> all;
  all.reserve(points_.size());
  for (const Configuration& other : points_) all.push_back(alike(point, other));
  return all;
}

double Surrogate::solve() {
  const std::size_t n = points_.size();
  factor_.assign(row(n), 0.0);
  double log_determinant = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double* const of_i = &factor_[row(i)];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const of_j = &factor_[row(j)];
      double sum = alike(points_[i], points_[j]) + (i == j ? kNoise : 0.0);
      for (std::size_t k = 0; k < j; ++k) sum -= of_i[k] * of_j[k];
      of_i[j] = i == j ? std::sqrt(std::max(sum, kNoise * kNoise)) : sum / of_j[j];
    }
    log_determinant += std::log(of_i[i]);
  }
  const auto solved = [&](std::vector<double> x) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[row(i) + k] * x[k];
      x[i] /= factor_[row(i) + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[row(k) + i] * x[k];
      x[i] /= factor_[row(i) + i];
    }
    return x;
  };
  std::vector<double> left(n);
  for (std::size_t i = 0; i < n; ++i) left[i] = values_[i] - belief_ * prior_[i];
  const std::vector<double> of_ones = solved(std::vector<double>(n, 1.0));
  const std::vector<double> of_left = solved(left);
  level_ = std::accumulate(of_left.begin(), of_left.end(), 0.0) / std::accumulate(of_ones.begin(), of_ones.end(), 0.0);
  weights_.resize(n);
  double square = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    weights_[i] = of_left[i] - level_ * of_ones[i];
    square += (left[i] - level_) * weights_[i];
  }
  amplitude_ = std::max(square / static_cast<double>(n), 1e-12);
  double complexity = 0.0;
  for (const double relevance : relevance_) complexity += kCostOfRelevance * relevance;
  return 0.5 * static_cast<double>(n) * std::log(amplitude_) + log_determinant + complexity;
}

/// Optimises the relevance of one axis after the other, with the others fixed.
void Surrogate::find_relevance() {
  double best = solve();
  for (const double belief : kBeliefs) {
    const double before = belief_;
    belief_ = belief;
    const double tried = solve();
    if (tried < best) {
      best = tried;
    } else {
      belief_ = before;
    }
  }
  for (std::size_t axis = 0; axis < relevance_.size(); ++axis) {
    double kept = relevance_[axis];
    for (const double relevance : kRelevances) {
      // A step at a time, so that it takes a while to be sure.
      if (relevance == kept || relevance > 3.0 * relevance_[axis] || relevance < relevance_[axis] / 3.0) continue;
      const double before = relevance_[axis];
      relevance_[axis] = relevance;
      tabulate(axis);
      const double tried = solve();
      if (tried < best) {
        best = tried;
        kept = relevance;
      }
      relevance_[axis] = before;
    }
    relevance_[axis] = kept;
    tabulate(axis);
  }
}

void Surrogate::fit(const std::vector<Configuration>& points, const std::vector<double>& values,
                    const std::vector<double>& prior) {
  points_ = points;
  values_ = values;
  prior_ = prior;
  if (points_.size() > fitted_ + fitted_ / 8) {
    find_relevance();
    fitted_ = points_.size();
  }
  solve();
}

double Surrogate::mean(const Configuration& point, double prior) const {
  double sum = level_ + belief_ * prior;
  for (std::size_t i = 0; i < points_.size(); ++i) sum += weights_[i] * alike(point, points_[i]);
  return sum;
}

Expected Surrogate::expect(const Configuration& point, double prior) const {
  std::vector<double> x = alike_to_all(point);
  Expected expected{level_ + belief_ * prior, 0.0};
  for (std::size_t i = 0; i < x.size(); ++i) expected.mean += weights_[i] * x[i];
  double left = 1.0 + kNoise;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[row(i) + k] * x[k];
    x[i] /= factor_[row(i) + i];
    left -= x[i] * x[i];
  }
  expected.deviation = std::sqrt(std::max(left, 0.0) * amplitude_);
  return expected;
}

}  // namespace gantry
