// SPDX-License-Identifier: Apache-2.0
// gantry compare: two finished runs, from their files alone.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/experiment_text.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "compare/comparison.h"
#include "compare/comparison_json.h"
#include "compare/comparison_junit.h"
#include "compare/comparison_text.h"
#include "experiment/experiment.h"
#include "experiment/randomness.h"
#include "output/output_guard.h"
#include "result/output_names.h"

namespace gantry {
namespace {

struct CompareArguments {
  std::string a;
  std::string b;
  std::vector<std::string> fail_if;
  std::string junit;
  bool json = false;
};

/// The experiment of a run of jobs; nothing: it is of another kind, or its files are not where they were.
std::optional<Experiment> experiment_of(const std::string& directory) {
  Diagnostics ignored;
  const auto from = read_experiment_text(directory + '/' + kExperimentFile, FileKind::experiment, ignored);
  if (!from || from->kind != FileKind::experiment) return std::nullopt;
  return read_experiment(from->text, from->file, {}, ignored);
}

/// Notes that a difference may be luck if arrivals or times are random.
void note_seeds(const CompareArguments& arguments) {
  const auto a = experiment_of(arguments.a);
  const std::vector<std::string> random = a ? random_keys(*a) : std::vector<std::string>();
  const auto b = random.empty() ? std::nullopt : experiment_of(arguments.b);
  if (!b) return;
  Diagnostics notes;
  const std::string seeds = a->seed == b->seed
                                ? fmt::format("both runs have the seed {}", a->seed)
                                : fmt::format("the runs have one seed each, {} and {}", a->seed, b->seed);
  notes.note({}, "arrivals or times are random (" + random_text(random) + "), and " + seeds +
                     ": a small difference may be luck (gantry whatif --repeats, or a study with repeats)");
  print_notes(notes);
}

int compare(const CompareArguments& arguments) {
  Diagnostics problems;
  if (!arguments.junit.empty()) {
    std::vector<std::string> inputs = compared_files(arguments.a);
    for (const std::string& file : compared_files(arguments.b)) inputs.push_back(file);
    check_outputs({arguments.junit}, inputs, problems);
  }
  const auto comparison =
      problems.ok() ? compare_runs(arguments.a, arguments.b, arguments.fail_if, problems) : std::nullopt;
  print_problems(problems);
  if (!comparison) return kWrongInput;
  note_seeds(arguments);
  if (!arguments.junit.empty()) {
    const int status =
        write_file(arguments.junit, [&](std::ostream& out) { write_junit(out, comparison_junit(*comparison)); });
    if (status != kDone) return status;
  }
  std::cout << (arguments.json ? comparison_json(*comparison) : comparison_text(*comparison));
  return comparison->failed() ? kUnfinished : kDone;
}

}  // namespace

void add_compare_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare two finished runs of one workload: what differs, from where on, and what each cause brought");
  command->add_option("A", arguments->a, "directory that `gantry run` wrote, or a study's points/ID")->required();
  command->add_option("B", arguments->b, "another one, which is held against A")->required();
  command
      ->add_option("--fail-if", arguments->fail_if,
                   "condition on a metric of summary.json that must not hold, below; may be given again")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "print everything as JSON (gantry schema compare)");
  command->add_option("--junit", arguments->junit,
                      "write the conditions into this file as JUnit XML, a test case each");
  command->footer(
      "Nothing is simulated. Runs of different workloads are refused.\n\n"
      "Conditions: METRIC OP +N% (B against A in percent), METRIC OP +N or -N (B - A), METRIC OP N (the value in B); "
      "OP "
      "is\n"
      "one of > >= < <= == !=. METRIC is a path in summary.json; items of lists go by number or name, names with "
      "other\n"
      "characters in double quotes.\n\n"
      "Exit status: 0 compared, 1 a condition holds, 2 wrong command line or files, or different workloads.\n\n"
      "Examples:\n"
      "  gantry compare out/before out/after\n"
      "  gantry compare out/before out/after --fail-if 'cycles > +2%' --fail-if 'processors.0.utilization < -0.01'\n"
      "  gantry compare out/before out/after --fail-if 'streams.list.chat.response_cycles.p99 > 1000' --junit "
      "compare.xml");
  command->callback([arguments, &status] { status = compare(*arguments); });
}

}  // namespace gantry
