// SPDX-License-Identifier: Apache-2.0
// gantry network: the interconnect alone under synthetic traffic.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_run.h"

namespace gantry {
namespace {

constexpr int kWrongInput = 2;

struct NetworkArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string seed;
};

int run(const NetworkArguments& arguments) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = arguments.sets;
  if (!arguments.seed.empty()) sets.push_back("seed=" + arguments.seed);
  const auto experiment = load_network_experiment(arguments.experiment, sets, diagnostics);
  if (!experiment) {
    for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
    return kWrongInput;
  }
  const auto bounds = network_bounds(*experiment);
  std::vector<NetworkPoint> points;
  std::optional<NetworkSaturation> saturation;
  if (!bounds) {
    points.push_back(run_trace(*experiment));
  } else {
    for (const std::uint64_t rate : experiment->traffic.rates) points.push_back(run_load(*experiment, rate, *bounds));
    if (experiment->saturation) saturation = find_saturation(*experiment, *bounds);
  }
  std::cout << network_json(*experiment, bounds, points, saturation);
  return 0;
}

}  // namespace

void add_network_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<NetworkArguments>();
  CLI::App* command = app.add_subcommand("network", "The interconnect alone under synthetic traffic, as JSON");
  command->add_option("EXPERIMENT", arguments->experiment, "network experiment (YAML; docs/network.md)")->required();
  command->add_option("--set", arguments->sets, "override a key of the experiment, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--seed", arguments->seed, "seed of the traffic (default: the experiment's)");
  command->footer(
      "Exit status: 0 done (an unstable load is an answer, too), 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --set traffic.pattern=tornado --set saturation=true");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
