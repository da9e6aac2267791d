// SPDX-License-Identifier: Apache-2.0
// Tasks and jobs of two runs, paired by name and number.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compare/compared_run.h"

namespace gantry {

/// nullptr: the run does not have it. `name` refers to one of the runs.
struct TaskPair {
  std::string_view name;
  const TaskRow* a = nullptr;
  const TaskRow* b = nullptr;
};

struct JobPair {
  std::uint32_t task = 0;  ///< index in RunPair::tasks
  std::uint32_t job = 0;
  const JobRecord* a = nullptr;
  const JobRecord* b = nullptr;
};

/// Precondition: both runs were read without problems. They must outlive the pair.
struct RunPair {
  RunPair(const ComparedRun& a_run, const ComparedRun& b_run);

  const ComparedRun& a;
  const ComparedRun& b;
  std::vector<TaskPair> tasks;  ///< tasks in A's order, then those of B alone
  std::vector<JobPair> jobs;    ///< in order of task and job
  bool has_tasks;               ///< both runs have tasks.csv
  bool has_jobs;
};

}  // namespace gantry
