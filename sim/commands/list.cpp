// SPDX-License-Identifier: Apache-2.0
// gantry list: names that a configuration can use.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.h"
#include "commands/engine_list.h"
#include "commands/list.h"
#include "commands/plan.h"
#include "gantry/network/pattern.h"
#include "gantry/network/routing.h"
#include "gantry/network/topology.h"
#include "gantry/scheduler/picker.h"
#include "gantry/scheduler/processor_choice.h"
#include "gantry/serving/selection.h"
#include "output/run_report.h"
#include "sweep/search.h"
#include "workload/format.h"
#include "workload/generator.h"

namespace gantry {
namespace {

template <class Entries>
std::vector<Listed> listed(const Entries& entries) {
  std::vector<Listed> rows;
  rows.reserve(entries.size());
  for (const auto& entry : entries) rows.push_back({std::string(entry.name), std::string(entry.summary)});
  return rows;
}

}  // namespace

const std::vector<ListedKind>& listed_kinds() {
  static const std::vector<ListedKind> kKinds = {{"pickers", listed(builtin_pickers().entries())},
                                                 {"processor_choices", listed(builtin_processor_choices().entries())},
                                                 {"topologies", listed(builtin_topologies().entries())},
                                                 {"routings", listed(builtin_routings().entries())},
                                                 {"patterns", listed(builtin_patterns().entries())},
                                                 {"selections", listed(builtin_selections().entries())},
                                                 {"formats", listed(workload_formats().entries())},
                                                 {"generators", listed(workload_generators().entries())},
                                                 {"reports", listed(run_reports().entries())},
                                                 {"searches", listed(searches().entries())},
                                                 {"planners", listed(planner_names())},
                                                 {"engines", listed(engine_rows())}};
  return kKinds;
}

namespace {

void list(const std::string& only) {
  for (const ListedKind& kind : listed_kinds()) {
    if (!only.empty() && kind.kind != only) continue;
    std::size_t width = 18;
    for (const Listed& entry : kind.entries) width = std::max(width, entry.name.size());
    std::cout << kind.kind << '\n';
    for (const Listed& entry : kind.entries) {
      std::cout << fmt::format("  {:<{}} {}\n", entry.name, width, entry.summary);
    }
  }
}

}  // namespace

void add_list_command(CLI::App& app, int& status) {
  const auto kind = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const ListedKind& known : listed_kinds()) names.push_back(known.kind);
  CLI::App* list_command = app.add_subcommand("list", "What can be named in a configuration");
  list_command->add_option("KIND", *kind, "only this kind")->check(CLI::IsMember(names));
  list_command->footer("Examples:\n  gantry list\n  gantry list pickers\n  gantry list engines");
  list_command->callback([kind, &status] {
    list(*kind);
    status = 0;
  });
}

}  // namespace gantry
