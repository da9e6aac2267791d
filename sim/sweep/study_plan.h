// SPDX-License-Identifier: Apache-2.0
// The points of a study as they are proposed: rows, their runs, and the values of expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "gantry/base/error.h"
#include "point/point_reader.h"
#include "sweep/point_row.h"
#include "sweep/search.h"
#include "sweep/study.h"

namespace gantry {

struct PlannedRun {
  std::string id;
  std::uint64_t seed = 0;
  std::vector<std::string> sets;
  std::vector<Result<Term>> terms;  ///< values of StudyPlan::names(): keys at once, metrics from the run's summary
  PointState state = PointState::interrupted;
  std::vector<std::optional<MetricValue>> metrics;
  std::string message;
};

class StudyPlan {
 public:
  /// `problems` receives errors of the study that show only when points are evaluated.
  StudyPlan(const Study& study, const std::string& version, Diagnostics& problems);

  /// Reports axes and derived keys that no experiment has, and metrics that no summary has.
  void check_keys();
  /// Whether `exclude` admits the configuration. An expression without a value is a problem.
  bool allowed(const Configuration& configuration);
  /// Adds the rows of a configuration, one per workload, of which `part` millionths are run.
  void add(const Configuration& configuration, std::uint64_t part = kWholeWorkload);
  /// Adds the results of a run.
  void take_summary(PlannedRun& run, const std::string& summary);
  /// Computes the results of the rows from `first` on from their runs.
  void settle(std::size_t first);

  [[nodiscard]] const std::vector<PointRow>& rows() const { return rows_; }
  std::vector<PlannedRun>& runs() { return runs_; }
  /// Returns the runs of a row.
  [[nodiscard]] const std::vector<std::size_t>& runs_of(std::size_t row) const { return runs_of_[row]; }
  [[nodiscard]] std::vector<RepeatRow> repeats() const;
  /// Keys from which points draw random numbers (experiment/randomness.h), in the order in which they were met.
  [[nodiscard]] const std::vector<std::string>& random() const { return random_; }
  /// Number of rows that draw none. They are run once, whatever the repeats.
  [[nodiscard]] std::size_t fixed() const { return fixed_; }
  PointReader& reader() { return reader_; }
  /// Reports requested metrics that no run has; returns false then.
  bool check_metrics(const std::vector<const PlannedRun*>& of);

 private:
  void check_metric_names();
  /// Adds the keys of an experiment to random(). Returns whether it draws any number.
  bool add_random(const Experiment& experiment);
  bool check_known(const std::vector<KeyOverride>& overrides, const SourcePosition& where, bool report = true);
  bool over_keys(const Expression& expression) const;
  [[nodiscard]] std::size_t place_of(const ExpressionName& name) const;
  /// Returns why the point cannot be run.
  std::optional<Diagnostic> plan_runs(PointRow& row, const std::vector<std::string>& sets);
  void find_keys(const PointRow& row, Experiment& experiment, std::vector<Result<Term>>& terms);
  std::vector<const nlohmann::json*> find_metrics(PlannedRun& run, const nlohmann::json& summary) const;
  [[nodiscard]] Result<Term> mean_term(std::size_t name, const std::vector<std::size_t>& runs) const;
  /// Of the same metric of all runs; nothing: no percentile.
  std::optional<MetricPercentile> percentile_of_all(const std::vector<std::size_t>& runs, std::size_t metric) const;
  void settle_row(PointRow& row, const std::vector<std::size_t>& runs);
  void count_held(PointRow& row, const std::vector<std::size_t>& runs);
  void count_broken(PointRow& row, const std::vector<std::size_t>& runs);

  const Study& study_;
  PointReader reader_;
  Diagnostics& problems_;
  std::vector<ExpressionName> names_;  ///< names in metrics and constraints
  std::vector<PointRow> rows_;
  std::vector<std::vector<std::size_t>> runs_of_;
  std::vector<PlannedRun> runs_;
  std::vector<std::string> random_;
  std::size_t fixed_ = 0;
};

}  // namespace gantry
