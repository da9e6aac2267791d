// SPDX-License-Identifier: Apache-2.0
// gantry whatif: the gain from each resource of the machine.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/long_work.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "experiment/experiment.h"
#include "experiment/feasibility.h"
#include "experiment/randomness.h"
#include "gantry/base/one_line.h"
#include "output/output_guard.h"
#include "point/point_reader.h"
#include "result/output_names.h"
#include "run/experiment_provenance.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "whatif/whatif.h"
#include "whatif/whatif_output.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

struct WhatIfArguments {
  std::string experiment;
  std::vector<std::string> sets;
  std::string seed;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::size_t pairs = 15;
  std::size_t repeats = 1;
  bool json = false;
  std::string svg;
  std::string out;
};

struct WrittenText {
  std::string path;
  std::string (*text)(const WhatIf& found, const WhatIfSubject& subject);
};

std::vector<WrittenText> outputs_of(const WhatIfArguments& arguments) {
  std::vector<WrittenText> all;
  if (!arguments.out.empty()) {
    const fs::path directory(arguments.out);
    all.push_back({(directory / kWhatIfTable).string(),
                   [](const WhatIf& found, const WhatIfSubject& /*subject*/) { return whatif_csv(found); }});
    all.push_back({(directory / kWhatIfPicture).string(), whatif_picture});
    all.push_back({(directory / kWhatIfFile).string(), whatif_json});
  }
  if (!arguments.svg.empty()) all.push_back({arguments.svg, whatif_picture});
  return all;
}

int refuse(const Diagnostics& diagnostics) {
  print_problems(diagnostics);
  return kWrongInput;
}

/// Reports an experiment without a machine of processors.
void check_has_machine(const Experiment& experiment, Diagnostics& diagnostics) {
  if (experiment.timing != Timing::ideal) return;
  const YamlNode* timing = experiment.given->find("timing");
  diagnostics.error(timing != nullptr ? timing->where() : SourcePosition{experiment.path, 0, 0},
                    "timing ideal has no machine whose resources could be changed (timing: machine)");
}

/// Makes the directory and removes results of an earlier call.
bool prepare(const WhatIfArguments& arguments, const std::vector<WrittenText>& outputs, const Experiment& experiment,
             Diagnostics& diagnostics) {
  std::vector<std::string> paths;
  paths.reserve(outputs.size());
  for (const WrittenText& output : outputs) paths.push_back(output.path);
  std::vector<std::string> inputs = experiment.inputs;
  inputs.push_back(experiment.path);
  return prepare_outputs(arguments.out, paths, inputs, diagnostics);
}

/// How many seeds everything is run with. Notes what one seed, or several, cannot tell.
std::size_t seeds_of(const WhatIfArguments& arguments, const Experiment& experiment, Diagnostics& diagnostics) {
  const std::vector<std::string> random = random_keys(experiment);
  if (random.empty() && arguments.repeats > 1) {
    diagnostics.note({experiment.path, 0, 0},
                     "nothing is random, so that every seed gives the same run: each is made "
                     "once (--repeats " +
                         std::to_string(arguments.repeats) + ")");
    return 1;
  }
  if (!random.empty() && arguments.repeats == 1)
    diagnostics.note({experiment.path, 0, 0}, one_seed_text(random, experiment.seed) + " (--repeats N)");
  return arguments.repeats;
}

WhatIfSubject subject_of(const Experiment& experiment) {
  return {experiment.name, experiment.architecture.name, experiment.seed, experiment_provenance(experiment)};
}

int say_base_failed(const WhatIf& found, const Experiment& experiment) {
  std::cerr << one_line(experiment.name) << ": "
            << (found.complete ? "the run as it is does not complete, so that there is nothing to compare with: "
                               : "interrupted")
            << one_line(found.base.message) << '\n';
  return kUnfinished;
}

