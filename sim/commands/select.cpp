// SPDX-License-Identifier: Apache-2.0
// gantry select: one decision of the source's rule for batch serving.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "gantry/base/diagnostics.h"
#include "output/output_guard.h"
#include "select/selection_reader.h"
#include "text/escape.h"
#include "text/file_kind.h"
#include "text/set_option.h"
#include "text/text_file.h"

namespace gantry {
namespace {

/// Numbers are written as the exact decimals that were compared.
std::string answer(const SelectionRequest& request) {
  const auto policy = builtin_selections().find(kSourceSelection)->make(request.rule);
  const std::vector<NodeId> chosen = select_nodes(*policy, request.nodes, request.rated);
  Amount compute = 0;
  for (const NodeState& node : request.nodes) compute += node.busy ? node.compute : 0;
  fmt::memory_buffer text;
  const auto append = [&](const std::string& part) { text.append(part.data(), part.data() + part.size()); };
  append("{\"selected\": [");
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (i > 0) append(", ");
    append_json(text, request.names[chosen[i]]);
    compute += request.nodes[chosen[i]].compute;
  }
  append("], \"priorities\": {");
  for (std::size_t n = 0; n < request.nodes.size(); ++n) {
    if (n > 0) append(", ");
    append_json(text, request.names[n]);
    append(": " + to_text(inference_priority(request.nodes[n], request.rule), request.rule));
  }
  append("}, \"compute_used\": " + to_text(compute) + "}\n");
  return fmt::to_string(text);
}

struct SelectArguments {
  std::string file;
  std::vector<std::string> sets;
};

/// Applies `a.b=value`; a node is addressed by its number or its name.
void apply_sets(YamlNode& document, const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  for (const std::string& set : sets) {
    apply_set(
        document, set, [](YamlNode& /*node*/, const std::string& /*at*/) { return true; }, diagnostics,
        [](const YamlNode& item, const std::string& at) {
          const YamlNode* name = at == "nodes" && item.is_map() ? item.find("name") : nullptr;
          return name != nullptr && name->is_scalar() ? name->text : std::string();
        });
  }
}

int run(const SelectArguments& arguments) {
  Diagnostics diagnostics;
  const auto text = read_text_file(arguments.file, diagnostics);
  auto document = text ? parse_yaml(*text, shown_path(arguments.file), diagnostics) : std::nullopt;
  const bool other = document && refuse_other_kind(*document, FileKind::selection, diagnostics);
  if (document && !other) apply_sets(*document, arguments.sets, diagnostics);
  const auto request = document && diagnostics.ok() ? read_selection_request(*document, diagnostics) : std::nullopt;
  if (request) check_outputs({}, {arguments.file}, diagnostics);
  print_problems(diagnostics);
  if (!request || !diagnostics.ok()) return kWrongInput;
  std::cout << answer(*request);
  return 0;
}

}  // namespace

void add_select_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<SelectArguments>();
  CLI::App* command =
      app.add_subcommand("select", "Which inference nodes run next: one decision of batch serving (docs/serving.md)");
  command
      ->add_option("NODES", arguments->file, "file with `rated` and `nodes` (YAML or JSON), - for the standard input")
      ->required();
  command->add_option("--set", arguments->sets, "override a key of the file, a.b=value")
      ->take_all()
      ->allow_extra_args(false);
  command->footer(
      "Prints {\"selected\": [names in the order taken], \"priorities\": {name: value}, \"compute_used\": number}.\n\n"
      "Example:\n"
      "  gantry select sim/experiments/serving/five_nodes.yaml\n"
      "  gantry select sim/experiments/serving/five_nodes.yaml --set rated.count=1 --set nodes.fifth.priority_tasks=2\n"
      "Keys: rated: {count: K | auto, compute: M}, priority: product | sum (with a, b) | tie_break,\n"
      "counts: pending | priority_tasks, nodes: [{name, pending, priority_tasks, weight, compute, busy}].");
  command->callback([arguments, &status] { status = run(*arguments); });
}

}  // namespace gantry
