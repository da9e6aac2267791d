// SPDX-License-Identifier: Apache-2.0
// What guided knows and expects of one workload: the front so far, each objective, and whether a point is admitted.
#pragma once

#include <string>
#include <vector>

#include "sweep/search.h"
#include "sweep/searches/path_hints.h"
#include "sweep/searches/surrogate.h"

namespace gantry {

/// Of an untried configuration.
struct Outlook {
  std::vector<double> costs;  ///< of each objective, as good as may well be hoped for
  std::vector<double> means;
  double admitted = 1.0;  ///< how likely it is
  double unknown = 0.0;   ///< how little is known of it
};

class Expectation {
 public:
  Expectation(const Study& study, std::size_t workload);

  /// Takes what was tried since the last call; `points`: where the summaries are.
  void learn(const std::vector<Tried>& tried, const std::string& points);
  /// With `hope` deviations better than expected; without, no deviations are worked out.
  [[nodiscard]] Outlook outlook(const Configuration& configuration, double hope) const;
  [[nodiscard]] const std::vector<std::vector<double>>& front() const { return front_; }
  [[nodiscard]] const std::vector<Configuration>& on_front() const { return on_front_; }
  /// Up to where volumes are taken: beyond all that was admitted, which leaves room beyond the ends of the front, and
  /// beyond the front alone, which makes much of its gaps. Empty: nothing is admitted yet.
  [[nodiscard]] const std::vector<std::vector<double>>& references() const { return references_; }

 private:
  /// An objective: logarithms are learned where all values are above 0.
  struct Objective {
    Surrogate model;
    bool of_cycles = false;  ///< paths say something of it
    bool of_area = false;    ///< the blocks' areas do
    bool logarithm = true;

    /// What paths say, to begin with.
    [[nodiscard]] double prior(const PathHints& hints, const Configuration& configuration) const;
  };

  struct Tally {
    double tried = 0.0;
    double admitted = 0.0;
  };

  /// How likely a configuration is to be admitted.
  [[nodiscard]] double admission(const Configuration& configuration) const;
  [[nodiscard]] std::vector<double> measured_costs(const PointRow& row) const;
  void set_references(const std::vector<std::vector<double>>& admitted);
  void learn_models();

  const Study& study_;
  std::size_t workload_;
  PathHints hints_;
  std::vector<Objective> objectives_;
  Surrogate admission_;
  std::vector<Configuration> all_;
  std::vector<double> admitted_;  ///< 1 or 0 of each of `all_`
  std::vector<Configuration> measured_;
  std::vector<std::vector<double>> costs_;  ///< of each of `measured_`
  std::vector<std::vector<double>> front_;
  std::vector<Configuration> on_front_;
  std::vector<std::vector<double>> references_;
  std::vector<std::vector<Tally>> tallies_;  ///< by axis and choice
  bool any_refused_ = false;                 ///< some are not admitted
};

}  // namespace gantry
