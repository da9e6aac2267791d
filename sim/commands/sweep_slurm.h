// SPDX-License-Identifier: Apache-2.0
// Options of `gantry sweep --slurm`, and the work of a task of its job array.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gantry {
inline namespace base {
class Diagnostics;
}  // namespace base

struct SlurmOptions;
struct Study;
struct StudyOptions;

struct SlurmArguments {
  bool on = false;
  std::vector<std::string> texts;  ///< values of --slurm-args
  std::size_t points = 0;
  std::size_t task = 0;  ///< number of the submission; 0: this process is no task
};

void add_slurm_options(CLI::App& command, SlurmArguments& arguments);

/// Checks the options. `at_a_time`: most tasks at a time, 0: no limit. Reports problems.
SlurmOptions slurm_options(const SlurmArguments& arguments, const std::string& study, const std::string& directory,
                           std::size_t at_a_time, Diagnostics& diagnostics);

/// Runs a task of the array. Returns the exit status.
int slurm_task(const SlurmArguments& arguments, const Study& study, const StudyOptions& options);

}  // namespace gantry
