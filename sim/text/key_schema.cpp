// SPDX-License-Identifier: Apache-2.0
#include "text/key_schema.h"

#include <utility>

#include "gantry/base/speed.h"

namespace gantry {

KeySchema::KeySchema(bool times) : times_(times) { open_.push_back({"", "", false, empty_map()}); }

nlohmann::ordered_json KeySchema::take() { return std::move(open_.front().map); }

nlohmann::ordered_json KeySchema::empty_map() {
  return {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
}

void KeySchema::add(const Key& key, Json type) {
  std::string meaning(key.meaning);
  if (!key.unit.empty()) meaning = std::string(key.unit) + ": " + meaning;
  type["description"] = std::move(meaning);
  open_.back().map["properties"][std::string(key.name)] = std::move(type);
}

KeySchema::Json KeySchema::or_auto(Json type) {
  return {{"anyOf", Json::array({std::move(type), {{"const", std::string(kAutomaticWord)}}})}};
}

KeySchema::Json KeySchema::or_time(const Key& key, Json type) const {
  if (!times_ || key.unit != "cycles") return type;
  const Json time = {{"type", "string"}, {"pattern", "^([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)? ?[nu]s$"}};
  return {{"anyOf", Json::array({std::move(type), time})}};
}

void KeySchema::on_number(const Key& key, std::uint64_t& value, KeyRange range) {
  Json type = or_time(key, {{"type", "integer"}, {"minimum", range.min}, {"maximum", range.max}});
  if (key.automatic) type = or_auto(std::move(type));
  const bool automatic = key.automatic && value == kAutomatic;
  if (key.otherwise == kRequired) {
    open_.back().map["required"].push_back(std::string(key.name));
  } else {
    type["default"] = automatic ? Json(std::string(kAutomaticWord)) : Json(value);
  }
  add(key, std::move(type));
}

void KeySchema::on_optional_number(const Key& key, std::optional<std::uint64_t>& /*value*/, KeyRange range) {
  add(key, or_auto(or_time(key, {{"type", "integer"}, {"minimum", range.min}, {"maximum", range.max}})));
}

void KeySchema::on_flag(const Key& key, bool& value) { add(key, {{"type", "boolean"}, {"default", value}}); }

void KeySchema::on_text(const Key& key, std::string& value) {
  // A name may look like a number: our reader takes it as it is written.
  Json type = {{"type", {"string", "number"}}};
  if (!value.empty()) type["default"] = value;
  add(key, std::move(type));
}

void KeySchema::on_choice(const Key& key, std::size_t& at, const KeyNames& words) {
  Json values = Json::array();
  const auto as_written = [](std::string_view word) {
    const bool number = word.find_first_not_of("0123456789") == std::string_view::npos;
    if (word == "true" || word == "false") return Json(word == "true");
    return number ? Json(std::stoull(std::string(word))) : Json(std::string(word));
  };
  for (const std::string_view word : words) values.push_back(as_written(word));
  if (key.otherwise == kRequired) {
    open_.back().map["required"].push_back(std::string(key.name));
    return add(key, {{"enum", values}});
  }
  add(key, {{"enum", values}, {"default", as_written(words[at])}});
}

void KeySchema::on_name(const Key& key, std::string& value, const KeyNames& known, std::string_view /*kind*/) {
  Json values = Json::array();
  for (const std::string_view name : known) values.push_back(std::string(name));
  add(key, {{"enum", values}, {"default", value}});
}

void KeySchema::on_decimal(const Key& key, Speed& value) {
  add(key, {{"type", "number"},
            {"minimum", 0.000001},
            {"maximum", 1000000},
            {"default", static_cast<double>(value.millionths) / 1e6}});
}

void KeySchema::on_numbers(const Key& key, std::vector<std::uint32_t>& /*value*/, KeyRange range) {
  const Json item = {{"type", "integer"}, {"minimum", range.min}, {"maximum", range.max}};
  add(key, or_auto({{"type", {"array", "null"}}, {"items", item}}));
}

void KeySchema::on_window(const Key& key, const KeyWindow& window) {
  const Json cycle = {{"type", "integer"}, {"minimum", 0}, {"maximum", window.latest}};
  Json keys = {{"from", cycle}, {"to", cycle}};
  if (window.max_bytes != nullptr) {
    keys["max_bytes"] = {{"type", "integer"},
                         {"minimum", window.bytes.min},
                         {"maximum", window.bytes.max},
                         {"default", window.usual_bytes}};
  }
  const Json map = {{"type", "object"}, {"properties", std::move(keys)}, {"additionalProperties", false}};
  add(key, {{"anyOf", {{{"type", "boolean"}}, map}}, {"default", window.on}});
}

KeySchema::Json KeySchema::map_of(const KeyForm& form) {
  Json map = empty_map();
  if (form.least_keys > 0) map["minProperties"] = form.least_keys;
  for (const FormKey& key : form.keys) {
    Json type = {{"type", "integer"}, {"minimum", key.range.min}, {"maximum", key.range.max}};
    if (key.kind == FormKey::Kind::pair) type = {{"type", "array"}, {"items", type}, {"minItems", 2}, {"maxItems", 2}};
    if (key.kind == FormKey::Kind::share) type = {{"type", "number"}, {"minimum", 0.000001}, {"maximum", 1}};
    type["description"] = std::string(key.meaning);
    map["properties"][std::string(key.name)] = std::move(type);
    if (key.required) map["required"].push_back(std::string(key.name));
  }
  return map;
}

void KeySchema::on_form(const Key& key, const KeyForm& form) {
  Json types = Json::array();
  for (const std::string_view type : form.types) types.push_back(std::string(type));
  Json type = {{"type", types.size() == 1 ? types.front() : types}};
  if (form.keys.size() > 0) {
    Json map = map_of(form);
    for (const std::string_view kind : form.types) {
      if (kind == "array") type["items"] = map;
      // In addition to other types, because these constraints apply only to maps.
      if (kind != "object") continue;
      for (const auto& [word, value] : map.items()) {
        if (word != "type") type[word] = value;
      }
    }
  }
  add(key, std::move(type));
  if (form.required) open_.back().map["required"].push_back(std::string(key.name));
}

bool KeySchema::begin_section(const Key& key) {
  open_.push_back({std::string(key.name), std::string(key.meaning), false, empty_map()});
  return true;
}

void KeySchema::end_section() {
  Open done = std::move(open_.back());
  open_.pop_back();
  Json type;
  if (done.list) {
    type = {{"type", "array"}, {"minItems", 1}, {"items", std::move(done.map)}};
    open_.back().map["required"].push_back(done.name);
  } else {
    type = std::move(done.map);
    type["type"] = {"object", "null"};  // an empty section is one with all defaults
  }
  type["description"] = done.meaning;
  open_.back().map["properties"][done.name] = std::move(type);
}

std::size_t KeySchema::begin_list(const Key& key, std::size_t /*items*/, std::string_view /*item*/) {
  open_.push_back({std::string(key.name), std::string(key.meaning), true, empty_map()});
  return 1;
}

bool KeySchema::begin_item(std::size_t /*number*/) { return true; }

}  // namespace gantry
