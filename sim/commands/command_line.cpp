// SPDX-License-Identifier: Apache-2.0
#include "commands/command_line.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <string>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/wrong_word.h"
#include "gantry/base/error.h"
#include "run/versions.h"

namespace gantry {
namespace {

/// An empty value is an error (such as an unset variable of a script), and never means the default.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator filled([](const std::string& value) { return value.empty() ? "must not be empty" : ""; }, "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() > 0) option->check(filled);
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app("Gantry: a cycle-accurate simulator of hardware task schedulers", "gantry");
  int status = 0;
  const auto built_with = versions();
  app.set_version_flag("--version", "gantry " + built_with[0].second + " (SystemC " + built_with[1].second +
                                        ", Verilator " + built_with[2].second + ")");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help of every command");
  add_run_command(app, status);
  add_whatif_command(app, status);
  add_calibrate_command(app, status);
  add_sweep_command(app, status);
  add_regress_command(app, status);
  add_pick_command(app, status);
  add_plan_command(app, status);
  add_workload_command(app, status);
  add_validate_command(app, status);
  add_show_command(app, status);
  add_schema_command(app, status);
  add_explain_command(app, status);
  add_query_command(app, status);
  add_check_command(app, status);
  add_report_command(app, status);
  add_compare_command(app, status);
  add_network_command(app, status);
  add_select_command(app, status);
  add_list_command(app, status);
  add_describe_program_command(app, status);
  app.failure_message([&](const CLI::App* /*app*/, const CLI::Error& error) {
    const auto word = wrong_word(app, argc, argv);
    return "error: " + word.value_or(error.what()) + " (--help shows what is right)\n";
  });
  app.footer(
      "Example:\n  gantry run sim/experiments/resnet50.yaml\n\nExit status: 0 done, 1 unfinished or violated, 2 wrong "
      "command line or input.");
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongInput;
  } catch (const Error& error) {
    std::cout.flush();
    print_problems(error.diagnostics());
    return error.kind() == ErrorKind::input || error.kind() == ErrorKind::unsupported ? kWrongInput : kUnfinished;
  }
  return status;
}

}  // namespace gantry
