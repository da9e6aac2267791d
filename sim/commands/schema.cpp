// SPDX-License-Identifier: Apache-2.0
// gantry schema: descriptions of file kinds for editors and checks.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "commands/exit_status.h"
#include "cost/cost_schemas.h"
#include "experiment/schemas.h"
#include "network/network_schemas.h"
#include "regress/suite_schemas.h"
#include "result/tables.h"
#include "result/written_schemas.h"
#include "run/machine_measures.h"
#include "serving/serving_measures.h"
#include "serving/serving_schemas.h"
#include "sweep/study_schemas.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

std::vector<SchemaKind> all_schemas() {
  std::vector<SchemaKind> all = experiment_schemas();
  const auto add = [&all](const std::vector<SchemaKind>& more) { all.insert(all.end(), more.begin(), more.end()); };
  add(cost_schemas());
  add(network_schemas());
  add(serving_schemas());
  add(study_schemas());
  add(suite_schemas());
  for (const WrittenSchema& schema : written_schemas()) {
    const auto json = nlohmann::ordered_json::parse(schema.text);
    all.push_back({schema.name, json.value("title", ""), schema.text});
  }
  std::sort(all.begin(), all.end(), [](const SchemaKind& a, const SchemaKind& b) { return a.name < b.name; });
  return all;
}

void print_table(const std::string& title, const char* head, const std::vector<std::string>& rows) {
  std::cout << title << "\n\n" << head;
  for (const std::string& row : rows) std::cout << row << '\n';
  std::cout << '\n';
}

void print_tables() {
  std::vector<KeySection> tables = experiment_key_tables();
  for (const auto& more : {cost_key_tables(), workload_key_tables(), network_key_tables(), serving_key_tables(),
                           study_key_tables(), suite_key_tables()})
    tables.insert(tables.end(), more.begin(), more.end());
  std::string page;
  for (const KeySection& section : tables) {
    if (section.page != page) std::cout << "# docs/" << section.page << "\n\n";
    page = section.page;
    print_table("## " + section.title, "| key | default | range | meaning |\n| --- | --- | --- | --- |\n",
                section.rows);
  }
}

void print_columns() {
  for (const TableColumns& table : column_tables()) {
    print_table("### " + table.file, "| column | holds | meaning |\n| --- | --- | --- |\n", table.rows);
  }
}

void print_results() {
  const char* head = "| key | unit | meaning |\n| --- | --- | --- |\n";
  for (const ResultTables& file : result_tables()) {
    for (const ResultRows& table : file.tables) {
      const std::string of = table.section.empty() ? "" : ": `" + table.section + '`';
      print_table("### " + file.file + of + (table.meaning.empty() ? "" : ", " + table.meaning), head, table.rows);
    }
  }
}

void print_counters() {
  const char* head = "| block | key | unit | meaning |\n| --- | --- | --- | --- |\n";
  const MeasureTables machine = machine_measures();
  print_table("### blocks of a machine", head, machine.counts);
  print_table("### waves of a machine", "| wire | is |\n| --- | --- |\n", machine.wires);
  print_table("### blocks of inference nodes", head, serving_measures().counts);
}

int print_schema(const std::string& kind) {
  const std::vector<SchemaKind> all = all_schemas();
  const auto found = std::find_if(all.begin(), all.end(), [&](const SchemaKind& s) { return s.name == kind; });
  if (found != all.end()) {
    std::cout << found->text;
    return kDone;
  }
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const SchemaKind& schema : all) names.push_back(schema.name);
  std::cerr << "KIND:1:1: error: must be " << alternatives(names) << ", not " << in_quotes(kind)
            << did_you_mean(kind, names) << '\n';
  return kWrongInput;
}

std::string kinds_text() {
  std::string text = "Kinds:\n";
  for (const SchemaKind& schema : all_schemas()) {
    text += "  " + schema.name + std::string(schema.name.size() < 18 ? 18 - schema.name.size() : 1, ' ') + schema.what +
            '\n';
  }
  return text;
}

}  // namespace

void add_schema_command(CLI::App& app, int& status) {
  const auto kind = std::make_shared<std::string>();
  const auto tables = std::make_shared<bool>(false);
  const auto columns = std::make_shared<bool>(false);
  const auto results = std::make_shared<bool>(false);
  const auto counters = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of a kind of file");
  auto* group = command->add_option_group("what");
  group->add_option("KIND", *kind, "a kind of file, below");
  group->add_flag("--tables", *tables, "instead the keys of all kinds of experiments as Markdown");
  group->add_flag("--columns", *columns, "instead the columns of a run's tables as Markdown");
  group->add_flag("--results", *results, "instead the results in a run's JSON files as Markdown");
  group->add_flag("--counters", *counters, "instead what the blocks of a machine count as Markdown");
  group->require_option(1);
  command->footer([] {
    return kinds_text() + "\nExamples:\n  gantry schema experiment > experiment.schema.json\n  gantry schema --tables";
  });
  command->callback([kind, tables, columns, results, counters, &status] {
    if (*tables) print_tables();
    if (*columns) print_columns();
    if (*results) print_results();
    if (*counters) print_counters();
    status = *tables || *columns || *results || *counters ? kDone : print_schema(*kind);
  });
}

}  // namespace gantry
