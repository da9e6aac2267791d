// SPDX-License-Identifier: Apache-2.0
#include "regress/stored_values.h"

#include <filesystem>
#include <system_error>

#include "result/output_names.h"
#include "text/text_file.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostLines = std::uint64_t{1} << 48;

class StoredReader {
 public:
  explicit StoredReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  StoredValues read(const YamlNode& document) {
    StoredValues values;
    MapReader map(document, "", diagnostics_);
    std::string schema;
    if (!map.text("schema", schema) || schema != kStoredSchema)
      map.error("schema", "must be " + std::string(kStoredSchema) + ": this is no file of `gantry regress --update`");
    each(map.find("cases"), "cases", [&](const std::string& name, const YamlNode& node) {
      values.emplace(name, read_case(node, "cases." + name));
    });
    map.finish();
    return values;
  }

 private:
  template <class Visit>
  void each(const YamlNode* node, const std::string& what, const Visit& visit) {
    if (node == nullptr) return;
    const MapReader map(*node, what, diagnostics_);
    for (std::size_t i = 0; node->is_map() && i + 1 < node->items.size(); i += 2)
      visit(node->items[i].text, node->items[i + 1]);
  }

  StoredCase read_case(const YamlNode& node, const std::string& what) {
    StoredCase one;
    MapReader map(node, what, diagnostics_);
    std::uint32_t exit = 0;
    if (map.integer("exit", exit, 0, 2)) one.exit = exit;
    each(map.find("metrics"), what + ".metrics", [&](const std::string& name, const YamlNode& value) {
      const auto number =
          value.is_scalar() && !value.quoted ? nlohmann::json::parse(value.text, nullptr, false) : nlohmann::json();
      if (!number.is_number())
        diagnostics_.error(value.where(),
                           what + ".metrics." + name + " must be a number, not " + describe_unquoted(value));
      one.metrics.emplace(name, number);
    });
    each(map.find("tables"), what + ".tables", [&](const std::string& name, const YamlNode& value) {
      TableDigest table;
      MapReader digest(value, what + ".tables." + name, diagnostics_);
      const bool whole = digest.integer("lines", table.lines, 0, kMostLines) && digest.text("sha256", table.sha256);
      if (!whole) diagnostics_.error(value.where(), what + ".tables." + name + " must have lines and sha256");
      digest.text("parts", table.parts);
      digest.finish();
      one.tables.emplace(name, std::move(table));
    });
    map.finish();
    return one;
  }

  Diagnostics& diagnostics_;
};

}  // namespace

Json stored_json(const StoredCase& one) {
  Json json = Json::object();
  if (one.exit) json["exit"] = *one.exit;
  for (const auto& [name, value] : one.metrics) json["metrics"][name] = value;
  for (const auto& [file, table] : one.tables)
    json["tables"][file] = {{"lines", table.lines}, {"sha256", table.sha256}, {"parts", table.parts}};
  return json;
}

StoredCase stored_case(const nlohmann::json& json) {
  StoredCase one;
  const nlohmann::json none = nlohmann::json::object();
  const auto part = [&](const char* key) -> const nlohmann::json& { return json.contains(key) ? json[key] : none; };
  if (json.contains("exit")) one.exit = json["exit"];
  for (const auto& [name, value] : part("metrics").items()) one.metrics.emplace(name, value);
  for (const auto& [file, table] : part("tables").items())
    one.tables.emplace(file, TableDigest{table["lines"], table["sha256"], table["parts"]});
  return one;
}

std::string stored_text(const StoredValues& values, const std::vector<std::string>& order) {
  Json cases = Json::object();
  for (const std::string& name : order) {
    const auto found = values.find(name);
    if (found != values.end()) cases[name] = stored_json(found->second);
  }
  const Json all = {{"schema", kStoredSchema}, {"cases", std::move(cases)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<StoredValues> read_stored(const std::string& path, Diagnostics& diagnostics) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return StoredValues{};
  const std::size_t before = diagnostics.size();
  const auto text = read_text_file(path, diagnostics);
  const auto document = text ? parse_yaml(*text, path, diagnostics) : std::nullopt;
  if (!document) return std::nullopt;
  StoredValues values = StoredReader(diagnostics).read(*document);
  if (diagnostics.size() != before) return std::nullopt;
  return values;
}

}  // namespace gantry
