// SPDX-License-Identifier: Apache-2.0
// gantry schema: what files look like, for editors and checks.
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

#include "commands/commands.h"
#include "experiment/schemas.h"

namespace gantry {
namespace {

void print_tables() {
  for (const KeySection& section : key_tables()) {
    std::cout << "### " << section.title << "\n\n| key | default | range | meaning |\n| --- | --- | --- | --- |\n";
    for (const std::string& row : section.rows) std::cout << row << '\n';
    std::cout << '\n';
  }
}

}  // namespace

void add_schema_command(CLI::App& app, int& status) {
  const auto kind = std::make_shared<std::string>();
  const auto tables = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of a kind of file");
  auto* group = command->add_option_group("what");
  group->add_option("KIND", *kind, "architecture, experiment, summary or workload (the native format)")
      ->check(CLI::IsMember(schema_kinds()));
  group->add_flag("--tables", *tables, "instead the keys of experiments and architectures as Markdown");
  group->require_option(1);
  command->footer("Examples:\n  gantry schema experiment > experiment.schema.json\n  gantry schema --tables");
  command->callback([kind, tables, &status] {
    if (*tables) {
      print_tables();
    } else {
      std::cout << schema(*kind);
    }
    status = 0;
  });
}

}  // namespace gantry
