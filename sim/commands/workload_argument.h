// SPDX-License-Identifier: Apache-2.0
// Options for a workload on the command line: FILE, --format, --set mapping.a=value.
#pragma once

#include <cstdint>
#include <optional>
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

/// Returns the clock of an architecture file, in MHz. Nothing if `path` is empty or can be read only once; its reader
/// reports a wrong file.
std::optional<std::uint32_t> clock_of(const std::string& path);

/// Reads the workload. Reports the guessed format and problems on stderr. Returns false after an error. `clock_mhz`:
/// clock of the machine, for times in seconds; nothing: kUsualClock, and a note says so.
bool load_workload_argument(const WorkloadArgument& argument, Workload& workload,
                            std::optional<std::uint32_t> clock_mhz);
/// The same for a planner, which refuses tasks with jobs of different kinds. `data_by_default`: without `edges` among
/// the sets, edges carry data objects, unless the workload is a model.
bool load_workload_to_plan(const WorkloadArgument& argument, Workload& workload, std::optional<std::uint32_t> clock_mhz,
                           bool data_by_default = false);
/// The same for a command that shows no cycles: operators stay as in the file, and `lowered` is what a machine without
/// limits would be given, unless the workload has no operators.
bool load_workload_facts(const WorkloadArgument& argument, Workload& workload, std::optional<Workload>& lowered);

}  // namespace gantry
