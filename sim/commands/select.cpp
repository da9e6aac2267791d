// SPDX-License-Identifier: Apache-2.0
// gantry select: one decision of the source's rule for batch serving.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "commands/problems.h"
#include "gantry/base/diagnostics.h"
#include "output/output_guard.h"
#include "select/selection_reader.h"
#include "text/escape.h"
#include "text/file_kind.h"
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

int run(const std::string& file) {
  Diagnostics diagnostics;
  const auto text = read_text_file(file, diagnostics);
  const auto document = text ? parse_yaml(*text, shown_path(file), diagnostics) : std::nullopt;
  const bool other = document && refuse_other_kind(*document, FileKind::selection, diagnostics);
  const auto request = document && !other ? read_selection_request(*document, diagnostics) : std::nullopt;
  if (request) check_outputs({}, {file}, diagnostics);
  print_problems(diagnostics);
  if (!request || !diagnostics.ok()) return kWrongInput;
  std::cout << answer(*request);
  return 0;
}

}  // namespace

void add_select_command(CLI::App& app, int& status) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("select", "Which inference nodes run next: one decision of batch serving (docs/serving.md)");
  command->add_option("NODES", *file, "file with `rated` and `nodes` (YAML or JSON), - for the standard input")
      ->required();
  command->footer(
      "Prints {\"selected\": [names in the order taken], \"priorities\": {name: value}, \"compute_used\": number}.\n\n"
      "Example:\n"
      "  gantry select sim/experiments/serving/five_nodes.yaml\n"
      "Keys: rated: {count: K | auto, compute: M}, priority: product | sum (with a, b) | tie_break,\n"
      "nodes: [{name, pending, priority_tasks, weight, compute, busy}].");
  command->callback([file, &status] { status = run(*file); });
}

}  // namespace gantry
