// SPDX-License-Identifier: Apache-2.0
// Surrogate: a Gaussian process over the axes, which predicts untried configurations from tried ones (Rasmussen,
// Williams 2006). The covariance of two configurations decreases with their distance on each axis, times the relevance
// of the axis. Values of an axis without an order are all equally far apart.
#pragma once

#include <cstddef>
#include <vector>

#include "sweep/search.h"

namespace gantry {

struct Expected {
  double mean = 0.0;
  double deviation = 0.0;
};

class Surrogate {
 public:
  explicit Surrogate(const Study& study);

  /// `prior`: expected value of each point without data. Its weight is learned from the values.
  void fit(const std::vector<Configuration>& points, const std::vector<double>& values,
           const std::vector<double>& prior);
  [[nodiscard]] double mean(const Configuration& point, double prior) const;
  [[nodiscard]] Expected expect(const Configuration& point, double prior) const;

 private:
  [[nodiscard]] double alike(const Configuration& a, const Configuration& b) const;
  [[nodiscard]] std::vector<double> alike_to_all(const Configuration& point) const;
  /// Negative log likelihood of the values, by relevances and weight of the prior.
  double solve();
  void find_relevance();

  std::vector<double> scale_;                  ///< by axis: length of a step relative to the range; 0: no order
  std::vector<double> relevance_;              ///< relevance of each axis
  std::vector<std::vector<double>> likeness_;  ///< covariance tables of each axis, by distance in choices
  double belief_ = 0.5;                        ///< weight of the prior
  std::vector<Configuration> points_;
  std::vector<double> values_;
  std::vector<double> prior_;
  std::vector<double> factor_;   ///< Cholesky factor of the covariance matrix, lower rows
  std::vector<double> weights_;  ///< weight of each point in a prediction
  double level_ = 0.0;
  double amplitude_ = 1.0;
  std::size_t fitted_ = 0;  ///< number of points when the relevances were last fitted

  void tabulate(std::size_t axis);
};

}  // namespace gantry
