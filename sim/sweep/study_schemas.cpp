// SPDX-License-Identifier: Apache-2.0
#include "sweep/study_schemas.h"

#include "output/run_report.h"
#include "sweep/study.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

Json list_of(Json items, std::size_t least = 0) {
  Json list = {{"type", "array"}, {"items", std::move(items)}};
  if (least > 0) list["minItems"] = least;
  return list;
}

/// A list of values, a range, or alternatives by their names.
Json axis_schema() {
  const Json number = {{"type", "number"}, {"minimum", 0}};
  Json ways = Json::array();
  ways.push_back({{"type", "array"}, {"minItems", 1}});
  ways.push_back({{"type", "object"},
                  {"properties", {{"from", number}, {"to", number}, {"step", number}, {"factor", number}}},
                  {"required", {"from", "to"}},
                  {"additionalProperties", false}});
  ways.push_back({{"type", "object"},
                  {"minProperties", 1},
                  {"not", {{"required", {"from"}}}},
                  {"additionalProperties", {{"type", {"object", "null"}}}}});
  return {{"anyOf", ways}};
}

Json study_schema() {
  Json schema = schema_of(Study());
  Json& properties = schema["properties"];
  const Json expression = {{"type", {"string", "number"}}};
  const auto refine = [&](const char* key, const Json& more) { properties[key].update(more); };
  refine("vary", {{"additionalProperties", axis_schema()}});
  refine("zip", list_of(list_of({{"type", "string"}}, 2)));
  for (const char* key : {"exclude", "constraints"}) refine(key, list_of(expression));
  refine("derive", {{"additionalProperties", expression}});
  Json named = {{"type", "object"},
                {"required", {"name", "workload"}},
                {"properties", {{"name", {{"type", "string"}}}, {"workload", {{"type", {"string", "object"}}}}}},
                {"additionalProperties", false}};
  refine("workloads", list_of({{"anyOf", {{{"type", "string"}}, named}}}, 1));
  Json objective = {{"type", "object"},
                    {"minProperties", 1},
                    {"maxProperties", 1},
                    {"additionalProperties", false},
                    {"properties", Json::object()}};
  for (const char* direction : {"minimise", "minimize", "maximise", "maximize"})
    objective["properties"][direction] = expression;
  refine("objectives", list_of(objective, 1));
  Json metric = {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}, {"additionalProperties", expression}};
  refine("metrics", list_of({{"anyOf", {expression, metric}}}));
  Json reports = Json::array();
  for (const ReportEntry& report : run_reports().entries()) reports.push_back(report.name);
  refine("keep", list_of({{"enum", reports}}));
  const Json search = properties["search"];
  properties["search"] = {{"anyOf", {search, search["properties"]["method"]}}};
  schema["required"] = {"base"};
  return schema;
}

}  // namespace

std::vector<SchemaKind> study_schemas() {
  return {{"study", "a study of `gantry sweep`", schema_text("Gantry study", study_schema())}};
}

std::vector<KeySection> study_key_tables() { return {key_section("exploration.md", "Keys of a study", Study())}; }

}  // namespace gantry
