// SPDX-License-Identifier: Apache-2.0
// gantry run: simulate an experiment once.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <clocale>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/block_engine.h"
#include "commands/commands.h"
#include "commands/dispatch_core_engine.h"
#include "commands/engine_argument.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/long_work.h"
#include "commands/picker_engine.h"
#include "commands/problems.h"
#include "commands/terminal.h"
#include "commands/waves_argument.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/resolved.h"
#include "gantry/base/one_line.h"
#include "readback/output_names.h"
#include "report/summary_table.h"
#include "run/simulation.h"
#include "serving/serving_simulation.h"

namespace gantry {
namespace {

struct RunArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string out;
  std::string seed;
  EngineArguments engines;
  WavesArguments waves;
  Kernel kernel = default_kernel();
};

int report_errors(const Diagnostics& diagnostics) {
  print_problems(diagnostics);
  return kWrongInput;
}

std::string output_directory(const RunArguments& arguments, const std::string& experiment) {
  return arguments.out.empty() ? "out/" + experiment : arguments.out;
}

/// Writes the cycles, how many of `what` are done and the speed onto the line, as the run tells them.
std::function<void(Cycle, std::uint64_t, std::uint64_t)> shows_cycles(ProgressLine& line, const char* what) {
  return [&line, what, shown = Cycle{0}](Cycle now, std::uint64_t done, std::uint64_t total) mutable {
    line.show([&](double seconds) {
      const double speed = static_cast<double>(now - shown) / seconds;
      shown = now;
      return fmt::format("{:>14} cycles  {:>10} of {} {}  {:>8.2f} million cycles/s", now, done, total, what,
                         speed / 1e6);
    });
  };
}

void say_outputs(const std::string& directory, const std::vector<std::string>& outputs) {
  constexpr std::size_t kWidth = 112;
  std::string line = "\noutputs in " + one_line(directory) + ":";
  const auto say = [&line](const std::string& file) {
    if (line.size() + file.size() > kWidth) {
      std::cout << line << '\n';
      line = file;
    } else {
      line += ' ' + file;
    }
  };
  for (const std::string& file : outputs) say(file);
  say(kSummaryFile);
  say(kTimingFile);
  std::cout << line << '\n';
}

int say_end(RunEnd end, const std::vector<std::string>& diagnosis) {
  if (end == RunEnd::complete) return kDone;
  std::cout.flush();
  for (const std::string& line : diagnosis) std::cerr << line << '\n';
  return kUnfinished;
}

int run_serving(const RunArguments& arguments, const ExperimentText& from, const std::vector<std::string>& sets,
                const EngineNames& engines) {
  Diagnostics diagnostics;
  auto experiment = read_serving_experiment(from.text, from.file, sets, diagnostics);
  if (experiment && !engines.picker.is_model())
    diagnostics.error({engines.picker.asked, 0, 0}, "inference nodes are not chosen by a picker");
  if (experiment && !engines.dispatch_core.is_model())
    diagnostics.error({engines.dispatch_core.asked, 0, 0}, "inference nodes are not chosen by a dispatch core");
  for (const BlockEngine& block : engines.blocks) {
    if (experiment && !block.is_model())
      diagnostics.error({block.asked, 0, 0}, "inference nodes have no " + block.block);
  }
  if (experiment && !arguments.waves.waves.empty())
    diagnostics.error({"--waves " + arguments.waves.waves.front(), 0, 0}, "nothing of inference nodes is RTL");
  if (!experiment || !diagnostics.ok()) return report_errors(diagnostics);
  print_notes(diagnostics);
  SimulationOptions options;
  options.directory = output_directory(arguments, experiment->name);
  options.resolved = resolved_serving_experiment(*experiment, options.directory);
  options.kernel = arguments.kernel;
  options.stop = &stop_on_interrupt();
  ServingResult result;
  {
    ProgressLine line;
    if (line.is_seen()) options.progress = shows_cycles(line, "sessions");
    result = simulate_serving(*experiment, options, diagnostics);
  }
  if (!diagnostics.ok()) {
    report_errors(diagnostics);
    return result.started ? kUnfinished : kWrongInput;
  }
  std::cout << serving_table(*experiment, result.stats, *result.measured);
  say_outputs(options.directory, result.info.outputs);
  return say_end(result.stats.end, result.stats.diagnosis);
}

/// What an engine in lockstep found; an exception does not pass every kernel as it is.
struct Difference {
  std::string text;
  std::optional<Cycle> cycle;  ///< nothing: the one in which it was found
};

/// Of the blocks behind pins.
void choose_block_engine(const BlockEngine& engine, const Experiment& experiment, SimulationOptions& options,
                         Difference& difference, ShownWaves& waves, Diagnostics& diagnostics) {
  const BlockChoice choice{engine.block, engine.name, engine.kind == EngineKind::rtl};
  const std::vector<std::string> refusals = block_refusals(choice, experiment);
  for (const std::string& refusal : refusals) diagnostics.error({engine.asked, 0, 0}, refusal);
  if (!refusals.empty()) return;
  BlockEngineOptions with;
  with.prefix = options.directory + "/" + kBlockLockstepName + engine.block;
  with.on_difference = [&](Cycle cycle, const std::string& text) { difference = {text, cycle}; };
  if (const WaveRequest* request = waves_of(waves.requests, engine.block)) {
    with.waves = {request->path, request->from, request->to,
                  [&waves, request](bool whole) { waves.ended(*request, whole); }};
  }
  options.blocks.push_back({engine.block, engine.text, block_engine(choice, experiment, with)});
}

/// Refuses before anything is written what cannot be.
void choose_engines(const EngineNames& engines, const Experiment& experiment, SimulationOptions& options,
                    Difference& difference, ShownWaves& waves, Diagnostics& diagnostics) {
  LockstepOptions lockstep;
  lockstep.on_difference = [&](const std::string& text) { difference.text = text; };
  const BlockEngine& picker = engines.picker;
  if (!picker.is_model()) {
    lockstep.prefix = options.directory + "/" + kLockstepName;
    try {
      const PickerConfig& config = experiment.architecture.dispatcher.picker;
      check_picker_engine(picker, experiment.picker, config);
      options.tenant_picker_engine = picker_engine(picker, experiment.picker, lockstep);
      if (const WaveRequest* request = waves_of(waves.requests, picker.block)) {
        lockstep.waves = {request->path, request->from, request->to, true,
                          [&waves, request](bool whole) { waves.ended(*request, whole); }};
      }
      options.picker_engine = picker_engine(picker, experiment.picker, lockstep);
      note_times(config, picker, diagnostics);
    } catch (const EngineRefusal& refusal) {
      diagnostics.error({picker.asked, 0, 0}, refusal.what());
    }
    options.picker_engine_name = picker.text;
  }
  for (const BlockEngine& block : engines.blocks) {
    if (!block.is_model()) choose_block_engine(block, experiment, options, difference, waves, diagnostics);
  }
  const BlockEngine& core = engines.dispatch_core;
  if (core.is_model()) return;
  const std::vector<std::string> refusals = dispatch_core_refusals(experiment);
  for (const std::string& refusal : refusals) diagnostics.error({core.asked, 0, 0}, refusal);
  if (!refusals.empty()) return;
  CoreLockstepOptions beside;
  beside.prefix = options.directory + "/" + kCoreLockstepName;
  beside.on_difference = [&](Cycle cycle, const std::string& text) { difference = {text, cycle}; };
  options.dispatch_witness = dispatch_core_engine(experiment, beside);
}

int run(const RunArguments& arguments) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = arguments.sets;
  if (!arguments.seed.empty()) sets.push_back("seed=" + arguments.seed);
  const auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
  const auto engines = read_engines(arguments.engines, diagnostics);
  if (!from || !engines) return report_errors(diagnostics);
  if (from->kind == FileKind::serving_experiment) return run_serving(arguments, *from, sets, *engines);
  auto experiment = read_experiment(from->text, from->file, sets, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  SimulationOptions options;
  Difference difference;
  ShownWaves waves;
  if (experiment && diagnostics.ok()) {
    options.directory = output_directory(arguments, experiment->name);
    waves.requests = read_waves(arguments.waves, *engines, options.directory, diagnostics);
    if (diagnostics.ok()) choose_engines(*engines, *experiment, options, difference, waves, diagnostics);
  }
  if (!experiment || !diagnostics.ok()) return report_errors(diagnostics);
  if (!waves.check(options.directory, experiment->inputs, diagnostics)) return report_errors(diagnostics);
  print_notes(diagnostics);

  options.resolved = resolved_experiment(*experiment, options.directory);
  experiment->given.reset();  // tasks that stand in the experiment are in it a second time
  options.kernel = arguments.kernel;
  options.stop = &stop_on_interrupt();

  SimulationResult result;
  {
    ProgressLine line;
    if (line.is_seen()) options.progress = shows_cycles(line, "tasks");
    Cycle cycle = 0;
    options.failed_at = &cycle;
    try {
      result = simulate(*experiment, options, diagnostics);
    } catch (const std::exception&) {
      if (difference.text.empty()) throw;
      std::cerr << "cycle " << difference.cycle.value_or(cycle) << ", seed " << experiment->seed << ": "
                << difference.text << '\n';
      return kUnfinished;
    }
  }
  if (diagnostics.ok()) waves.report(diagnostics);
  if (!diagnostics.ok()) {
    report_errors(diagnostics);
    return result.started ? kUnfinished : kWrongInput;
  }
  std::cout << summary_table(result.info, result.stats, terminal_speaks_utf8());
  say_outputs(options.directory, result.info.outputs);
  for (const WaveRequest& request : waves.requests)
    std::cout << "waveform of " << request.block << ": " << one_line(request.path) << '\n';
  return say_end(result.stats.end, result.stats.diagnosis);
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App* run_command = app.add_subcommand("run", "Simulate an experiment once");
  run_command->add_option("EXPERIMENT", arguments->experiment, "experiment file (YAML), - for the standard input")
      ->required();
  run_command->add_option("--set", arguments->sets, "override a key of the experiment or its architecture, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  run_command->add_option("--out", arguments->out, "output directory (default: out/<experiment name>)");
  run_command->add_option("--seed", arguments->seed, "seed of everything random (default: the experiment's)");
  add_engine_arguments(*run_command, arguments->engines);
  add_waves_arguments(*run_command, arguments->waves);
  const auto kernel = [arguments](const std::string& name) {
    if (name == "systemc" && default_kernel() != Kernel::systemc) {
      throw CLI::ValidationError("--kernel", "this program was built without SystemC (would be cycle)");
    }
    arguments->kernel = name == "cycle" ? Kernel::cycle : Kernel::systemc;
  };
  run_command
      ->add_option_function<std::string>("--kernel", kernel,
                                         "what gives the units their cycles; same results (default: systemc where the "
                                         "program was built with it)")
      ->check(CLI::IsMember({"systemc", "cycle"}));
  run_command->footer(
      "Writes summary.json, tasks.csv, jobs.csv, edges.csv, trace.json, links.csv, network.svg and latency.svg (and\n"
      "waves.vcd, packets.csv, trace.perfetto-trace and pipeline.kanata when asked for: --set output.waves=true,\n"
      "packets, perfetto, konata; trace.json of a stream, too); of an\n"
      "experiment with the key `serving` (docs/serving.md) sessions.csv, batches.csv and visits.csv instead of the "
      "tables.\n"
      "Exit status: 0 every task completed, 1 the run ended with unfinished tasks, 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry run sim/experiments/resnet50.yaml\n"
      "  gantry run sim/experiments/serving/recognisers.yaml\n"
      "  gantry run sim/experiments/resnet50.yaml --set architecture.dispatcher.mode=per_job --out out/per_job\n"
      "  gantry run sim/experiments/resnet50.yaml --engine picker=lockstep --waves picker=rounds.vcd --waves-to 5000\n"
      "  gantry run sim/experiments/resnet50.yaml --set architecture=architectures/tree32.yaml --set "
      "policies.picker=stride");
  run_command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
