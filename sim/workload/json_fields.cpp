// SPDX-License-Identifier: Apache-2.0
#include "workload/json_fields.h"

#include "text/yaml_reader.h"

namespace gantry {

const YamlNode* JsonFields::find(const YamlNode& parent, const char* key) {
  const YamlNode* found = parent.is_map() ? parent.find(key) : nullptr;
  if (found == nullptr) {
    error(parent, parent.is_map() ? std::string("the key `") + key + "` is missing here"
                                  : "a map of keys is needed here, not " + describe(parent));
  }
  return found;
}

const YamlNode* JsonFields::map(const YamlNode& parent, const char* key) {
  const YamlNode* found = find(parent, key);
  if (found == nullptr || found->is_map()) return found;
  error(*found, std::string(key) + " must be a map, not " + describe(*found));
  return nullptr;
}

const YamlNode* JsonFields::list(const YamlNode& parent, const char* key, bool optional) {
  if (optional && parent.is_map() && parent.find(key) == nullptr) return nullptr;
  const YamlNode* found = find(parent, key);
  if (found == nullptr || found->is_sequence()) return found;
  error(*found, std::string(key) + " must be a list, not " + describe(*found));
  return nullptr;
}

std::optional<std::string> JsonFields::text(const YamlNode& parent, const char* key) {
  const YamlNode* found = find(parent, key);
  return found == nullptr ? std::nullopt : read_text(*found, key, diagnostics_);
}

std::optional<Decimal> JsonFields::number(const YamlNode& parent, const char* key) {
  const YamlNode* found = find(parent, key);
  if (found == nullptr) return std::nullopt;
  const auto value = found->is_scalar() && !found->quoted ? parse_decimal(found->text) : std::nullopt;
  if (!value) error(*found, std::string(key) + " must be a number that is not negative, not " + describe(*found));
  return value;
}

std::optional<Decimal> JsonFields::number_if_given(const YamlNode& parent, const char* key) {
  const YamlNode* found = parent.is_map() ? parent.find(key) : nullptr;
  return found == nullptr || found->is_null() ? std::nullopt : number(parent, key);
}

}  // namespace gantry
