// SPDX-License-Identifier: Apache-2.0
// gantry network: the interconnect alone under synthetic traffic.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "network/load_run.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_output.h"
#include "network/saturation_search.h"
#include "network/trace_run.h"

namespace gantry {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongInput = 2;

struct NetworkArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string seed;
  std::string out;
  bool packets = false;
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
  if (arguments.packets && arguments.out.empty()) {
    std::cerr << "--packets:1:1: error: needs a directory to write into (--out DIR)\n";
    return kWrongInput;
  }
  std::optional<NetworkOutput> output;
  if (!arguments.out.empty()) output.emplace(*experiment, arguments.out, arguments.packets, diagnostics);
  const auto bounds = network_bounds(*experiment);
  std::vector<NetworkPoint> points;
  std::optional<NetworkSaturation> saturation;
  if (!bounds) {
    points.push_back(run_trace(*experiment, output ? output->begin_point(0, diagnostics) : nullptr));
    if (output) output->end_point(points.back(), diagnostics);
  } else {
    for (const std::uint64_t rate : experiment->traffic.rates) {
      points.push_back(run_load(*experiment, rate, *bounds, output ? output->begin_point(rate, diagnostics) : nullptr));
      if (output) output->end_point(points.back(), diagnostics);
    }
    if (experiment->saturation) saturation = find_saturation(*experiment, *bounds);
  }
  const std::string json = network_json(*experiment, bounds, points, saturation);
  if (output) output->finish(json, diagnostics);
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
  std::cout << json;
  return diagnostics.ok() ? 0 : kFailed;
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
  command->add_option("--out", arguments->out, "writes links.csv, pictures and network.json into this directory");
  command->add_flag("--packets", arguments->packets, "with --out: a row per packet, too (packets.csv)");
  command->footer(
      "Exit status: 0 done (an unstable load is an answer, too), 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --set traffic.pattern=tornado --set saturation=true\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --set traffic.packets_per_cycle=0.04 --out out/mesh8x8");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
