// SPDX-License-Identifier: Apache-2.0
// Submissions of a study to a cluster, in its directory. slurm/NUMBER/ has the job's script, a file per task with its
// runs, and the tasks' output; slurm/ends/ has the ends of runs that are not in the store. Files are written before the
// job is submitted, so that a job is never lost.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sweep/absent_run.h"
#include "sweep/point_store.h"

namespace gantry {

struct Submission {
  std::size_t number = 0;
  std::string name;     ///< name of the job, unique
  std::string job;      ///< number of the job at Slurm; empty: unknown, because the program ended first
  std::string cluster;  ///< cluster; may be empty
  std::size_t tasks = 0;
};

struct TaskRuns {
  PointMaker maker;  ///< the program that submitted it
  std::vector<AbsentRun> runs;
};

class Submissions {
 public:
  explicit Submissions(const std::string& directory);

  /// Submissions whose tasks may still be queued or running, by number.
  [[nodiscard]] std::vector<Submission> open() const;
  /// Prepares a submission of these tasks. Throws Error of kind `output` if it cannot be written, as do submitted() and
  /// write_end().
  [[nodiscard]] Submission add(const std::string& study, const std::vector<TaskRuns>& tasks) const;
  /// Stores the job's number.
  void submitted(const Submission& submission) const;
  /// Marks a submission whose tasks will not run any more. Their output and the number are kept: a user may still start
  /// a task, which then finds nothing to do.
  void close(const Submission& submission) const;

  [[nodiscard]] std::string script(std::size_t number) const;
  /// Path of a task's output, without its number and ".txt".
  [[nodiscard]] std::string log_prefix(std::size_t number) const;
  [[nodiscard]] std::optional<TaskRuns> task(std::size_t number, std::size_t task) const;

  [[nodiscard]] std::optional<PointEnd> end(const std::string& id) const;
  void write_end(const std::string& id, const PointEnd& end) const;
  /// Marks a run as to be made again.
  void forget_end(const std::string& id) const;

 private:
  [[nodiscard]] std::string folder(std::size_t number) const;
  [[nodiscard]] std::string task_file(std::size_t number, std::size_t task) const;
  [[nodiscard]] std::string end_file(const std::string& id) const;

  std::string folder_;
};

}  // namespace gantry
