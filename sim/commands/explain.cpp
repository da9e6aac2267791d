// SPDX-License-Identifier: Apache-2.0
// gantry explain: why a finished run took as long as it did.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/terminal.h"
#include "explain/explain_run.h"

namespace gantry {

void add_explain_command(CLI::App& app, int& status) {
  struct Arguments {
    std::string directory;
    bool json = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* explain =
      app.add_subcommand("explain", "Why a finished run took as long as it did: critical path, bounds, what to turn");
  explain->add_option("DIR", arguments->directory, "directory that `gantry run` wrote, or a study's points/ID")
      ->required();
  explain->add_flag("--json", arguments->json, "as JSON (`gantry schema explain`)");
  explain->footer(
      "From the run's files alone: what each cycle of the critical path went into, when the same decisions would have\n"
      "ended without one thing after the other, what no decision could have made shorter, and the longest steps. How\n"
      "each is defined: docs/explaining.md.\n\n"
      "Examples:\n  gantry run sim/experiments/cholesky.yaml && gantry explain out/cholesky\n"
      "  gantry explain out/cholesky --json\n"
      "  gantry explain out/scheduler_size/points/ID");
  explain->callback([arguments, &status] {
    Diagnostics problems;
    const auto explanation = explain_run(arguments->directory, problems);
    print_problems(problems);
    status = explanation ? kDone : kWrongInput;
    if (!explanation) return;
    std::cout << (arguments->json ? explanation_json(*explanation)
                                  : explanation_text(*explanation, terminal_speaks_utf8()));
  });
}

}  // namespace gantry
