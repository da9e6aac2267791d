// SPDX-License-Identifier: Apache-2.0
// gantry plan: one file per method adds its subcommand; what they share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/workload_argument.h"
#include "gantry/base/diagnostics.h"
#include "gantry/plan/checker/checker.h"
#include "gantry/plan/list/list_scheduler.h"
#include "gantry/plan/machine_costs.h"
#include "gantry/plan/plan.h"
#include "gantry/workload/workload.h"
#include "result/provenance.h"

namespace CLI {
class App;
}

namespace gantry {

void add_plan_list_schedulers(CLI::App& plan, int& status);
void add_plan_partition(CLI::App& plan, int& status);
void add_plan_periodic(CLI::App& plan, int& status);
void add_plan_repeat(CLI::App& plan, int& status);
void add_plan_pipeline(CLI::App& plan, int& status);
void add_plan_check(CLI::App& plan, int& status);
void add_plan_compare(CLI::App& plan, int& status);

/// The methods, for `gantry list planners`.
struct PlannerName {
  std::string name;
  std::string summary;
};
std::vector<PlannerName> planner_names();

/// Where tasks run and what moves between them.
struct PlanMachineArguments {
  std::uint32_t processors = 0;  ///< 0: of the architecture
  std::string architecture;
  std::string cycles_per_byte = "1";
  std::string latency = "0";
  std::string times;  ///< "from:DIR": as measured by the run there; empty: the workload's
  std::string costs;  ///< "machine": of the architecture; empty: bytes and latency
};
void add_plan_machine(CLI::App& command, PlanMachineArguments& arguments);
/// The option --costs; what it takes the place of is told by the other options of add_plan_machine().
void add_plan_costs(CLI::App& command, PlanMachineArguments& arguments);
/// Reports what contradicts it.
void check_plan_costs(const CLI::App& command, const PlanMachineArguments& arguments, Diagnostics& diagnostics);
void add_plan_times(CLI::App& command, PlanMachineArguments& arguments);

struct PlanMachine {
  plan::TaskTimes times;
  plan::TransferCost transfer;
  std::vector<std::string> names;                ///< of processors; those of an architecture have some
  std::optional<plan::MachineCosts> costs = {};  ///< in place of `transfer`

  /// What a plan's tasks wait for, on other processors.
  [[nodiscard]] plan::TransferTime transfers() const;
};
/// Says on stderr what is wrong; nothing then.
std::optional<PlanMachine> read_plan_machine(const PlanMachineArguments& arguments, const Workload& workload);
/// The options --cycles-per-byte and --latency; nothing after an error.
std::optional<plan::TransferCost> read_transfer(const std::string& cycles_per_byte, const std::string& latency,
                                                Diagnostics& diagnostics);

/// What the checker needs to know of the machine.
void set_machine_parameters(const PlanMachineArguments& arguments, const PlanMachine& machine,
                            plan::Values& parameters);

/// The machine that the plan says it is for; the architecture may be named anew.
PlanMachineArguments machine_of_plan(const plan::Plan& plan, const std::string& architecture = {});

/// What every method writes.
struct PlanOutput {
  std::string out;
  std::string svg;
  bool json = false;
};
void add_plan_output(CLI::App& command, PlanOutput& output);
/// What a run that has been measured is read from; nothing for other times.
std::vector<std::string> files_of_times(const PlanMachineArguments& arguments);
/// The plan goes to the file, its picture to another, metrics to the standard output: as a table, or as JSON. The exit
/// status. `processors`: their names, for the picture.
int write_plan(const plan::Plan& plan, const Workload& workload, const PlanOutput& output, const Provenance& from,
               const std::vector<std::string>& processors = {});
/// The plan as a Gantt chart; nothing if `svg` is empty. The exit status: there is an error if it cannot be drawn.
int write_plan_picture(const std::string& svg, const plan::Plan& plan, const Workload& workload,
                       const std::vector<std::string>& processors);
/// Of a plan of a workload that the command line named.
Provenance provenance_of(const Workload& workload, const std::string& file, const std::vector<std::string>& sets);

/// Prints problems; the exit status for them.
int report_wrong_input(const Diagnostics& diagnostics);

}  // namespace gantry
