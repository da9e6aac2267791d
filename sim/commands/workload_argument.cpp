// SPDX-License-Identifier: Apache-2.0
#include "commands/workload_argument.h"
#include "commands/problems.h"

#include <CLI/CLI.hpp>

#include <iostream>

#include "gantry/base/diagnostics.h"
#include "gantry/base/one_line.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/format.h"

namespace gantry {
namespace {

/// The keys that `--set` gives, as the map `workload` of an experiment would have them.
bool read_sets(const WorkloadArgument& argument, YamlNode& section, Diagnostics& diagnostics) {
  const auto as_it_is = [](YamlNode& /*node*/, const std::string& /*path*/) { return true; };
  for (const std::string& set : argument.sets) apply_set(section, set, as_it_is, diagnostics);
  if (!diagnostics.ok()) return false;
  MapReader keys(section, "", diagnostics);
  keys.find("mapping");
  keys.finish();
  return diagnostics.ok();
}

}  // namespace

void add_workload_argument(CLI::App& command, const std::string& name, WorkloadArgument& argument) {
  command.add_option(name, argument.file, "workload file, - for the standard input")->required();
  command.add_option("--format", argument.format, "format of " + name + " (default: guessed; `gantry list formats`)");
  command.add_option("--set", argument.sets, "override a key of the format's mapping, mapping.a=value")
      ->take_all()
      ->allow_extra_args(false);
}

bool load_workload_argument(const WorkloadArgument& argument, Workload& workload) {
  Diagnostics diagnostics;
  std::string guessed;
  YamlNode section;
  const bool loaded =
      read_sets(argument, section, diagnostics) &&
      load_workload(argument.file, argument.format, workload, diagnostics, &guessed, section.find("mapping"));
  if (!guessed.empty())
    std::cerr << one_line(shown_path(argument.file)) << ": format " << guessed << " (guessed; --format names it)\n";
  print_problems(diagnostics);
  return loaded;
}

}  // namespace gantry
