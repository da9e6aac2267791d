// SPDX-License-Identifier: Apache-2.0
// gantry network: the interconnect alone under synthetic traffic.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/long_work.h"
#include "commands/problems.h"
#include "network/network_experiment.h"
#include "network/network_json.h"
#include "network/network_output.h"
#include "network/network_run.h"
#include "output/output_guard.h"
#include "run/versions.h"

namespace gantry {
namespace {

struct NetworkArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string seed;
  std::string out;
  bool packets = false;
};

int report(const Diagnostics& diagnostics, int status) {
  print_problems(diagnostics);
  return status;
}

/// Returns a function that writes the load, its cycles and the speed onto the line.
std::function<void(const NetworkProgress&)> shows_load(ProgressLine& line, std::size_t loads) {
  return [&line, loads, shown = NetworkProgress{}](const NetworkProgress& now) mutable {
    line.show([&](double seconds) {
      const bool same = now.rate == shown.rate && now.cycles >= shown.cycles;
      const double speed = static_cast<double>(now.cycles - (same ? shown.cycles : 0)) / seconds;
      shown = now;
      const auto packets = [](std::uint64_t rate) { return static_cast<double>(rate) / kMillion; };
      std::string load = "trace";
      if (now.search != nullptr) {
        const std::uint64_t unstable = now.search->unstable_rate;
        load = fmt::format("search {:g} to {}: {:g}", packets(now.search->stable_rate()),
                           unstable == 0 ? "bound" : fmt::format("{:g}", packets(unstable)), packets(now.rate));
      } else if (now.rate != 0) {
        load = fmt::format("load {} of {}: {:g}", now.done + 1, loads, packets(now.rate));
      }
      return fmt::format("{}  {:>10} cycles  {:.2f} million cycles/s", load, now.cycles, speed / 1e6);
    });
  };
}

std::string interrupted_text(const NetworkExperiment& experiment, const NetworkResult& result) {
  if (result.saturation) return experiment.name + ": interrupted; the search for saturation has not ended";
  if (!result.bounds) return experiment.name + ": interrupted; the trace has not ended";
  return fmt::format("{}: interrupted; {} of {} loads are done", experiment.name, result.points.size(),
                     experiment.traffic.rates.size());
}

int run(const NetworkArguments& arguments) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = arguments.sets;
  if (!arguments.seed.empty()) sets.push_back("seed=" + arguments.seed);
  const auto from = read_experiment_text(arguments.experiment, FileKind::network_experiment, diagnostics);
  auto experiment = from ? read_network_experiment(from->text, from->file, sets, diagnostics) : std::nullopt;
  if (experiment && arguments.out.empty()) check_outputs({}, {experiment->path}, diagnostics);
  if (!experiment || !diagnostics.ok()) return report(diagnostics, kWrongInput);
  if (arguments.packets) experiment->output["packets"].on = true;
  if (arguments.packets && arguments.out.empty()) {
    std::cerr << "--packets:1:1: error: needs a directory to write into (--out DIR)\n";
    return kWrongInput;
  }
  NetworkControl control;
  control.stop = &stop_on_interrupt();
  std::optional<NetworkOutput> output;
  if (!arguments.out.empty()) {
    output.emplace(*experiment, resolved_network_experiment(*experiment, arguments.out), arguments.out, diagnostics);
    if (!diagnostics.ok()) return report(diagnostics, kWrongInput);
  }
  NetworkResult result;
  {
    ProgressLine line;
    if (line.is_seen()) control.progress = shows_load(line, experiment->traffic.rates.size());
    result = run_network(*experiment, control, output ? &*output : nullptr);
  }
  Provenance provenance;
  provenance.versions = versions();
  provenance.overrides = experiment->overrides;
  const std::string json = network_json(*experiment, result, provenance);
  if (output) output->finish(result, json);
  std::cout << json;
  std::cout.flush();
  if (!result.complete) std::cerr << interrupted_text(*experiment, result) << '\n';
  return report(diagnostics, diagnostics.ok() && result.complete ? kDone : kUnfinished);
}

}  // namespace

void add_network_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<NetworkArguments>();
  CLI::App* command = app.add_subcommand("network", "The interconnect alone under synthetic traffic, as JSON");
  command
      ->add_option("EXPERIMENT", arguments->experiment,
                   "network experiment (YAML; docs/network.md), - for the standard input")
      ->required();
  command->add_option("--set", arguments->sets, "override a key of the experiment, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--seed", arguments->seed, "seed of the traffic (default: the experiment's)");
  command->add_option("--out", arguments->out,
                      "writes network.json, experiment.yaml, links.csv and pictures into this directory");
  command->add_flag("--packets", arguments->packets,
                    "with --out: also a row per packet (packets.csv); short for --set output.packets=true");
  command->footer(
      "Exit status: 0 done (an unstable load is an answer, too), 1 interrupted, 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --set traffic.pattern=tornado --set saturation=true\n"
      "  gantry network sim/experiments/network/mesh8x8.yaml --set traffic.packets_per_cycle=0.04 --out out/mesh8x8");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
