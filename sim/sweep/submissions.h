// SPDX-License-Identifier: Apache-2.0
// What a study has handed to a cluster, in its directory: slurm/NUMBER/ holds the job's script, a file for each of its
// tasks with the runs that it makes, and what the tasks print; slurm/ends/ how runs ended that are in no store. It is
// written before the job is submitted, so that a job is never out of sight.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sweep/point_run.h"
#include "sweep/point_store.h"

namespace gantry {

struct Submission {
  std::size_t number = 0;
  std::string name;     ///< of the job: no other one is called so
  std::string job;      ///< its number at Slurm; empty: the program ended before it was told
  std::string cluster;  ///< or empty
  std::size_t tasks = 0;
};

struct TaskRuns {
  PointMaker maker;  ///< the program that submitted it
  std::vector<AbsentRun> runs;
};

class Submissions {
 public:
  explicit Submissions(const std::string& directory);

  /// Those whose tasks may still be queued or running, by their numbers.
  [[nodiscard]] std::vector<Submission> open() const;
  /// A submission of these tasks, not yet submitted. Throws Error of kind `output` if it cannot be written, as do
  /// submitted() and write_end().
  [[nodiscard]] Submission add(const std::string& study, const std::vector<TaskRuns>& tasks) const;
  /// Remembers the number that it got.
  void submitted(const Submission& submission) const;
  /// None of its tasks will run any more. What they printed is kept, and so is its number: a user may still start a
  /// task of it, which then finds nothing to do.
  void close(const Submission& submission) const;

  [[nodiscard]] std::string script(std::size_t number) const;
  /// What a task prints: behind this its number and ".txt".
  [[nodiscard]] std::string log_prefix(std::size_t number) const;
  [[nodiscard]] std::optional<TaskRuns> task(std::size_t number, std::size_t task) const;

  [[nodiscard]] std::optional<PointEnd> end(const std::string& id) const;
  void write_end(const std::string& id, const PointEnd& end) const;
  /// It is to be made again.
  void forget_end(const std::string& id) const;

 private:
  [[nodiscard]] std::string folder(std::size_t number) const;
  [[nodiscard]] std::string task_file(std::size_t number, std::size_t task) const;
  [[nodiscard]] std::string end_file(const std::string& id) const;

  std::string folder_;
};

}  // namespace gantry
