// SPDX-License-Identifier: Apache-2.0
#include "commands/sweep_slurm.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "commands/exit_status.h"
#include "gantry/base/error.h"
#include "gantry/base/one_line.h"
#include "sweep/study_slurm.h"
#include "text/token_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

/// Whether an option of sbatch selects what is submitted, which this command decides.
bool is_own(const std::string& word) {
  constexpr std::array<std::string_view, 4> kLong = {"--array", "--job-name", "--wrap", "--parsable"};
  if (word.rfind("-a", 0) == 0 || word.rfind("-J", 0) == 0) return true;
  return std::find(kLong.begin(), kLong.end(), word.substr(0, word.find('='))) != kLong.end();
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

void add_slurm_options(CLI::App& command, SlurmArguments& arguments) {
  CLI::Option* on = command.add_flag(
      "--slurm", arguments.on, "hand what is missing to Slurm as one job array and leave; the same command collects");
  command
      .add_option("--slurm-args", arguments.texts,
                  "options for sbatch: --slurm-args '--partition=short --time=30 --mem=2G'")
      ->needs(on)
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--slurm-points", arguments.points,
                  "runs that a task makes (default: as few as the site's arrays allow)")
      ->needs(on)
      ->check(CLI::Range(1, 1000000));
  command.add_option("--slurm-task", arguments.task, "what a task of the array calls")
      ->check(CLI::Range(1, 1000000))
      ->group("");
}

SlurmOptions slurm_options(const SlurmArguments& arguments, const std::string& study, const std::string& directory,
                           std::size_t at_a_time, Diagnostics& diagnostics) {
  SlurmOptions options;
  for (const std::string& text : arguments.texts) {
    const auto words = shell_words(text);
    if (!words) {
      diagnostics.error({"--slurm-args", 0, 0}, "a quote is not closed: " + in_quotes(text));
      continue;
    }
    for (const std::string& word : *words) {
      if (is_own(word)) diagnostics.error({"--slurm-args", 0, 0}, in_quotes(word) + " is set by gantry");
      options.arguments.push_back(word);
    }
  }
  std::error_code ignored;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  options.runs_per_task = arguments.points;
  options.at_a_time = at_a_time;
  options.command = {program, "sweep", study, "--out", directory, "--slurm-task"};
  return options;
}

int slurm_task(const SlurmArguments& arguments, const Study& study, const StudyOptions& options) {
  const auto number = whole_number(variable("SLURM_ARRAY_TASK_ID"), 1000000000);
  SlurmTask task{arguments.task, number.value_or(0), variable("SLURM_RESTART_COUNT"), 1};
  if (const auto processors = whole_number(variable("SLURM_CPUS_PER_TASK"), 1024))
    task.jobs = static_cast<unsigned>(*processors);
  try {
    if (!number) throw Error("SLURM_ARRAY_TASK_ID does not say which task it is");
    run_slurm_task(study, options.directory, options.maker, task, *options.stop, std::cout);
    return kDone;
  } catch (const Error& error) {
    std::cerr << "--slurm-task: error: " << one_line(error.what()) << '\n';
    return kUnfinished;
  }
}

}  // namespace gantry
