// SPDX-License-Identifier: Apache-2.0
// The verbs of the program, one file each. Every function adds its subcommand, whose callback sets the exit status (0
// done, 1 unfinished run, 2 wrong input) in `status`.
#pragma once

namespace CLI {
class App;
}

namespace gantry {

void add_run_command(CLI::App& app, int& status);
void add_pick_command(CLI::App& app, int& status);
void add_plan_command(CLI::App& app, int& status);
void add_workload_command(CLI::App& app, int& status);
void add_validate_command(CLI::App& app, int& status);
void add_explain_command(CLI::App& app, int& status);
void add_query_command(CLI::App& app, int& status);
void add_check_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app, int& status);
void add_compare_command(CLI::App& app, int& status);
void add_network_command(CLI::App& app, int& status);
void add_select_command(CLI::App& app, int& status);
void add_list_command(CLI::App& app, int& status);
void add_show_command(CLI::App& app, int& status);
void add_whatif_command(CLI::App& app, int& status);
void add_calibrate_command(CLI::App& app, int& status);
void add_sweep_command(CLI::App& app, int& status);
void add_regress_command(CLI::App& app, int& status);
void add_schema_command(CLI::App& app, int& status);
/// Hidden. Add it last, because it describes all others.
void add_describe_program_command(CLI::App& app, int& status);

}  // namespace gantry
