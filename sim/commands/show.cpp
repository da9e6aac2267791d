// SPDX-License-Identifier: Apache-2.0
// gantry show: the experiment as it would be run.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/problems.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "gantry/base/diagnostics.h"

namespace gantry {
namespace {

struct ShowArguments {
  std::string experiment;
  std::vector<std::string> sets;
};

int show(const ShowArguments& arguments) {
  Diagnostics diagnostics;
  auto experiment = load_experiment(arguments.experiment, arguments.sets, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  if (!experiment || !diagnostics.ok()) {
    print_problems(diagnostics);
    return 2;
  }
  std::cout << resolved_experiment(*experiment, ".");
  return 0;
}

}  // namespace

void add_show_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<ShowArguments>();
  CLI::App* show_command =
      app.add_subcommand("show", "Print an experiment fully resolved: every key with the value that a run would use");
  show_command->add_option("EXPERIMENT", arguments->experiment, "experiment file (YAML)")->required();
  show_command->add_option("--set", arguments->sets, "override a key of the experiment or its architecture, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  show_command->footer(
      "The output is an experiment of its own, with paths that start in the current directory. A run of it writes the\n"
      "same bytes.\n\n"
      "Examples:\n  gantry show sim/experiments/resnet50.yaml\n"
      "  gantry show sim/experiments/resnet50.yaml --set policies.picker=stride > stride.yaml && gantry run "
      "stride.yaml");
  show_command->callback([arguments, &status] { status = show(*arguments); });
}

}  // namespace gantry
