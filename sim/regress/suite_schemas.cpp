// SPDX-License-Identifier: Apache-2.0
#include "regress/suite_schemas.h"

#include "regress/suite.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

/// A list of texts, and of maps that say more of one.
Json named_list(const Json& more) {
  const Json map = {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}, {"additionalProperties", more}};
  return {{"type", "array"}, {"items", {{"anyOf", {{{"type", "string"}}, map}}}}};
}

void refine_terms(Json& properties) {
  const Json tolerance = {
      {"anyOf", {{{"type", "number"}, {"minimum", 0}}, {{"type", "string"}, {"pattern", "^([0-9.]+%?|exact)$"}}}}};
  properties["metrics"].update(named_list(tolerance));
  properties["tables"].update(named_list({{"type", "string"}}));
}

Json suite_schema() {
  Json schema = schema_of(Suite());
  refine_terms(schema["properties"]["defaults"]["properties"]);
  Json& one = schema["properties"]["cases"]["items"];
  refine_terms(one["properties"]);
  Json ways = Json::array();
  for (const char* key : {"experiment", "study", "stimulus", "stimuli"}) ways.push_back({{"required", {key}}});
  one["oneOf"] = ways;
  schema["required"] = {"cases"};
  return schema;
}

}  // namespace

std::vector<SchemaKind> suite_schemas() {
  return {{"suite", "a suite of `gantry regress`", schema_text("Gantry suite", suite_schema())}};
}

std::vector<KeySection> suite_key_tables() { return {key_section("regression.md", "Keys of a suite", Suite())}; }

}  // namespace gantry
