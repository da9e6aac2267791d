// SPDX-License-Identifier: Apache-2.0
// A study whose runs are made by a cluster: what is missing is handed to Slurm as one job array, and this process
// leaves; the same study asked for again takes what is there, and hands out again what got lost. No run is queued
// twice.
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
  std::vector<std::string> arguments;  ///< for sbatch
  std::size_t runs_per_task = 0;       ///< 0: as few as the site's arrays allow
  std::size_t at_a_time = 0;           ///< tasks; 0: as many as there is room for
  std::vector<std::string> command;    ///< of a task; the number of its submission is put behind it
};

class SlurmStudy {
 public:
  SlurmStudy(const Study& study, const std::string& directory, PointMaker maker, SlurmOptions options);

  /// Asks which tasks are queued or running, before anybody looks which points are there: what ends in between is
  /// there. Throws Error if Slurm does not say.
  void ask();
  /// StudyOptions::elsewhere. Throws Error if nothing could be submitted.
  std::vector<std::optional<PointEnd>> take(const std::vector<AbsentRun>& absent);
  /// Runs that failed are told in the tables: asked for again, they are made again, as in a study of one machine.
  void forget_told_ends() const;
  /// What was handed out and what is under way.
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
  std::set<std::string> lost_;       ///< ids of runs whose tasks are no more
  std::set<std::string> live_jobs_;
  std::vector<std::string> told_ends_;
  std::size_t waiting_ = 0;  ///< runs that are queued or running
  std::string submitted_;
};

/// Of the cluster, for `gantry sweep status`; empty if nothing was handed to one.
std::string slurm_status(const std::string& directory);

/// In a task of the array.
struct SlurmTask {
  std::size_t submission = 0;
  std::size_t number = 0;
  std::string restart;  ///< which attempt it is
  unsigned jobs = 1;    ///< runs at a time
};
/// Makes the runs of the task that are not there, and prints a line for each. Throws Error if some have no end.
void run_slurm_task(const Study& study, const std::string& directory, const PointMaker& maker, const SlurmTask& task,
                    const std::atomic<bool>& stop, std::ostream& out);

}  // namespace gantry
