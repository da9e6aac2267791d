// SPDX-License-Identifier: Apache-2.0
// Tasks and jobs of the two runs, each beside itself.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compare/compared_run.h"

namespace gantry {

/// nullptr where a run does not know it. `name` is one of a run's names.
struct TaskPair {
  std::string_view name;
  const TaskRow* a = nullptr;
  const TaskRow* b = nullptr;
};

struct JobPair {
  std::uint32_t task = 0;  ///< place in RunPair::tasks
  std::uint32_t job = 0;
  const JobRecord* a = nullptr;
  const JobRecord* b = nullptr;
};

/// Precondition: both were read without problems; they outlive this.
struct RunPair {
  RunPair(const ComparedRun& a_run, const ComparedRun& b_run);

  const ComparedRun& a;
  const ComparedRun& b;
  std::vector<TaskPair> tasks;  ///< as A names them, then those that only B does
  std::vector<JobPair> jobs;    ///< in order of task and job
  bool has_tasks;               ///< both have the table
  bool has_jobs;
};

}  // namespace gantry
