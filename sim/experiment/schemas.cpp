// SPDX-License-Identifier: Apache-2.0
#include "experiment/schemas.h"

#include "experiment/experiment.h"
#include "gantry/network/traffic_spec.h"
#include "workload/format.h"
#include "workload/generator.h"
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
  const Json part = {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}};
  const Json mapping = schema_of(Mapping());
  Json ways = Json::array();
  ways.push_back(text);
  ways.push_back({{"type", "object"},
                  {"properties",
                   {{"path", text},
                    {"format", {{"enum", formats}}},
                    {"mapping", mapping},
                    {"sha256", text},
                    {"order", order},
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
  ways.push_back({{"type", "object"},
                  {"required", {"tasks"}},
                  {"properties", {{"tasks", {{"type", "array"}}}, {"order", order}, {"part", part}}}});
  return {{"anyOf", ways},
          {"description",
           "a path of a workload file, or a map with `path`, with `generator`, with a list `tasks`, or with "
           "a list `streams`"}};
}

Json experiment_schema() {
  Experiment usual;
  usual.architecture.processors.emplace_back();
  Json schema = schema_of(usual);
  Json& properties = schema["properties"];
  const Json path = {{"type", "string"}};
  const auto path_or = [&](Json map, const char* meaning) {
    return Json{{"anyOf", {path, std::move(map)}}, {"description", meaning}};
  };
  properties["architecture"] =
      path_or(schema_of(Architecture()), "the machine: a path of an architecture file, or its keys");
  properties["workload"] = workload_schema();
  properties["plan"] = path;
  properties["plan"]["description"] = "path of a plan file to replay";
  TrafficSpec traffic;
  properties["background"] = schema_of(TrafficKeys{traffic});
  properties["background"]["description"] = "synthetic traffic on the machine's interconnect";
  properties["provenance"] = {{"type", "object"},
                              {"description", "of an experiment that a run wrote: where it comes from"}};
  schema["required"] = {"architecture", "workload"};
  return schema;
}

template <class Config>
KeySection table(const char* title, const Config& usual) {
  return key_section(kPage, title, usual);
}

}  // namespace

std::vector<SchemaKind> experiment_schemas() {
  return {{"architecture", "an architecture file", schema_text("Gantry architecture", schema_of(Architecture()))},
          {"experiment", "an experiment of `gantry run`", schema_text("Gantry experiment", experiment_schema())}};
}

std::vector<KeySection> experiment_key_tables() {
  const Architecture usual;
  KeySection experiment = table("Experiment", Experiment());
  leave_out(experiment, "architecture.");
  KeySection architecture = table("Architecture", usual);
  for (const char* section : {"interconnect.", "host.", "memory.", "descriptor.", "task_cache.", "decomposer.",
                              "monitor.", "dispatcher.", "processors.", "placement."}) {
    leave_out(architecture, section);
  }
  return {experiment,
          architecture,
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

std::vector<KeySection> workload_key_tables() {
  std::vector<KeySection> tables = {key_section("workloads.md", "Mapping", Mapping())};
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
