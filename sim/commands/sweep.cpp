// SPDX-License-Identifier: Apache-2.0
// gantry sweep: a design space, every point a simulation.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/long_work.h"
#include "commands/problems.h"
#include "commands/sweep_slurm.h"
#include "experiment/randomness.h"
#include "gantry/base/one_line.h"
#include "output/output_guard.h"
#include "output/whole_file.h"
#include "pool/directory_lock.h"
#include "report/study_page.h"
#include "result/output_names.h"
#include "run/versions.h"
#include "sweep/ask_tell.h"
#include "sweep/point_store.h"
#include "sweep/study.h"
#include "sweep/study_run.h"
#include "sweep/study_slurm.h"
#include "sweep/study_status.h"
#include "sweep/study_tables.h"
#include "sweep/study_text.h"
#include "text/file_digest.h"
#include "text/text_file.h"

namespace gantry {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  std::string study;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string out;
  std::vector<std::string> reuse;
  bool dry_run = false;
  bool ask_tell = false;
  std::string status_of;
  bool jobs_given = false;
  SlurmArguments slurm;
};

/// A program that was built anew may count otherwise, whatever its version says.
std::string build_digest() {
  std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::string text(static_cast<std::size_t>(std::max<std::streamoff>(0, file.tellg())), '\0');
  file.seekg(0).read(text.data(), static_cast<std::streamsize>(text.size()));
  return sha256(text);
}

std::function<void(const StudyProgress&)> shows_points(ProgressLine& line, const Study& study) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string objective = study.metrics[study.objectives.front().metric].name;
  return [&line, begin, objective](const StudyProgress& progress) {
    line.show([&](double /*seconds*/) {
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const double rate = static_cast<double>(progress.computed) / seconds;
      std::string text = fmt::format("{:>6} of {} runs  {:.1f}/s", progress.done, progress.of, rate);
      if (rate > 0.0) text += fmt::format("  {:.0f} s left", static_cast<double>(progress.of - progress.done) / rate);
      if (progress.best) text += fmt::format("  best {} {}", one_line(objective), progress.best->text);
      return text;
    });
  };
}

int dry_run(const Study& study, const StudyOptions& options) {
  Diagnostics problems;
  const DryStudy dry = dry_run_study(study, options, problems);
  print_problems(problems);
  if (!problems.ok()) return kWrongInput;
  std::cout << dry_text(study, dry, options.jobs);
  const bool any = std::any_of(dry.rows.begin(), dry.rows.end(),
                               [](const PointRow& row) { return row.state != PointState::infeasible; });
  return any ? kDone : kWrongInput;
}

int exit_status(const StudyResult& result) {
  if (result.stopped) return kUnfinished;
  if (!result.rows.empty() && result.count(PointState::infeasible) == result.rows.size()) return kWrongInput;
  return result.count(PointState::failed) + result.count(PointState::timeout) > 0 ? kUnfinished : kDone;
}

std::string report_of(const std::string& directory) { return (fs::path(directory) / kReportFile).string(); }

/// report.html beside the tables. False, and it prints the errors, if the tables cannot be read. Throws Error of kind
/// `output`.
bool write_page(const std::string& directory) {
  Diagnostics problems;
  const std::string path = report_of(directory);
  const auto page = study_page(directory, path, problems);
  print_problems(problems);
  if (!page) return false;
  write_whole_file(path, *page);
  return true;
}

/// Notes what one seed, or several, cannot tell.
void note_seeds(const Study& study, const StudyResult& result) {
  Diagnostics notes;
  if (study.repeats == 1 && !result.random.empty()) {
    notes.note({study.path, 0, 0}, "arrivals or times are random (" + random_text(result.random) +
                                       "), and every point is run with one seed: a small difference may be luck "
                                       "(repeats: N)");
  }
  if (study.repeats > 1 && result.fixed > 0) {
    notes.note({study.path, 0, 0}, fmt::format("nothing is random in {} of {} points, so that every seed gives the "
                                               "same run: each is made once (repeats: {})",
                                               result.fixed, result.rows.size(), study.repeats));
  }
  print_notes(notes);
}

/// Submits the missing runs and ends. If none is missing, finishes the study.
int sweep_on_cluster(const Study& study, StudyOptions& options, const SlurmOptions& slurm_options) {
  SlurmStudy slurm(study, options.directory, options.maker, slurm_options);
  slurm.ask();
  options.elsewhere = [&slurm](const std::vector<AbsentRun>& absent) { return slurm.take(absent); };
  Diagnostics problems;
  const StudyResult result = run_study(study, options, problems);
  print_problems(problems);
  if (!problems.ok()) return kWrongInput;
  if (result.away > 0) {
    std::cout << slurm.text() << away_text(study, result, options.directory);
    return kDone;
  }
  if (!result.stopped) {
    slurm.forget_told_ends();
    if (!write_page(options.directory)) return kUnfinished;
  }
  note_seeds(study, result);
  std::cout << study_text(study, result, options.directory);
  return exit_status(result);
}

