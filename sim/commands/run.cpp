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
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/engine_argument.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/long_work.h"
#include "commands/one_run.h"
#include "commands/problems.h"
#include "commands/terminal.h"
#include "commands/waves_argument.h"
#include "gantry/base/one_line.h"
#include "result/output_names.h"
#include "run/run_options.h"

namespace gantry {
namespace {

struct RunArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string out;
  std::string seed;
  EngineArguments engines;
  WavesArguments waves;
  std::optional<Kernel> kernel;
  std::optional<Cycle> checkpoint_at;
  std::optional<Cycle> checkpoint_every;
  std::string restore;
  bool no_fast_forward = false;
};

int report_errors(const Diagnostics& diagnostics) {
  print_problems(diagnostics);
  return kWrongInput;
}

/// Returns a function that writes the cycles, the number of `what` that are done, and the speed onto the line.
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

Checkpoints checkpoints_of(const RunArguments& arguments) {
  Checkpoints checkpoints;
  const auto ask = [&checkpoints](const std::string& option) {
    checkpoints.asked += (checkpoints.asked.empty() ? "" : " ") + option;
  };
  if (arguments.checkpoint_at) {
    checkpoints.at = *arguments.checkpoint_at;
    ask("--checkpoint-at " + std::to_string(checkpoints.at));
  }
  if (arguments.checkpoint_every) {
    checkpoints.every = *arguments.checkpoint_every;
    ask("--checkpoint-every " + std::to_string(checkpoints.every));
  }
  checkpoints.restore = arguments.restore;
  if (!arguments.restore.empty()) ask("--restore " + one_line(arguments.restore));
  return checkpoints;
}

int run(const RunArguments& arguments) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = arguments.sets;
  if (!arguments.seed.empty()) sets.push_back("seed=" + arguments.seed);
  auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
  const auto engines = read_engines(arguments.engines, diagnostics);
  if (!from || !engines) return report_errors(diagnostics);
  const Checkpoints checkpoints = checkpoints_of(arguments);
  const auto run = prepare_run({std::move(*from), sets, *engines, arguments.waves, arguments.out, nullptr, checkpoints},
                               diagnostics);
  if (!run) return report_errors(diagnostics);
  print_notes(diagnostics);

  RunSteering steering;
  steering.kernel = arguments.kernel.value_or(default_kernel());
  steering.fast_forward = !arguments.no_fast_forward;
  steering.stop = &stop_on_interrupt();
  RunOutcome outcome;
  {
    ProgressLine line;
    if (line.is_seen()) steering.progress = shows_cycles(line, run->counted());
    outcome = run->run(steering, terminal_speaks_utf8(), diagnostics);
  }
  if (!outcome.difference.empty()) {
    std::cerr << outcome.difference << '\n';
    return kUnfinished;
  }
  if (!diagnostics.ok()) {
    report_errors(diagnostics);
    return outcome.started ? kUnfinished : kWrongInput;
  }
  std::cout << outcome.table;
  say_outputs(run->directory(), outcome.outputs);
  for (const std::string& line : outcome.waves) std::cout << line << '\n';
  return say_end(outcome.end, outcome.diagnosis);
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
      throw CLI::ValidationError("--kernel", "this program was built without SystemC (expected cycle)");
    }
    arguments->kernel = name == "cycle" ? Kernel::cycle : Kernel::systemc;
  };
  run_command
      ->add_option_function<std::string>("--kernel", kernel,
                                         "what gives the units their cycles; same results (default: systemc where the "
                                         "program was built with it)")
      ->check(CLI::IsMember({"systemc", "cycle"}));
  CLI::Option* const at =
      run_command
          ->add_option("--checkpoint-at", arguments->checkpoint_at,
                       "write the file checkpoint-CYCLE, from which --restore goes on, when this cycle has run "
                       "(docs/checkpoints.md)")
          ->option_text("CYCLE")
          ->check(CLI::Range(Cycle{1}, kNever - 1));
  run_command->add_option("--checkpoint-every", arguments->checkpoint_every, "the same, every so many cycles")
      ->option_text("CYCLES")
      ->check(CLI::Range(Cycle{1}, kNever - 1))
      ->excludes(at);
  run_command
      ->add_option("--restore", arguments->restore,
                   "go on from a checkpoint of the same experiment; the files are those of a run from cycle 0 on")
      ->option_text("FILE");
  run_command->add_flag("--no-fast-forward", arguments->no_fast_forward,
                        "run every matching failure, also those that only repeat; same results");
  run_command->footer(
      "Writes summary.json, tasks.csv, jobs.csv, edges.csv, trace.json, links.csv, network.svg and latency.svg (and\n"
      "waves.vcd, packets.csv, trace.perfetto-trace and pipeline.kanata when asked for: --set output.waves=true,\n"
      "packets, perfetto, konata; trace.json of a stream, too), of streams that follow each other or repeat also\n"
      "requests.csv; of an experiment with the key `serving` (docs/serving.md) sessions.csv, batches.csv and\n"
      "visits.csv instead of the tables.\n"
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
