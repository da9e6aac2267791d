// SPDX-License-Identifier: Apache-2.0
// What an untried configuration is expected to give, from those that were tried: a Gaussian process over the axes
// (Rasmussen, Williams 2006). Configurations are alike by how far apart they are on each axis, times how much that
// axis was seen to matter; values of an axis without an order are all equally far apart.
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

  /// `prior`: of each point, what is expected without having tried any; how far it is believed shows in the values.
  void fit(const std::vector<Configuration>& points, const std::vector<double>& values,
           const std::vector<double>& prior);
  [[nodiscard]] double mean(const Configuration& point, double prior) const;
  [[nodiscard]] Expected expect(const Configuration& point, double prior) const;

 private:
  [[nodiscard]] double alike(const Configuration& a, const Configuration& b) const;
  [[nodiscard]] std::vector<double> alike_to_all(const Configuration& point) const;
  /// How badly relevance and belief explain the values: minus the logarithm of their likelihood.
  double solve();
  void find_relevance();

  std::vector<double> scale_;                  ///< of an axis, a step by the way from end to end; 0: no order
  std::vector<double> relevance_;              ///< of an axis, how much the way from end to end matters
  std::vector<std::vector<double>> likeness_;  ///< tables of each axis, by the distance in choices
  double belief_ = 0.5;                        ///< in the prior
  std::vector<Configuration> points_;
  std::vector<double> values_;
  std::vector<double> prior_;
  std::vector<double> factor_;   ///< Cholesky factor of the likenesses, lower rows
  std::vector<double> weights_;  ///< of each point in an expectation
  double level_ = 0.0;
  double amplitude_ = 1.0;
  std::size_t fitted_ = 0;  ///< points when relevance was last looked for

  void tabulate(std::size_t axis);
};

}  // namespace gantry
