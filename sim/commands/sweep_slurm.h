// SPDX-License-Identifier: Apache-2.0
// What `gantry sweep --slurm` takes of the command line, and what a task of its array does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "sweep/study_slurm.h"

namespace CLI {
class App;
}

namespace gantry {

struct SlurmArguments {
  bool on = false;
  std::vector<std::string> texts;  ///< of --slurm-args
  std::size_t points = 0;
  std::size_t task = 0;  ///< number of the submission; 0: this is no task
};

void add_slurm_options(CLI::App& command, SlurmArguments& arguments);

/// `at_a_time`: tasks, 0: no limit. Reports what is wrong.
SlurmOptions slurm_options(const SlurmArguments& arguments, const std::string& study, const std::string& directory,
                           std::size_t at_a_time, Diagnostics& diagnostics);

/// In a task: exit status.
int slurm_task(const SlurmArguments& arguments, const Study& study, const StudyOptions& options);

}  // namespace gantry
