// SPDX-License-Identifier: Apache-2.0
#include "experiment/schemas.h"

#include "experiment/experiment.h"
#include "gantry/network/traffic_pattern.h"

namespace gantry {

namespace {

using Json = nlohmann::ordered_json;

const char* const kPage = "configuration.md";

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
  properties["workload"] =
      path_or({{"type", "object"}},
              "a path of a workload file, or a map with `path`, with `generator`, or with a list `tasks`");
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

}  // namespace gantry
