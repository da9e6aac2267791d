// SPDX-License-Identifier: Apache-2.0
// gantry list: what can be named in a configuration.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "commands/commands.h"
#include "commands/engine_list.h"
#include "commands/plan.h"
#include "gantry/network/topology.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/serving/selection.h"
#include "report/run_report.h"
#include "study/search.h"
#include "workload/format.h"
#include "workload/generator.h"

namespace gantry {
namespace {

template <class Entries>
void print(const std::string& kind, const Entries& entries) {
  std::size_t width = 18;
  for (const auto& entry : entries) width = std::max(width, std::string_view(entry.name).size());
  std::cout << kind << '\n';
  for (const auto& entry : entries) std::cout << fmt::format("  {:<{}} {}\n", entry.name, width, entry.summary);
}

void list(const std::string& kind) {
  const bool all = kind.empty();
  if (all || kind == "pickers") print("pickers", builtin_pickers().entries());
  if (all || kind == "processor_choices") print("processor_choices", builtin_processor_choices().entries());
  if (all || kind == "topologies") print("topologies", builtin_topologies().entries());
  if (all || kind == "selections") print("selections", builtin_selections().entries());
  if (all || kind == "formats") print("formats", workload_formats().entries());
  if (all || kind == "generators") print("generators", workload_generators().entries());
  if (all || kind == "reports") print("reports", run_reports().entries());
  if (all || kind == "searches") print("searches", searches().entries());
  if (all || kind == "planners") print("planners", planner_names());
  if (all || kind == "engines") print("engines", engine_rows());
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  const auto kind = std::make_shared<std::string>();
  CLI::App* list_command = app.add_subcommand("list", "What can be named in a configuration");
  list_command->add_option("KIND", *kind, "only this kind")
      ->check(CLI::IsMember({"pickers", "processor_choices", "topologies", "selections", "formats", "generators",
                             "reports", "searches", "planners", "engines"}));
  list_command->footer("Examples:\n  gantry list\n  gantry list pickers\n  gantry list engines");
  list_command->callback([kind, &status] {
    list(*kind);
    status = 0;
  });
}

}  // namespace gantry