int run(const WhatIfArguments& arguments) {
  Diagnostics diagnostics;
  std::vector<std::string> sets = arguments.sets;
  if (!arguments.seed.empty()) sets.push_back("seed=" + arguments.seed);
  PipeMemory pipes;
  const auto from = read_experiment_text(arguments.experiment, FileKind::experiment, diagnostics);
  if (from && from->kind == FileKind::serving_experiment) {
    diagnostics.error({from->file, 1, 1},
                      "this is an experiment of inference nodes, and resources are those of a "
                      "machine of processors (an experiment with `architecture`)");
  }
  if (!from || !diagnostics.ok()) return refuse(diagnostics);
  auto parsed = parse_yaml(from->text, from->file, diagnostics);
  if (!parsed) return refuse(diagnostics);
  const auto document = std::make_shared<const YamlNode>(std::move(*parsed));
  const PointReader reader({document, from->file, sets, {}, {}});
  const auto experiment = read_experiment(*document, from->file, sets, diagnostics);
  if (experiment && diagnostics.ok()) check_has_machine(*experiment, diagnostics);
  if (experiment && diagnostics.ok()) check_feasible(*experiment, diagnostics);
  const std::vector<WrittenText> outputs = outputs_of(arguments);
  WhatIfOptions options;
  options.stop = &stop_on_interrupt();
  if (experiment && diagnostics.ok()) prepare(arguments, outputs, *experiment, diagnostics);
  if (!experiment || !diagnostics.ok()) return refuse(diagnostics);
  options.seeds = seeds_of(arguments, *experiment, diagnostics);
  print_notes(diagnostics);
  pipes.give_again();

  options.jobs = arguments.jobs;
  options.pairs = arguments.pairs;
  WhatIf found;
  {
    ProgressLine line;
    if (line.is_seen()) {
      options.progress = [&line](std::size_t done, std::size_t of) {
        line.show([&](double /*seconds*/) { return fmt::format("{:>6} of {} runs", done, of); });
      };
    }
    found = what_if(reader, *experiment, options);
  }
  if (found.base.state != OutcomeState::done) return say_base_failed(found, *experiment);
  const WhatIfSubject subject = subject_of(*experiment);
  for (const WrittenText& output : outputs) {
    const int status = write_file(output.path, [&](std::ostream& out) { out << output.text(found, subject); });
    if (status != kDone) return status;
  }
  std::cout << (arguments.json ? whatif_json(found, subject) : whatif_table(found, subject));
  std::cout.flush();
  if (!found.complete) std::cerr << one_line(experiment->name) << ": interrupted\n";
  return found.all_done() ? kDone : kUnfinished;
}

}  // namespace

void add_whatif_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<WhatIfArguments>();
  CLI::App* command =
      app.add_subcommand("whatif", "What each resource of the machine would bring: doubled, ideal, and the best pairs");
  command->add_option("EXPERIMENT", arguments->experiment, "experiment file (YAML), - for the standard input")
      ->required();
  command->add_option("--set", arguments->sets, "override a key of the experiment or its architecture, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--seed", arguments->seed, "seed of everything random (default: the experiment's)");
  command
      ->add_option("--jobs", arguments->jobs,
                   "simulations at a time (default: one per core); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_option("--pairs", arguments->pairs, "pairs of doublings that are run, best first (default: 15)")
      ->check(CLI::Range(0, 10000));
  command
      ->add_option("--repeats", arguments->repeats,
                   "seeds that everything is run with, from the experiment's on; gains are means with intervals")
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", arguments->json, "print JSON (gantry schema whatif) instead of tables");
  command->add_option("--svg", arguments->svg, "file for the tornado picture");
  command->add_option("--out", arguments->out, "writes whatif.json, whatif.csv and whatif.svg into this directory");
  command->footer(
      "Each turn is a whole simulation in a process of its own. What it takes to run one again is in the JSON (set).\n"
      "Exit status: 0 done (impossible turns are listed), 1 a run did not complete or the command was\n"
      "interrupted, 2 wrong command line or input.\n\n"
      "Examples:\n"
      "  gantry whatif sim/experiments/resnet50.yaml\n"
      "  gantry whatif sim/experiments/resnet50.yaml --pairs 45 --jobs 8 --out out/whatif\n"
      "  gantry whatif sim/experiments/small_tasks.yaml --repeats 5 --pairs 0\n"
      "  gantry whatif sim/experiments/cholesky.yaml --set workload.order=rank --svg cholesky.svg");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
