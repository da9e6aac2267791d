// SPDX-License-Identifier: Apache-2.0
// The gantry program: verbs only.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <string>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "run/versions.h"

namespace {

/// An empty value is a slip (a variable of a script that is not set), never a way to ask for the default.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator filled([](const std::string& value) { return value.empty() ? "must not be empty" : ""; }, "");
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() > 0) option->check(filled);
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

/// A file that is opened while a standard stream is closed would take its place, and its output.
void hold_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int run_command_line(int argc, char** argv) {
  CLI::App app("Gantry: a cycle-accurate simulator of hardware task schedulers", "gantry");
  int status = 0;
  const auto versions = gantry::versions();
  app.set_version_flag("--version", "gantry " + versions[0].second + " (SystemC " + versions[1].second +
                                        ", Verilator " + versions[2].second + ")");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help of every command");
  gantry::add_run_command(app, status);
  gantry::add_whatif_command(app, status);
  gantry::add_sweep_command(app, status);
  gantry::add_pick_command(app, status);
  gantry::add_plan_command(app, status);
  gantry::add_workload_command(app, status);
  gantry::add_validate_command(app, status);
  gantry::add_show_command(app, status);
  gantry::add_schema_command(app, status);
  gantry::add_explain_command(app, status);
  gantry::add_check_command(app, status);
  gantry::add_report_command(app, status);
  gantry::add_compare_command(app, status);
  gantry::add_network_command(app, status);
  gantry::add_select_command(app, status);
  gantry::add_list_command(app, status);
  gantry::add_describe_program_command(app, status);
  app.failure_message([](const CLI::App* /*app*/, const CLI::Error& error) {
    return std::string("error: ") + error.what() + " (--help shows what is right)\n";
  });
  app.footer(
      "Example:\n  gantry run sim/experiments/resnet50.yaml\n\nExit status: 0 done, 1 unfinished or violated, 2 wrong "
      "command line or input.");
  const auto is_first = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_first).empty()) {
    std::cerr << "error: unknown command '" << argv[1] << "' (--help lists the commands)\n";
    return gantry::kWrongInput;
  }
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? gantry::kDone : gantry::kWrongInput;
  }
  return status;
}

/// Whether the standard output is a pipe whose reader has gone.
bool nobody_reads() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  hold_standard_streams();
  // A file that may not grow and a pipe that nobody reads are outputs that cannot be written, not ends without a word.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    const int status = run_command_line(argc, argv);
    if (std::cout.flush()) return status;
    if (nobody_reads()) return status == 0 ? 1 : status;  // `| head` has what it wanted
    std::cerr << "error: the standard output cannot be written\n";
    return status == 0 ? 1 : status;
  } catch (const std::exception& error) {
    std::cerr << "gantry: internal error: " << error.what() << '\n';
    return 1;
  }
}
