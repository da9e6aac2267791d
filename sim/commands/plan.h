// SPDX-License-Identifier: Apache-2.0
// gantry plan: options and functions that its methods share. Each method adds its subcommand in a file of its own.
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

/// Returns the methods, for `gantry list planners`.
struct PlannerName {
  std::string name;
  std::string summary;
};
std::vector<PlannerName> planner_names();

/// Options for the machine and the costs of transfers.
struct PlanMachineArguments {
  std::uint32_t processors = 0;  ///< 0: those of the architecture
  std::string architecture;
  std::string cycles_per_byte = "1";
  std::string latency = "0";
  std::string times;  ///< "from:DIR": measured by the run in DIR; empty: the workload's times
  std::string costs;  ///< "machine": the architecture's costs; empty: bytes and latency
};
void add_plan_machine(CLI::App& command, PlanMachineArguments& arguments);
/// Adds the option --costs, which replaces the transfer options of add_plan_machine().
void add_plan_costs(CLI::App& command, PlanMachineArguments& arguments);
/// Reports contradictory options.
void check_plan_costs(const CLI::App& command, const PlanMachineArguments& arguments, Diagnostics& diagnostics);
void add_plan_times(CLI::App& command, PlanMachineArguments& arguments);

struct PlanMachine {
  plan::TaskTimes times;
  plan::TransferCost transfer;
  std::vector<std::string> names;                ///< names of the processors; for an architecture
  std::optional<plan::MachineCosts> costs = {};  ///< replace `transfer`

  /// Times that a task waits for predecessors on other processors.
  [[nodiscard]] plan::TransferTime transfers() const;
};
/// Makes the machine. Reports problems on stderr; returns nothing after one.
std::optional<PlanMachine> read_plan_machine(const PlanMachineArguments& arguments, const Workload& workload);
/// Reads the options --cycles-per-byte and --latency. Returns nothing after an error.
std::optional<plan::TransferCost> read_transfer(const std::string& cycles_per_byte, const std::string& latency,
                                                Diagnostics& diagnostics);

/// Returns the parameters that the checker needs.
void set_machine_parameters(const PlanMachineArguments& arguments, const PlanMachine& machine,
                            plan::Values& parameters);

/// Returns the machine that a plan names; the file of the architecture may be replaced.
PlanMachineArguments machine_of_plan(const plan::Plan& plan, const std::string& architecture = {});

/// Output options of all methods.
struct PlanOutput {
  std::string out;
  std::string svg;
  bool json = false;
};
void add_plan_output(CLI::App& command, PlanOutput& output);
/// Returns the input files of a measured run; none for other times.
std::vector<std::string> files_of_times(const PlanMachineArguments& arguments);
/// Writes the plan to its file, its picture to another, and the metrics to the standard output as a table or as JSON.
/// Returns the exit status. `processors`: their names, for the picture.
int write_plan(const plan::Plan& plan, const Workload& workload, const PlanOutput& output, const Provenance& from,
               const std::vector<std::string>& processors = {});
/// Draws the plan as a Gantt chart; does nothing if `svg` is empty. Returns the exit status, an error if it cannot be
/// drawn.
int write_plan_picture(const std::string& svg, const plan::Plan& plan, const Workload& workload,
                       const std::vector<std::string>& processors);
/// The same for a plan of a workload named on the command line.
Provenance provenance_of(const Workload& workload, const std::string& file, const std::vector<std::string>& sets);

/// Prints problems and returns the exit status.
int report_wrong_input(const Diagnostics& diagnostics);

}  // namespace gantry
