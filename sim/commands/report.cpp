// SPDX-License-Identifier: Apache-2.0
// gantry report: a finished run or a study as one HTML page.
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/written_file.h"
#include "compare/comparison.h"
#include "compare/comparison_json.h"
#include "gantry/base/one_line.h"
#include "output/output_guard.h"
#include "report/run_page.h"
#include "report/study_page.h"
#include "result/output_names.h"
#include "result/study_files.h"

namespace gantry {
namespace {

struct ReportArguments {
  std::string directory;
  std::string other;
  std::string out;
};

/// Runs that cannot be compared are shown side by side, with the reason.
PageComparison compared(const ReportArguments& arguments) {
  PageComparison comparison;
  if (arguments.other.empty()) return comparison;
  Diagnostics problems;
  if (const auto found = compare_runs(arguments.directory, arguments.other, {}, problems)) {
    comparison.json = comparison_json(*found);
  } else {
    const std::string line = problems.lines(1).front();
    std::string what = line.substr(line.find("error: ") + 7);
    // The page is the same wherever the runs are.
    if (const std::size_t at = what.find(arguments.directory); at != std::string::npos)
      what.replace(at, arguments.directory.size(), "A");
    comparison.why_not = "The runs cannot be compared: " + what + '.';
  }
  return comparison;
}

std::optional<std::string> page_of_runs(const ReportArguments& arguments, const std::string& out,
                                        Diagnostics& problems) {
  std::vector<std::string> directories = {arguments.directory};
  if (!arguments.other.empty()) directories.push_back(arguments.other);
  auto page = run_page(directories, compared(arguments), problems);
  if (page) check_outputs({out}, page_inputs(directories), problems);
  return page;
}

std::optional<std::string> page_of_study(const ReportArguments& arguments, const std::string& out,
                                         Diagnostics& problems) {
  if (!arguments.other.empty()) {
    problems.error({arguments.directory, 0, 0}, "is a study (a second directory is for runs)");
    return std::nullopt;
  }
  auto page = study_page(arguments.directory, out, problems);
  if (page) check_outputs({out}, study_page_inputs(arguments.directory), problems);
  return page;
}

int write_report(const ReportArguments& arguments) {
  const std::string out = arguments.out.empty() ? arguments.directory + '/' + kReportFile : arguments.out;
  Diagnostics problems;
  const auto page =
      is_study(arguments.directory) ? page_of_study(arguments, out, problems) : page_of_runs(arguments, out, problems);
  print_problems(problems);
  if (!problems.ok()) return kWrongInput;
  const int status = write_file(out, [&](std::ostream& file) { file << *page; });
  if (status == kDone) std::cout << "page in " << one_line(out) << ": " << (page->size() + 999) / 1000 << " KB\n";
  return status;
}

}  // namespace

void add_report_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* command =
      app.add_subcommand("report", "Write a finished run, two side by side, or a study as one HTML page");
  command
      ->add_option("DIR", arguments->directory,
                   "directory that `gantry run`, `gantry network --out` or `gantry sweep` wrote")
      ->required();
  command->add_option("OTHER", arguments->other, "a second directory, for comparison");
  command->add_option("-o,--out", arguments->out, "file to write (default: DIR/report.html)");
  command->footer(
      "The page needs no network and no other file: verdict, critical path, Gantt, ready against running, waits, "
      "queues,\n"
      "stalls, network, latencies, streams and the experiment. It is made from the run's files alone and stays below\n"
      "1.5 MB; what does not fit is summed up, and the page says what it left out.\n"
      "A study's page has its front, parallel coordinates, effects of keys, what is flat, convergence and its points,\n"
      "each with the command that runs it again.\n"
      "Exit status: 0 written, 2 a directory is none of a run or study, or files are missing or malformed.\n\n"
      "Examples:\n  gantry run sim/experiments/cholesky.yaml && gantry report out/cholesky\n"
      "  gantry report out/before out/after -o comparison.html\n"
      "  gantry report out/scheduler_size");
  command->callback([arguments, &status] { status = write_report(*arguments); });
}

}  // namespace gantry
