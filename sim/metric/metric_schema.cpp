// SPDX-License-Identifier: Apache-2.0
#include "metric/metric_schema.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "text/yaml_reader.h"

namespace gantry {
namespace {

using Json = nlohmann::json;

/// The definition that a schema refers to, or itself.
const Json& resolved(const Json& schema, const Json& root) {
  const Json* node = &schema;
  while (node->is_object() && node->contains("$ref"))
    node = &root.at(Json::json_pointer((*node)["$ref"].get<std::string>().substr(1)));
  return *node;
}

bool says_type(const Json& schema, std::string_view type) {
  if (!schema.contains("type")) return false;
  const Json& types = schema["type"];
  return types.is_array() ? std::any_of(types.begin(), types.end(), [type](const Json& one) { return one == type; })
                          : types == type;
}

/// Whether the schema allows a number, or says nothing about the type.
bool may_be_number(const Json& schema) {
  if (schema.contains("const")) return schema["const"].is_number();
  if (schema.contains("enum")) return false;
  return !schema.contains("type") || says_type(schema, "number") || says_type(schema, "integer");
}

/// Recursive, because the depth of a schema is that of a summary.
std::optional<Diagnostic> fault_below(const Json& given, const Json& root, const MetricPath& path, std::size_t at,
                                      const std::string& whose) {
  const Json& schema = resolved(given, root);
  if (!schema.is_object()) return std::nullopt;
  const bool choices_only = !schema.contains("properties") && !schema.contains("type");
  if (choices_only && schema.contains("allOf")) return std::nullopt;
  for (const char* choice : {"anyOf", "oneOf"}) {
    if (!choices_only || !schema.contains(choice)) continue;
    std::optional<Diagnostic> fault;
    for (const Json& one : schema[choice]) {
      fault = fault_below(one, root, path, at, whose);
      if (!fault) break;
    }
    return fault;
  }
  if (at == path.size()) {
    if (may_be_number(schema)) return std::nullopt;
    return Diagnostic{{"", 0, path.back().column}, in_quotes(path.back().text) + " in " + whose + " is no number"};
  }
  const MetricStep& step = path[at];
  const bool is_object = schema.contains("properties") || says_type(schema, "object");
  if (!is_object && says_type(schema, "array")) {
    return schema.contains("items") ? fault_below(schema["items"], root, path, at + 1, whose) : std::nullopt;
  }
  if (!is_object && !schema.contains("type")) return std::nullopt;
  if (!is_object)
    return Diagnostic{{"", 0, step.column},
                      in_quotes(step.text) + " in " + whose + ": that is a value and has no parts"};
  const Json none = Json::object();
  const Json& properties = schema.contains("properties") ? schema["properties"] : none;
  if (properties.contains(step.text)) return fault_below(properties[step.text], root, path, at + 1, whose);
  if (!schema.contains("additionalProperties") || schema["additionalProperties"] == true) return std::nullopt;
  if (schema["additionalProperties"].is_object())
    return fault_below(schema["additionalProperties"], root, path, at + 1, whose);
  std::vector<std::string_view> names;
  for (const auto& [name, value] : properties.items()) names.push_back(name);
  const std::string meant = meant_metric(step.text, names);
  return Diagnostic{{"", 0, step.column},
                    "unknown metric: " + in_quotes(step.text) + " in " + whose + ": there is none" +
                        (meant.empty() ? " (expected " + in_short(alternatives(names), 200) + ')' : meant)};
}

}  // namespace

std::optional<Diagnostic> metric_fault(const Json& schema, const MetricPath& path, const std::string& whose) {
  return fault_below(schema, schema, path, 0, whose);
}

}  // namespace gantry
