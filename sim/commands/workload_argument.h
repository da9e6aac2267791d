// SPDX-License-Identifier: Apache-2.0
// A workload named on the command line: FILE, --format, --set mapping.a=value.
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

/// `name` is how the help calls the file. The argument must outlive the command.
void add_workload_argument(CLI::App& command, const std::string& name, WorkloadArgument& argument);

/// Reads it; says on stderr which format was guessed and what is wrong. False after an error.
bool load_workload_argument(const WorkloadArgument& argument, Workload& workload);

}  // namespace gantry
