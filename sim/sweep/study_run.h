// SPDX-License-Identifier: Apache-2.0
// A study from its points to its tables: every run in a process of its own, one collector that names what is whole.
// What comes out does not depend on how many run at a time, nor on how often it was ended and begun again.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "sweep/point_row.h"
#include "sweep/point_run.h"
#include "sweep/point_store.h"
#include "sweep/search.h"
#include "sweep/study.h"

namespace gantry {

struct StudyProgress {
  std::size_t done = 0;  ///< runs
  std::size_t of = 0;    ///< as far as is known
  std::size_t computed = 0;
  std::optional<MetricValue> best;  ///< of the first objective
};

struct StudyOptions {
  unsigned jobs = 1;
  std::string directory;
  std::vector<std::string> reuse;  ///< directories of other studies
  PointMaker maker;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const StudyProgress&)> progress;  ///< or empty
  /// A search in the place of the study's own, or empty.
  std::function<std::unique_ptr<Search>(const SearchSpace&)> search = {};
  /// Makes the runs that are not there in the place of this process, or empty. It answers how each ended; nothing for
  /// those that are yet to be made, after which the study waits for its next call.
  std::function<std::vector<std::optional<PointEnd>>(const std::vector<AbsentRun>&)> elsewhere = {};
};

struct StudyResult {
  std::vector<PointRow> rows;
  std::vector<RepeatRow> repeats;  ///< empty without repeats
  std::vector<std::size_t> front;  ///< numbers of rows
  std::size_t computed = 0;        ///< runs of this call that came to an end
  std::size_t reused = 0;
  std::size_t of_others = 0;  ///< points that were there and of another program
  std::size_t away = 0;       ///< runs that are made elsewhere, and not there yet
  bool complete = false;      ///< neither interrupted nor out of its seconds, and none away
  bool stopped = false;       ///< interrupted

  [[nodiscard]] std::size_t count(PointState state) const;
};

/// Runs what is not there yet and writes the tables into the directory. Reports what is wrong with the study and could
/// not be known before: a metric that no run has. Throws Error of kind `output` if a file cannot be written.
StudyResult run_study(const Study& study, const StudyOptions& options, Diagnostics& problems);

struct DryStudy {
  std::vector<PointRow> rows;  ///< of the first batch, with states infeasible or interrupted
  std::uint64_t excluded = 0;  ///< combinations that `exclude` names, if all were looked at
  std::size_t runs = 0;        ///< that would be made
  std::size_t reused = 0;      ///< that are there
  std::size_t measured = 0;    ///< runs that were made to know what one takes
  double seconds = 0.0;        ///< of all of them
  bool more = false;           ///< the search goes on with what it learns
};

/// Checks every point, and runs up to two of them to tell how long the study takes; their results are thrown away.
DryStudy dry_run_study(const Study& study, const StudyOptions& options, Diagnostics& problems);

}  // namespace gantry
