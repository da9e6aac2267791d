// SPDX-License-Identifier: Apache-2.0
#include "experiment/schemas.h"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "experiment/experiment.h"
#include "experiment/written_schemas.h"
#include "text/key_schema.h"

namespace gantry {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDraft = "http://json-schema.org/draft-07/schema#";

Json architecture_schema() {
  Architecture usual;
  KeySchema keys;
  describe(keys, usual);
  return keys.take();
}

Json experiment_schema() {
  Experiment usual;
  usual.architecture.processors.emplace_back();
  KeySchema keys;
  describe(keys, usual);
  Json schema = keys.take();
  Json& properties = schema["properties"];
  const Json path = {{"type", "string"}};
  const auto path_or = [&](Json map, const char* meaning) {
    return Json{{"anyOf", {path, std::move(map)}}, {"description", meaning}};
  };
  properties["architecture"] =
      path_or(architecture_schema(), "the machine: a path of an architecture file, or its keys");
  properties["workload"] =
      path_or({{"type", "object"}},
              "a path of a workload file, or a map with `path`, with `generator`, or with a list `tasks`");
  properties["plan"] = path;
  properties["plan"]["description"] = "path of a plan file to replay";
  properties["background"] = {{"type", "object"}, {"description", "synthetic traffic on the machine's interconnect"}};
  properties["provenance"] = {{"type", "object"},
                              {"description", "of an experiment that a run wrote: where it comes from"}};
  schema["required"] = {"architecture", "workload"};
  return schema;
}

std::string titled(const char* title, const Json& schema) {
  Json whole = {{"$schema", kDraft}, {"title", title}};
  whole.update(schema);
  return whole.dump(2) + '\n';
}

template <class Config>
KeySection table(const char* title, Config usual) {
  KeyTable keys;
  describe(keys, usual);
  return {title, keys.rows()};
}

/// Keys of the outermost map alone.
template <class Config>
KeySection own_keys(const char* title, const Config& usual) {
  KeySection section = table(title, usual);
  const auto nested = [](const std::string& row) { return row.find('.') < row.find("` |"); };
  section.rows.erase(std::remove_if(section.rows.begin(), section.rows.end(), nested), section.rows.end());
  return section;
}

}  // namespace

const std::vector<std::string>& schema_kinds() {
  static const std::vector<std::string> kinds = {"architecture", "experiment", "summary", "workload"};
  return kinds;
}

std::string schema(std::string_view kind) {
  if (kind == "architecture") return titled("Gantry architecture", architecture_schema());
  if (kind == "experiment") return titled("Gantry experiment", experiment_schema());
  return kind == "summary" ? kSummarySchemaText : kWorkloadSchemaText;
}

std::vector<KeySection> key_tables() {
  const Architecture usual;
  KeySection experiment = table("Experiment", Experiment());
  const auto of_the_machine = [](const std::string& row) { return row.rfind("| `architecture.", 0) == 0; };
  experiment.rows.erase(std::remove_if(experiment.rows.begin(), experiment.rows.end(), of_the_machine),
                        experiment.rows.end());
  return {experiment,
          own_keys("Architecture", usual),
          table("`interconnect`", usual.interconnect),
          table("`host`", usual.host),
          table("`memory`", usual.memory),
          table("`descriptor`", usual.descriptor),
          table("`task_cache`", usual.task_cache),
          table("`decomposer`", usual.decomposer),
          table("`monitor`", usual.monitor),
          table("`dispatcher`", usual.dispatcher),
          table("`processors`", ProcessorGroup()),
          table("`placement`", usual.placement)};
}

}  // namespace gantry
