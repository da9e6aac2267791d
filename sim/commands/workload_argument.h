// SPDX-License-Identifier: Apache-2.0
// Options for a workload on the command line: FILE, --format, --set mapping.a=value.
#pragma once

#include <string>
#include <vector>

#include "gantry/workload/workload.h"

namespace CLI {
class App;
}

namespace gantry {

struct WorkloadArgument {
  std::string file;
  std::string format;
  std::vector<std::string> sets;
};

/// Adds the options. `name`: of the file in the help. The argument must outlive the command.
void add_workload_argument(CLI::App& command, const std::string& name, WorkloadArgument& argument);

/// Reads the workload. Reports the guessed format and problems on stderr. Returns false after an error.
bool load_workload_argument(const WorkloadArgument& argument, Workload& workload);

}  // namespace gantry
