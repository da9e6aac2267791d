// SPDX-License-Identifier: Apache-2.0
#include "commands/workload_argument.h"
#include "commands/problems.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "architecture/architecture_reader.h"
#include "gantry/base/diagnostics.h"
#include "gantry/base/one_line.h"
#include "gantry/platform/architecture.h"
#include "text/set_option.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"
#include "workload/edge_data.h"
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
  keys.find("lowering");
  keys.find("edges");
  keys.finish();
  return diagnostics.ok();
}

}  // namespace

void add_workload_argument(CLI::App& command, const std::string& name, WorkloadArgument& argument) {
  command.add_option(name, argument.file, "workload file, - for the standard input")->required();
  command.add_option("--format", argument.format, "format of " + name + " (default: guessed; `gantry list formats`)");
  command
      .add_option("--set", argument.sets,
                  "override a key of the format's mapping or of the lowering, mapping.a=value, or edges=data")
      ->take_all()
      ->allow_extra_args(false);
}

std::optional<std::uint32_t> clock_of(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  Diagnostics problems;
  const auto architecture = load_architecture(path, problems);
  return architecture ? architecture->clock_mhz : kUsualClock;
}

namespace {

bool load(const WorkloadArgument& argument, Workload& workload, std::optional<std::uint32_t> clock,
          std::optional<Workload>* lowered, bool data_by_default) {
  Diagnostics diagnostics;
  std::string guessed;
  YamlNode section;
  WorkloadKeys keys;
  bool loaded = read_sets(argument, section, diagnostics);
  keys.mapping = section.find("mapping");
  keys.lowering = section.find("lowering");
  const YamlNode* edges = section.find("edges");
  keys.edges_are_data = edges == nullptr && data_by_default;
  if (edges != nullptr) read_edges_key(*edges, "edges", keys.edges_are_data, diagnostics);
  loaded = loaded && diagnostics.ok();
  keys.clock_mhz = clock.value_or(kUsualClock);
  keys.lower = lowered == nullptr;
  loaded = loaded && load_workload(argument.file, argument.format, workload, diagnostics, &guessed, keys);
  if (loaded && keys.edges_are_data && (edges != nullptr || workload.model.operators.empty())) {
    const SourcePosition where = edges != nullptr ? edges->where() : SourcePosition{shown_path(argument.file), 0, 0};
    loaded = make_objects_of_edges(workload, where, diagnostics);
  }
  if (loaded && lowered != nullptr) {
    *lowered = workload;
    loaded = lower_workload(keys, **lowered, diagnostics);
    if (workload.model.operators.empty()) lowered->reset();
  }
  if (!guessed.empty())
    std::cerr << one_line(shown_path(argument.file)) << ": format " << guessed << " (guessed; --format names it)\n";
  const auto needs_sizes = [](const WorkloadTask& task) {
    return task.varies != nullptr && task.varies->wrong({}).has_value();
  };
  if (loaded && std::any_of(workload.tasks.begin(), workload.tasks.end(), needs_sizes)) {
    diagnostics.note({shown_path(argument.file), 0, 0},
                     "formulas over the sizes of requests count as 0 here; a stream with `sizes` gives them values");
  }
  if (loaded && lowered == nullptr && !clock && workload.by_clock) {
    diagnostics.note(
        {shown_path(argument.file), 0, 0},
        "its times are cycles of a clock of 1000 MHz (a run takes `clock_mhz`; a mapping may say otherwise)");
  }
  print_problems(diagnostics);
  return loaded;
}

}  // namespace

bool load_workload_argument(const WorkloadArgument& argument, Workload& workload,
                            std::optional<std::uint32_t> clock_mhz) {
  return load(argument, workload, clock_mhz, nullptr, false);
}

bool load_workload_to_plan(const WorkloadArgument& argument, Workload& workload, std::optional<std::uint32_t> clock_mhz,
                           bool data_by_default) {
  if (!load(argument, workload, clock_mhz, nullptr, data_by_default)) return false;
  Diagnostics diagnostics;
  refuse_different_jobs(workload, diagnostics);
  print_problems(diagnostics);
  return diagnostics.ok();
}

bool load_workload_facts(const WorkloadArgument& argument, Workload& workload, std::optional<Workload>& lowered) {
  return load(argument, workload, std::nullopt, &lowered, false);
}

}  // namespace gantry
