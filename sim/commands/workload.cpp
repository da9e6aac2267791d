// SPDX-License-Identifier: Apache-2.0
// gantry workload: what is in a workload file, and the same in the native format.
#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "commands/commands.h"
#include "core/diagnostics.h"
#include "workload/format.h"
#include "workload/native_writer.h"

namespace gantry {
namespace {

constexpr int kWrongInput = 2;

struct WorkloadArguments {
  std::string file;
  std::string format;
  std::string to;
  std::string out;
};

bool load(const WorkloadArguments& arguments, Workload& workload) {
  Diagnostics diagnostics;
  std::string guessed;
  const bool loaded = load_workload(arguments.file, arguments.format, workload, diagnostics, &guessed);
  if (!guessed.empty()) std::cerr << arguments.file << ": format " << guessed << " (guessed; --format names it)\n";
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
  return loaded;
}

int print_info(const WorkloadArguments& arguments) {
  Workload workload;
  if (!load(arguments, workload)) return kWrongInput;
  const WorkloadFacts known = facts(workload);
  const nlohmann::ordered_json json = {{"tasks", known.tasks},
                                       {"edges", known.edges},
                                       {"critical_path", known.critical_path},
                                       {"total_work", known.total_work},
                                       {"unit", workload.unit},
                                       {"depth", known.depth},
                                       {"widest_level", known.widest_level}};
  std::cout << json.dump(2) << '\n' << std::flush;
  if (std::cout) return 0;
  std::cerr << "error: the result cannot be written to the standard output\n";
  return kWrongInput;
}

int convert(const WorkloadArguments& arguments) {
  Workload workload;
  if (!load(arguments, workload)) return kWrongInput;
  if (arguments.out.empty()) {
    write_native(workload, std::cout);
    std::cout.flush();
    if (std::cout) return 0;
    std::cerr << "error: the result cannot be written to the standard output\n";
    return kWrongInput;
  }
  std::ofstream out(arguments.out, std::ios::binary | std::ios::trunc);
  if (out) write_native(workload, out);
  out.close();
  if (out) return 0;
  std::cerr << arguments.out << ": error: the file cannot be written\n";
  return kWrongInput;
}

}  // namespace

void add_workload_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<WorkloadArguments>();
  CLI::App* workload = app.add_subcommand("workload", "Look into a workload file, or convert it");
  workload->require_subcommand(1);

  CLI::App* info = workload->add_subcommand("info", "Print tasks, edges, critical path and work of a workload as JSON");
  info->add_option("FILE", arguments->file, "workload file")->required();
  info->add_option("--format", arguments->format, "format of FILE (default: guessed; `gantry list formats`)");
  info->footer("Examples:\n  gantry workload info tasks.yaml\n  gantry workload info graph.txt --format native");
  info->callback([arguments, &status] { status = print_info(*arguments); });

  CLI::App* conversion = workload->add_subcommand("convert", "Write a workload in the native format");
  conversion->add_option("FILE", arguments->file, "workload file")->required();
  conversion->add_option("--format", arguments->format, "format of FILE (default: guessed)");
  conversion->add_option("--to", arguments->to, "format to write: native")
      ->required()
      ->check(CLI::IsMember({"native"}));
  conversion->add_option("-o,--out", arguments->out, "file to write (default: standard output)");
  conversion->footer(
      "Examples:\n  gantry workload convert tasks.yaml --to native\n"
      "  gantry workload convert tasks.yaml --to native -o tasks.json");
  conversion->callback([arguments, &status] { status = convert(*arguments); });

  workload->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload convert tasks.yaml --to native -o tasks.json");
}

}  // namespace gantry