int sweep(const SweepArguments& arguments) {
  Diagnostics diagnostics;
  PipeMemory pipes;
  const auto text = read_text_file(arguments.study, diagnostics);
  auto study = text ? read_study(*text, shown_path(arguments.study), diagnostics) : std::nullopt;
  StudyOptions options;
  if (study) {
    options.directory = arguments.out.empty() ? "out/" + study->name : arguments.out;
    std::vector<std::string> outputs = study_outputs(options.directory);
    outputs.push_back(report_of(options.directory));
    check_outputs(outputs, study->inputs, diagnostics);
  }
  for (const std::string& other : arguments.reuse) {
    std::error_code ignored;
    if (!fs::is_directory(other, ignored)) diagnostics.error({other, 0, 0}, "is no directory of a study (--reuse)");
  }
  if (arguments.slurm.on && (arguments.study == kStandardInput || arguments.ask_tell)) {
    diagnostics.error({"--slurm", 0, 0},
                      arguments.ask_tell ? "leaves when the points are submitted, and --ask-tell answers with results"
                                         : "the tasks read the study, too: it must be a file");
  }
  if (arguments.ask_tell && (arguments.study == kStandardInput || arguments.dry_run)) {
    diagnostics.error({"--ask-tell", 0, 0},
                      "reads points from the standard input: the study is a file, and no dry run");
  }
  const SlurmOptions slurm = slurm_options(arguments.slurm, arguments.study, options.directory,
                                           arguments.jobs_given ? arguments.jobs : 0, diagnostics);
  print_problems(diagnostics);
  if (!study || !diagnostics.ok()) return kWrongInput;
  pipes.give_again();
  options.jobs = arguments.jobs;
  options.reuse = arguments.reuse;
  options.maker = {versions()[0].second, build_digest()};
  options.stop = &stop_on_interrupt();
  if (arguments.ask_tell) {
    options.search = [](const SearchSpace& space) { return make_ask_tell(space, std::cin, std::cout); };
  }
  if (arguments.slurm.task > 0) return slurm_task(arguments.slurm, *study, options);
  if (arguments.dry_run) return dry_run(*study, options);

  const DirectoryLock lock(options.directory);
  if (lock.taken()) {
    std::cerr << one_line(options.directory) << ": error: another gantry sweep works in this directory\n";
    return kWrongInput;
  }
  if (arguments.slurm.on) return sweep_on_cluster(*study, options, slurm);
  Diagnostics problems;
  StudyResult result;
  std::error_code ignored;
  fs::remove(report_of(options.directory), ignored);  // of an earlier call
  {
    ProgressLine line;
    if (line.is_seen()) options.progress = shows_points(line, *study);
    result = run_study(*study, options, problems);
  }
  print_problems(problems);
  if (!problems.ok()) return kWrongInput;
  if (!result.stopped && !write_page(options.directory)) return kUnfinished;
  note_seeds(*study, result);
  (arguments.ask_tell ? std::cerr : std::cout) << study_text(*study, result, options.directory);
  return exit_status(result);
}

int status_of_study(const std::string& directory) {
  Diagnostics diagnostics;
  const auto text = study_status(directory, diagnostics);
  print_problems(diagnostics);
  if (!text) return kWrongInput;
  std::cout << *text << slurm_status(directory);
  return kDone;
}

}  // namespace

void add_sweep_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<SweepArguments>();
  CLI::App* command = app.add_subcommand("sweep", "Explore a design space: every point of a study is a simulation");
  command->add_option("STUDY", arguments->study, "study file (YAML), - for the standard input");
  command
      ->add_option("--jobs", arguments->jobs,
                   "simulations at a time (default: one per core); the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  command->add_option("--out", arguments->out, "directory of the results (default: out/<study name>)");
  command
      ->add_option("--reuse", arguments->reuse,
                   "directory of another study, whose points are taken where they are equal")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("--dry-run", arguments->dry_run,
                    "only count and check the points, and tell from two of them how long all take");
  command->add_flag(
      "--ask-tell", arguments->ask_tell,
      "read points as JSON lines from the standard input, and write their results to the standard output");
  add_slurm_options(*command, arguments->slurm);
  command->footer(
      "Writes points.csv, pareto.csv, study.sqlite and report.html, and points/ID/ with the summary of each point. "
      "Killed\n"
      "at any moment it loses no finished point, and the same command goes on.\n"
      "Exit status: 0 done (points that cannot be built are listed), 1 a point failed or took too long, or the "
      "command\n"
      "was interrupted, 2 wrong command line or input, or no point can be built.\n\n"
      "Examples:\n"
      "  gantry sweep sim/experiments/studies/scheduler_size.yaml --dry-run\n"
      "  gantry sweep sim/experiments/studies/scheduler_size.yaml --jobs 2 --out out/size\n"
      "  gantry sweep sim/experiments/studies/scheduler_size.yaml --slurm --slurm-args '--partition=short'\n"
      "  gantry sweep status out/size");
  CLI::App* status_command = command->add_subcommand("status", "How far the sweep is that works in a directory");
  status_command->add_option("DIR", arguments->status_of, "directory of a study's results")->required();
  status_command->footer("Example:\n  gantry sweep status out/scheduler_size");
  status_command->callback([arguments, &status] { status = status_of_study(arguments->status_of); });
  command->callback([arguments, command, status_command, &status] {
    if (status_command->parsed()) return;
    if (command->count("STUDY") == 0) throw CLI::RequiredError("STUDY");
    arguments->jobs_given = command->count("--jobs") > 0;
    status = sweep(*arguments);
  });
}

}  // namespace gantry
