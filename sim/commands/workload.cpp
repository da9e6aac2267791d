// SPDX-License-Identifier: Apache-2.0
// gantry workload: what is in a workload file, and the same in the native format.
#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "config/set_option.h"
#include "config/yaml_reader.h"
#include "core/diagnostics.h"
#include "report/workload_facts.h"
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
  std::vector<std::string> sets;
};

/// The keys that `--set` gives, as the map `workload` of an experiment would have them.
bool read_sets(const WorkloadArguments& arguments, YamlNode& section, Diagnostics& diagnostics) {
  const auto as_it_is = [](YamlNode& /*node*/, const std::string& /*path*/) { return true; };
  for (const std::string& set : arguments.sets) apply_set(section, set, as_it_is, diagnostics);
  if (!diagnostics.ok()) return false;
  MapReader keys(section, "", diagnostics);
  keys.find("mapping");
  keys.finish();
  return diagnostics.ok();
}

bool load(const WorkloadArguments& arguments, Workload& workload) {
  Diagnostics diagnostics;
  std::string guessed;
  YamlNode section;
  const bool loaded =
      read_sets(arguments, section, diagnostics) &&
      load_workload(arguments.file, arguments.format, workload, diagnostics, &guessed, section.find("mapping"));
  if (!guessed.empty()) std::cerr << arguments.file << ": format " << guessed << " (guessed; --format names it)\n";
  for (const std::string& line : diagnostics.lines()) std::cerr << line << '\n';
  return loaded;
}

int print_info(const WorkloadArguments& arguments) {
  Workload workload;
  if (!load(arguments, workload)) return kWrongInput;
  std::cout << workload_facts_json(workload) << std::flush;
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

void add_sets(CLI::App& command, WorkloadArguments& arguments) {
  command.add_option("--set", arguments.sets, "override a key of the format's mapping, mapping.a=value")
      ->take_all()
      ->allow_extra_args(false);
}

}  // namespace

void add_workload_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<WorkloadArguments>();
  CLI::App* workload = app.add_subcommand("workload", "Look into a workload file, or convert it");
  workload->require_subcommand(1);

  CLI::App* info = workload->add_subcommand("info", "Print tasks, edges, critical path and work of a workload as JSON");
  info->add_option("FILE", arguments->file, "workload file")->required();
  info->add_option("--format", arguments->format, "format of FILE (default: guessed; `gantry list formats`)");
  add_sets(*info, *arguments);
  info->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload info graph.txt --format stg\n"
      "  gantry workload info requests.csv --set mapping.fields.work=tokens");
  info->callback([arguments, &status] { status = print_info(*arguments); });

  CLI::App* conversion = workload->add_subcommand("convert", "Write a workload in the native format");
  conversion->add_option("FILE", arguments->file, "workload file")->required();
  conversion->add_option("--format", arguments->format, "format of FILE (default: guessed)");
  conversion->add_option("--to", arguments->to, "format to write: native")
      ->required()
      ->check(CLI::IsMember({"native"}));
  add_sets(*conversion, *arguments);
  conversion->add_option("-o,--out", arguments->out, "file to write (default: standard output)");
  conversion->footer(
      "Examples:\n  gantry workload convert tasks.yaml --to native\n"
      "  gantry workload convert montage.json --to native --set mapping.cycles_per_unit=1000000 -o tasks.json");
  conversion->callback([arguments, &status] { status = convert(*arguments); });

  workload->footer(
      "Examples:\n  gantry workload info tasks.yaml\n  gantry workload convert tasks.yaml --to native -o tasks.json");
}

}  // namespace gantry
