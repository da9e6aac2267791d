// SPDX-License-Identifier: Apache-2.0
// Runs a study from its points to its tables: every run in a process of its own, and one collector. Results do not
// depend on the number of concurrent runs, nor on interruptions.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "sweep/absent_run.h"
#include "sweep/point_row.h"
#include "sweep/point_store.h"
#include "sweep/search.h"
#include "sweep/study.h"

namespace gantry {

struct StudyProgress {
  std::size_t done = 0;  ///< runs that are done
  std::size_t of = 0;    ///< known number of runs
  std::size_t computed = 0;
  std::optional<MetricValue> best;  ///< best value of the first objective
};

struct StudyOptions {
  unsigned jobs = 1;
  std::string directory;
  std::vector<std::string> reuse;  ///< directories of other studies whose points are reused
  PointMaker maker;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const StudyProgress&)> progress;  ///< called with the progress; may be empty
  /// A search that replaces the study's own; may be empty.
  std::function<std::unique_ptr<Search>(const SearchSpace&)> search = {};
  /// Makes missing runs instead of this process; may be empty. It returns the end of each run; nothing for runs that
  /// are still under way, with which the next call of the study continues.
  std::function<std::vector<std::optional<PointEnd>>(const std::vector<AbsentRun>&)> elsewhere = {};
};

struct StudyResult {
  std::vector<PointRow> rows;
  std::vector<RepeatRow> repeats;  ///< empty without repeats
  std::vector<std::size_t> front;  ///< numbers of the rows on the front
  std::size_t computed = 0;        ///< runs of this call that ended
  std::size_t reused = 0;
  std::size_t of_others = 0;          ///< stored points of another program
  std::size_t away = 0;               ///< runs under way elsewhere
  std::vector<std::string> random;    ///< keys from which points draw random numbers
  std::size_t fixed = 0;              ///< rows that draw none, and were run once
  std::vector<std::string> costless;  ///< varied keys with which the machine always costs the same
  bool complete = false;              ///< all runs ended; neither interrupted nor out of time
  bool stopped = false;               ///< interrupted

  [[nodiscard]] std::size_t count(PointState state) const;
};

/// Makes the missing runs and writes the tables into the directory. Reports errors that show only after runs, such as a
/// metric that no run has. Throws Error of kind `output` if a file cannot be written.
StudyResult run_study(const Study& study, const StudyOptions& options, Diagnostics& problems);

struct DryStudy {
  std::vector<PointRow> rows;  ///< rows of the first batch, with state infeasible or interrupted
  std::uint64_t excluded = 0;  ///< combinations that `exclude` removes, if all were evaluated
  std::size_t runs = 0;        ///< runs that would be made
  std::size_t reused = 0;      ///< runs that are stored
  std::size_t measured = 0;    ///< runs made to estimate the time
  double seconds = 0.0;        ///< estimated time of all runs
  bool more = false;           ///< the search would continue from results
};

/// Checks every point, and makes up to two runs to estimate the time of the study. Their results are discarded.
DryStudy dry_run_study(const Study& study, const StudyOptions& options, Diagnostics& problems);

}  // namespace gantry
