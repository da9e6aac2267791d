// SPDX-License-Identifier: Apache-2.0
// gantry show: the experiment as it would be run.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/problems.h"
#include "commands/show.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "gantry/base/diagnostics.h"
#include "gantry/cost/machine_cost.h"
#include "network/network_experiment.h"
#include "output/cost_report.h"
#include "serving/serving_experiment.h"

namespace gantry {
namespace {

struct ShowArguments {
  std::string experiment;
  std::vector<std::string> sets;
  bool cost = false;
};

std::string cost_of(const Experiment& experiment) {
  const std::string& name = experiment.architecture.name;
  return cost_tables(name.empty() ? experiment.name : name,
                     machine_cost(experiment.architecture, experiment.picker, experiment.cost));
}

std::optional<Experiment> read_checked(const ExperimentText& from, const std::vector<std::string>& sets,
                                       Diagnostics& diagnostics) {
  auto experiment = read_experiment(from.text, from.file, sets, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return experiment;
}

std::optional<std::string> cost_text(const ExperimentText& from, const ShowArguments& arguments,
                                     Diagnostics& diagnostics) {
  if (from.kind != FileKind::experiment) {
    diagnostics.error({from.file, 1, 1},
                      "--cost is of the machine of an experiment with jobs, and this is another kind");
    return std::nullopt;
  }
  const auto experiment = read_checked(from, arguments.sets, diagnostics);
  if (!experiment) return std::nullopt;
  return cost_of(*experiment);
}

}  // namespace

std::optional<std::string> resolved_text(const ExperimentText& from, const std::vector<std::string>& sets,
                                         Diagnostics& diagnostics) {
  if (from.kind == FileKind::network_experiment) {
    auto experiment = read_network_experiment(from.text, from.file, sets, diagnostics);
    if (experiment) return resolved_network_experiment(*experiment, ".");
  } else if (from.kind == FileKind::serving_experiment) {
    auto experiment = read_serving_experiment(from.text, from.file, sets, diagnostics);
    if (experiment) return resolved_serving_experiment(*experiment, ".");
  } else {
    auto experiment = read_checked(from, sets, diagnostics);
    if (experiment) return resolved_experiment(*experiment, ".");
  }
  return std::nullopt;
}

namespace {

int show(const ShowArguments& arguments) {
  Diagnostics diagnostics;
  const auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
  std::optional<std::string> text;
  if (from) {
    text =
        arguments.cost ? cost_text(*from, arguments, diagnostics) : resolved_text(*from, arguments.sets, diagnostics);
  }
  print_problems(diagnostics);
  if (!text || !diagnostics.ok()) return kWrongInput;
  std::cout << *text;
  return kDone;
}

}  // namespace

void add_show_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<ShowArguments>();
  CLI::App* show_command =
      app.add_subcommand("show", "Print an experiment fully resolved: every key with the value that a run would use");
  show_command
      ->add_option("EXPERIMENT", arguments->experiment,
                   "experiment file (YAML) of `run` or `network`, - for the standard input")
      ->required();
  show_command->add_option("--set", arguments->sets, "override a key of the experiment or its architecture, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  show_command->add_flag(
      "--cost", arguments->cost,
      "instead what its machine costs: area, leakage and energy of an event, each with its range and "
      "who says so, and what is not modelled");
  show_command->footer(
      "The output is an experiment of its own, with paths that start in the current directory. A run of it writes the\n"
      "same bytes.\n\n"
      "Examples:\n  gantry show sim/experiments/resnet50.yaml\n"
      "  gantry show sim/experiments/resnet50.yaml --cost --set architecture.cost.node_nm=7\n"
      "  gantry show sim/experiments/resnet50.yaml --set policies.picker=stride > stride.yaml && gantry run "
      "stride.yaml");
  show_command->callback([arguments, &status] { status = show(*arguments); });
}

}  // namespace gantry
