// SPDX-License-Identifier: Apache-2.0
// The gantry program: verbs only.
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <systemc>

#include "commands/commands.h"
#include "sc/platform.h"

namespace {

constexpr int kWrongInput = 2;

int run_command_line(int argc, char** argv) {
  CLI::App app("Gantry: a cycle-accurate simulator of hardware task schedulers", "gantry");
  int status = 0;
  app.set_version_flag("--version", "gantry " GANTRY_VERSION " (SystemC " + gantry::sc::systemc_version() +
                                        ", Verilator " GANTRY_VERILATOR_VERSION ")");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help of every command");
  gantry::add_run_command(app, status);
  gantry::add_pick_command(app, status);
  gantry::add_workload_command(app, status);
  gantry::add_validate_command(app, status);
  gantry::add_check_command(app, status);
  gantry::add_list_command(app, status);
  app.footer("Example:\n  gantry run sim/experiments/resnet50.yaml\n\nExit status: 0 done, 1 unfinished or violated, 2 wrong "
             "command line or input.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongInput;
  }
  return status;
}

}  // namespace

/// Called by the SystemC library.
int sc_main(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "gantry: internal error: " << error.what() << '\n';
    return 1;
  }
}

/// The library brings a main() of its own; ours keeps its banner out of our output.
int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  setenv("SYSTEMC_COPYRIGHT_MESSAGE", "DISABLE", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
