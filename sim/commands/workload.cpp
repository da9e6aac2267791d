// SPDX-License-Identifier: Apache-2.0
// gantry workload: properties of a workload file, and conversion to the native format or to descriptors.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "architecture/architecture_reader.h"
#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "commands/workload_argument.h"
#include "commands/written_file.h"
#include "experiment/descriptor_list.h"
#include "experiment/feasibility.h"
#include "gantry/base/one_line.h"
#include "output/workload_facts.h"
#include "workload/native_writer.h"

namespace gantry {
namespace {

struct WorkloadArguments {
  WorkloadArgument workload;
  std::string to;
  std::string architecture;
  std::string out;
};

bool may_write(const std::string& output, const WorkloadArguments& arguments, const Workload& workload) {
  std::vector<std::string> inputs = workload.beside;
  inputs.insert(inputs.end(), {arguments.workload.file, arguments.architecture});
  return gantry::may_write({output}, inputs);
}

int print_info(const WorkloadArguments& arguments) {
  Workload workload;
  std::optional<Workload> lowered;
  if (!load_workload_facts(arguments.workload, workload, lowered) || !may_write("", arguments, workload))
    return kWrongInput;
  std::cout << workload_facts_json(workload, lowered ? &*lowered : nullptr);
  return 0;
}

/// Which processors and descriptors there are says the architecture.
std::optional<std::string> as_descriptors(const WorkloadArguments& arguments, const Workload& workload) {
  Diagnostics diagnostics;
  std::optional<std::string> bytes;
  const auto architecture = load_architecture(arguments.architecture, diagnostics);
  if (architecture && check_feasible(*architecture, workload, diagnostics)) {
    bytes = descriptor_list(workload, *architecture, arguments.architecture, diagnostics);
  }
  print_problems(diagnostics);
  return bytes;
}

int convert(const WorkloadArguments& arguments) {
  Workload workload;
  const bool native = arguments.to == "native";
  if (native == !arguments.architecture.empty()) {
    Diagnostics diagnostics;
    diagnostics.error({"--architecture", 0, 0}, "belongs to --to descriptors, which needs it");
    print_problems(diagnostics);
    return kWrongInput;
  }
  if (!load_workload_argument(arguments.workload, workload, clock_of(arguments.architecture))) return kWrongInput;
  std::optional<std::string> bytes;
  if (!native) {
    bytes = as_descriptors(arguments, workload);
    if (!bytes) return kWrongInput;
  }
  const auto write = [&](std::ostream& out) { bytes ? void(out << *bytes) : write_native(workload, out); };
  if (!may_write(arguments.out, arguments, workload)) return kWrongInput;
  if (!arguments.out.empty()) return write_file(arguments.out, write);
  write(std::cout);
  return 0;
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

  CLI::App* conversion =
      workload->add_subcommand("convert", "Write a workload in the native format, or as a driver's descriptors");
  add_workload_argument(*conversion, "FILE", arguments->workload);
  conversion->add_option("--to", arguments->to, "format to write: native, or descriptors (docs/workloads.md)")
      ->required()
      ->check(CLI::IsMember({"native", "descriptors"}));
  conversion->add_option("--architecture", arguments->architecture,
                         "of descriptors: the architecture file of the scheduler that reads them");
  conversion->add_option("-o,--out", arguments->out, "file to write (default: standard output)");
  conversion->footer(
      "Examples:\n  gantry workload convert tasks.yaml --to native\n"
      "  gantry workload convert montage.json --to native --set mapping.cycles_per_unit=1000000 -o tasks.json\n"
      "  gantry workload convert tasks.yaml --to descriptors --architecture mesh16.yaml -o tasks.bin");
  conversion->callback([arguments, &status] { status = convert(*arguments); });

  workload->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload convert tasks.yaml --to native -o tasks.json");
}

}  // namespace gantry
