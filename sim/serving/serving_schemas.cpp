// SPDX-License-Identifier: Apache-2.0
#include "serving/serving_schemas.h"

#include "serving/serving_keys.h"

namespace gantry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostAmount = 1000000000000000;

Json number(std::uint64_t least, std::uint64_t most) { return {{"minimum", least}, {"maximum", most}}; }

/// Ranges of keys with a form of their own: of a decision ...
void bound_decision(Json& keys) {
  const Json count = {{"anyOf", {{{"type", "integer"}, {"minimum", 1}, {"maximum", 1000000}}, {{"const", "auto"}}}}};
  const Json compute = {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", kMostAmount}};
  keys["rated"].update({{"minProperties", 1},
                        {"properties", {{"count", count}, {"compute", compute}}},
                        {"additionalProperties", false},
                        {"if", {{"required", {"count"}}, {"properties", {{"count", {{"const", "auto"}}}}}}},
                        {"then", {{"required", {"compute"}}}}});
  for (const char* factor : {"a", "b"}) keys[factor].update(number(0, 1000));
}

/// ... and of a node of the decision.
void bound_node(Json& keys) {
  keys["weight"].update({{"exclusiveMinimum", 0}, {"maximum", kMostAmount}});
  keys["compute"].update(number(0, kMostAmount));
}

Json serving_schema() {
  Json schema = schema_of(ServingExperiment());
  schema["properties"]["provenance"] = {{"type", "object"}};
  schema["required"] = {"serving"};
  Json& serving = schema["properties"]["serving"]["properties"];
  bound_decision(serving["scheduler"]["properties"]);
  bound_node(serving["nodes"]["items"]["properties"]);
  return schema;
}

Json selection_schema() {
  Json schema = schema_of(SelectionRequest());
  bound_decision(schema["properties"]);
  Json& node = schema["properties"]["nodes"]["items"]["properties"];
  bound_node(node);
  node["pending"].update(number(0, kMaxPending));
  return schema;
}

}  // namespace

std::vector<SchemaKind> serving_schemas() {
  return {
      {"serving", "an experiment with the key `serving`", schema_text("Gantry serving experiment", serving_schema())},
      {"selection", "a file of `gantry select`", schema_text("Gantry selection", selection_schema())}};
}

std::vector<KeySection> serving_key_tables() {
  KeySection experiment = key_section("serving.md", "The experiment", ServingExperiment());
  leave_out(experiment, "serving.interconnect.");
  return {experiment, key_section("serving.md", "Keys of `gantry select`", SelectionRequest())};
}

}  // namespace gantry
