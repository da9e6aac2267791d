// SPDX-License-Identifier: Apache-2.0
// gantry workload: what is in a workload file, and the same in the native format.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/workload_argument.h"
#include "commands/written_file.h"
#include "gantry/base/one_line.h"
#include "report/output_guard.h"
#include "report/workload_facts.h"
#include "workload/native_writer.h"

namespace gantry {
namespace {

struct WorkloadArguments {
  WorkloadArgument workload;
  std::string to;
  std::string out;
};

bool may_write(const std::vector<std::string>& outputs, const WorkloadArguments& arguments, const Workload& workload) {
  Diagnostics diagnostics;
  std::vector<std::string> inputs = {arguments.workload.file};
  if (!workload.beside.empty()) inputs.push_back(workload.beside);
  const bool fine = check_outputs(outputs, inputs, diagnostics);
  print_problems(diagnostics);
  return fine;
}

int print_info(const WorkloadArguments& arguments) {
  Workload workload;
  if (!load_workload_argument(arguments.workload, workload) || !may_write({}, arguments, workload)) return kWrongInput;
  std::cout << workload_facts_json(workload);
  return 0;
}

int convert(const WorkloadArguments& arguments) {
  Workload workload;
  if (!load_workload_argument(arguments.workload, workload)) return kWrongInput;
  if (arguments.out.empty()) {
    if (!may_write({}, arguments, workload)) return kWrongInput;
    write_native(workload, std::cout);
    return 0;
  }
  if (!may_write({arguments.out}, arguments, workload)) return kWrongInput;
  return write_file(arguments.out, [&](std::ostream& out) { write_native(workload, out); });
}

}  // namespace

void add_workload_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<WorkloadArguments>();
  CLI::App* workload = app.add_subcommand("workload", "Look into a workload file, or convert it");
  workload->require_subcommand(1);

  CLI::App* info = workload->add_subcommand("info", "Print tasks, edges, critical path and work of a workload as JSON");
  add_workload_argument(*info, "FILE", arguments->workload);
  info->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload info graph.txt --format stg\n"
      "  gantry workload info requests.csv --set mapping.fields.work=tokens");
  info->callback([arguments, &status] { status = print_info(*arguments); });

  CLI::App* conversion = workload->add_subcommand("convert", "Write a workload in the native format");
  add_workload_argument(*conversion, "FILE", arguments->workload);
  conversion->add_option("--to", arguments->to, "format to write: native")
      ->required()
      ->check(CLI::IsMember({"native"}));
  conversion->add_option("-o,--out", arguments->out, "file to write (default: standard output)");
  conversion->footer(
      "Examples:\n  gantry workload convert tasks.yaml --to native\n"
      "  gantry workload convert montage.json --to native --set mapping.cycles_per_unit=1000000 -o tasks.json");
  conversion->callback([arguments, &status] { status = convert(*arguments); });

  workload->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload convert tasks.yaml --to native -o tasks.json");
}

}  // namespace gantry
