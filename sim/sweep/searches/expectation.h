// SPDX-License-Identifier: Apache-2.0
// Model of the search `guided` for one workload: the front so far, and expectations of each objective and of admission.
#pragma once

#include <string>
#include <vector>

#include "sweep/search.h"
#include "sweep/searches/path_hints.h"
#include "sweep/searches/surrogate.h"

namespace gantry {

/// Expectation for an untried configuration.
struct Outlook {
  std::vector<double> costs;  ///< optimistic cost of each objective
  std::vector<double> means;
  double admitted = 1.0;  ///< probability that it is admitted
  double unknown = 0.0;   ///< uncertainty
};

class Expectation {
 public:
  Expectation(const Study& study, std::size_t workload);

  /// Learns from the points tried since the last call. `points`: directory of their summaries.
  void learn(const std::vector<Tried>& tried, const std::string& points);
  /// Returns the expectation, `hope` standard deviations better than the mean. With `hope` 0 no deviations are
  /// computed.
  [[nodiscard]] Outlook outlook(const Configuration& configuration, double hope) const;
  [[nodiscard]] const std::vector<std::vector<double>>& front() const { return front_; }
  [[nodiscard]] const std::vector<Configuration>& on_front() const { return on_front_; }
  /// Reference points of hypervolumes: beyond all admitted costs, which rewards points beyond the ends of the front,
  /// and beyond the front alone, which rewards points in its gaps. Empty: nothing is admitted yet.
  [[nodiscard]] const std::vector<std::vector<double>>& references() const { return references_; }

 private:
  /// An objective. Logarithms are learned if all values are above 0.
  struct Objective {
    Surrogate model;
    bool of_cycles = false;  ///< critical paths predict it
    bool of_area = false;    ///< areas of the blocks predict it
    bool logarithm = true;

    /// Prior from the critical paths.
    [[nodiscard]] double prior(const PathHints& hints, const Configuration& configuration) const;
  };

  struct Tally {
    double tried = 0.0;
    double admitted = 0.0;
  };

  /// Returns the probability that a configuration is admitted.
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
  std::vector<double> admitted_;  ///< 1 or 0 for each of `all_`
  std::vector<Configuration> measured_;
  std::vector<std::vector<double>> costs_;  ///< costs of each of `measured_`
  std::vector<std::vector<double>> front_;
  std::vector<Configuration> on_front_;
  std::vector<std::vector<double>> references_;
  std::vector<std::vector<Tally>> tallies_;  ///< by axis and choice
  bool any_refused_ = false;                 ///< some points were not admitted
};

}  // namespace gantry
