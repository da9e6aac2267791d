// SPDX-License-Identifier: Apache-2.0
// Runs of a study on a cluster. Missing runs are submitted to Slurm as one job array, and this process ends. The next
// call of the same study collects finished runs and resubmits lost ones. No run is queued twice.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "sweep/slurm.h"
#include "sweep/study.h"
#include "sweep/study_run.h"
#include "sweep/submissions.h"

namespace gantry {

struct SlurmOptions {
  std::vector<std::string> arguments;  ///< arguments for sbatch
  std::size_t runs_per_task = 0;       ///< 0: as few as the site's limits allow
  std::size_t at_a_time = 0;           ///< most tasks at a time; 0: no limit
  std::vector<std::string> command;    ///< command of a task; the number of the submission is appended
};

class SlurmStudy {
 public:
  SlurmStudy(const Study& study, const std::string& directory, PointMaker maker, SlurmOptions options);

  /// Queries which tasks are queued or running. Call before stored points are read, so that a run that ends in between
  /// is not lost. Throws Error if Slurm does not answer.
  void ask();
  /// Implementation of StudyOptions::elsewhere. Throws Error if nothing could be submitted.
  std::vector<std::optional<PointEnd>> take(const std::vector<AbsentRun>& absent);
  /// Failed runs are listed in the tables, and are run again by the next call, as in a study on one machine.
  void forget_told_ends() const;
  /// Returns a description of submitted runs and runs under way.
  [[nodiscard]] std::string text() const;

 private:
  void submit(const std::vector<AbsentRun>& missing);
  [[nodiscard]] SlurmJob submit(const Submission& made, std::size_t tasks) const;

  const Study& study_;
  const std::string directory_;
  const PointMaker maker_;
  const SlurmOptions options_;
  const Submissions submissions_;
  std::set<std::string> under_way_;  ///< ids
  std::set<std::string> lost_;       ///< ids of runs whose tasks have ended without a result
  std::set<std::string> live_jobs_;
  std::vector<std::string> told_ends_;
  std::size_t waiting_ = 0;  ///< runs that are queued or running
  std::string submitted_;
};

/// Returns the state of the cluster's runs, for `gantry sweep status`; empty: nothing was submitted.
std::string slurm_status(const std::string& directory);

/// Options of a task of the array.
struct SlurmTask {
  std::size_t submission = 0;
  std::size_t number = 0;
  std::string restart;  ///< number of the attempt
  unsigned jobs = 1;    ///< runs at a time
};
/// Makes the missing runs of the task, and prints a line for each. Throws Error if some have no end.
void run_slurm_task(const Study& study, const std::string& directory, const PointMaker& maker, const SlurmTask& task,
                    const std::atomic<bool>& stop, std::ostream& out);

}  // namespace gantry
