// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "check/check_run.h"
#include "commands/commands.h"

namespace gantry {

void add_check_command(CLI::App& app, int& status) {
  auto directory = std::make_shared<std::string>();
  CLI::App* check = app.add_subcommand("check", "Check the invariants of a finished run, from its files alone");
  check->add_option("OUTDIR", *directory, "Directory that `gantry run` wrote")->required();
  check->footer(
      "Jobs exactly once, no overlap on a processor, predecessors first, stages in order, tables against the summary.\n"
      "Exit status: 0 all hold, 1 some are violated, 2 files are missing or malformed.\n\n"
      "Example:\n  gantry check out/first_steps");
  check->callback([directory, &status] {
    const CheckReport report = check_run(*directory);
    for (const std::string& line : report.errors) std::cerr << line << '\n';
    for (const std::string& line : report.result) std::cout << line << '\n';
    status = report.status;
  });
}

}  // namespace gantry
