// SPDX-License-Identifier: Apache-2.0
#include "experiment/schemas.h"

#include "experiment/experiment.h"
#include "experiment/faults_key.h"
#include "gantry/network/traffic_spec.h"
#include "workload/format.h"
#include "workload/generator.h"
#include "workload/lowering.h"
#include "workload/mapping.h"

namespace gantry {

namespace {

using Json = nlohmann::ordered_json;

const char* const kPage = "configuration.md";

/// A file with its format, a generator's keys, or the tasks themselves.
Json workload_schema() {
  Json formats = Json::array();
  for (const WorkloadFormat& format : workload_formats().entries()) formats.push_back(format.name);
  const Json text = {{"type", "string"}};
  const Json order = {{"enum", kSubmissionOrderNames}};
  const Json edges = {{"enum", {"none", "data"}}};
  const Json part = {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}};
  const Json mapping = schema_of(Mapping());
  Json ways = Json::array();
  ways.push_back(text);
  ways.push_back({{"type", "object"},
                  {"properties",
                   {{"path", text},
                    {"format", {{"enum", formats}}},
                    {"mapping", mapping},
                    {"lowering", schema_of(Lowering())},
                    {"sha256", text},
                    {"order", order},
                    {"edges", edges},
                    {"part", part}}},
                  {"required", {"path"}},
                  {"additionalProperties", false}});
  for (const WorkloadGenerator& generator : workload_generators().entries()) {
    KeySchema keys;
    generator.describe(keys);
    Json map = keys.take();
    map["properties"]["generator"] = {{"const", generator.name}, {"description", generator.summary}};
    if (!map["properties"].contains("cycles")) {  // a graph
      map["properties"]["mapping"] = mapping;
      map["properties"]["order"] = order;
      map["properties"]["edges"] = edges;
    }
    map["properties"]["part"] = part;
    map["required"].push_back("generator");
    ways.push_back(std::move(map));
  }
  Json arrivals = Json::array();
  for (const ArrivalForm& form : arrival_forms()) {
    KeySchema keys;
    form.describe(keys);
    Json map = keys.take();
    map["properties"]["process"] = {{"const", form.name}};
    map["required"].push_back("process");
    arrivals.push_back(std::move(map));
  }
  Json stream = schema_of(GraphStream());
  stream["properties"]["arrivals"] = {{"anyOf", arrivals}};
  ways.push_back(
      {{"type", "object"},
       {"required", {"streams"}},
       {"properties", {{"streams", {{"type", "array"}, {"minItems", 1}, {"items", stream}}}, {"part", part}}},
       {"additionalProperties", false}});
  ways.push_back(
      {{"type", "object"},
       {"required", {"tasks"}},
       {"properties", {{"tasks", {{"type", "array"}}}, {"order", order}, {"edges", edges}, {"part", part}}}});
  return {{"anyOf", ways},
          {"description",
           "a path of a workload file, or a map with `path`, with `generator`, with a list `tasks`, or with "
           "a list `streams`"}};
}

Json experiment_schema() {
  Experiment usual;
  Json schema = schema_of(usual);
  Json& properties = schema["properties"];
  const Json path = {{"type", "string"}};
  const auto path_or = [&](Json map, const char* meaning) {
    return Json{{"anyOf", {path, std::move(map)}}, {"description", meaning}};
  };
  properties["architecture"] =
      path_or(schema_of(Architecture(), true), "the machine: a path of an architecture file, or its keys");
  properties["workload"] = workload_schema();
  properties["plan"] = path;
  properties["plan"]["description"] = "path of a plan file to replay";
  TrafficSpec traffic;
  properties["background"] = schema_of(TrafficKeys{traffic});
  properties["background"]["description"] = "synthetic traffic on the machine's interconnect";
  properties["faults"] = {
      {"type", "array"}, {"items", schema_of(FaultKeys())}, {"description", "what goes wrong in the run, and when"}};
  properties["provenance"] = {{"type", "object"},
                              {"description", "of an experiment that a run wrote: where it comes from"}};
  schema["required"] = {"architecture", "workload"};
  return schema;
}

/// The rows of keys outside of sections, then a table for each section; each in the order of the keys.
std::vector<KeySection> by_section(const KeySection& all) {
  constexpr std::string_view kBegin = "| `";
  constexpr std::string_view kItem = "N.";
  std::vector<KeySection> tables = {{all.page, all.title, {}}};
  for (const std::string& row : all.rows) {
    const std::string_view name =
        std::string_view(row).substr(kBegin.size(), row.find('`', kBegin.size()) - kBegin.size());
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) {
      tables.front().rows.push_back(row);
      continue;
    }
    const std::string title = '`' + std::string(name.substr(0, dot)) + '`';
    if (tables.back().title != title) tables.push_back({all.page, title, {}});
    std::string_view rest = std::string_view(row).substr(kBegin.size() + dot + 1);
    if (rest.substr(0, kItem.size()) == kItem) rest.remove_prefix(kItem.size());
    tables.back().rows.push_back(std::string(kBegin) + std::string(rest));
  }
  return tables;
}

}  // namespace

std::vector<SchemaKind> experiment_schemas() {
  return {{"architecture", "an architecture file", schema_text("Gantry architecture", schema_of(Architecture(), true))},
          {"experiment", "an experiment of `gantry run`", schema_text("Gantry experiment", experiment_schema())}};
}

std::vector<KeySection> experiment_key_tables() {
  KeySection experiment = key_section(kPage, "Experiment", Experiment());
  leave_out(experiment, "architecture.");
  std::vector<KeySection> tables = by_section(key_section(kPage, "Architecture", Architecture()));
  tables.insert(tables.begin(), std::move(experiment));
  tables.push_back(key_section("faults.md", "Keys", FaultKeys()));
  return tables;
}

std::vector<KeySection> workload_key_tables() {
  std::vector<KeySection> tables = {key_section("workloads.md", "Mapping", Mapping()),
                                    key_section("workloads.md", "Lowering", Lowering())};
  for (const WorkloadGenerator& generator : workload_generators().entries()) {
    KeyTable keys;
    generator.describe(keys);
    tables.push_back({"workloads.md", '`' + generator.name + '`', keys.rows()});
  }
  tables.push_back(key_section("workloads.md", "`streams`", GraphStream()));
  for (const ArrivalForm& form : arrival_forms()) {
    KeyTable keys;
    form.describe(keys);
    tables.push_back({"workloads.md", "`arrivals` of a stream: `" + std::string(form.name) + '`', keys.rows()});
  }
  return tables;
}

}  // namespace gantry
