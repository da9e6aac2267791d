// SPDX-License-Identifier: Apache-2.0
#include "result/result_schema.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace gantry {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kDraft = "http://json-schema.org/draft-07/schema#";

std::string described(const ResultLine& line) {
  std::string text(line.meaning);
  if (!line.unit.empty()) text = std::string(line.unit) + (text.empty() ? "" : ": " + text);
  return text;
}

Json or_null(Json type) {
  if (!type.contains("type") || !type["type"].is_string()) {
    return {{"anyOf", Json::array({std::move(type), {{"type", "null"}}})}};
  }
  type["type"] = Json::array({type["type"], "null"});
  return type;
}

/// `inner` for the value at `a.b.c`, each of which has to be there.
Json at_path(std::string_view path, Json inner) {
  const std::size_t dot = path.find('.');
  const std::string name(path.substr(0, dot));
  if (dot != std::string_view::npos) inner = at_path(path.substr(dot + 1), std::move(inner));
  return {{"required", Json::array({name})}, {"properties", {{name, std::move(inner)}}}};
}

}  // namespace

struct ResultSchema::Document {
  enum class Kind : std::uint8_t { object, list, map };
  struct Open {
    Kind kind = Kind::object;
    std::string name;
    std::string meaning;
    bool required = true;
    bool null = false;
    std::size_t least = 0;  ///< items of a list
    Json properties = Json::object();
    Json required_names = Json::array();
    Json conditions = Json::array();
    Json additional = false;  ///< of a map: what its entries are
  };
  struct Group {
    Json names = Json::array();   ///< that are all there, or all left out
    Json others = Json::array();  ///< that may be there if those are
    MissingWhere where;
  };

  void add(const ResultLine& line, Json type) {
    const std::string text = described(line);
    if (!text.empty()) type["description"] = text;
    Open& in = open.back();
    if (null) type = or_null(std::move(type));
    const std::string name(line.name);
    if (group) {
      (required ? group->names : group->others).push_back(name);
    } else if (required) {
      in.required_names.push_back(name);
    }
    in.properties[name] = std::move(type);
    required = true;
    null = false;
  }
  void push(Kind kind, const ResultLine& line) {
    Open& in = open.emplace_back();
    in.kind = kind;
    in.name = line.name;
    in.meaning = described(line);
    in.required = std::exchange(required, true);
    in.null = std::exchange(null, false);
    groups.push_back(std::exchange(group, std::nullopt));
  }
  static Json object(Open& done) {
    Json type = {{"type", "object"}};
    if (!done.required_names.empty()) type["required"] = std::move(done.required_names);
    if (!done.properties.empty()) type["properties"] = std::move(done.properties);
    type["additionalProperties"] = std::move(done.additional);
    if (!done.conditions.empty()) type["allOf"] = std::move(done.conditions);
    return type;
  }
  Open pop() {
    Open done = std::move(open.back());
    open.pop_back();
    group = std::move(groups.back());
    groups.pop_back();
    required = done.required;
    null = done.null;
    return done;
  }
  /// A condition on the object that is open, as one on the whole file.
  [[nodiscard]] Json from_root(Json inner) const {
    for (auto at = open.rbegin(); at + 1 != open.rend(); ++at) {
      if (at->kind == Kind::list) inner = {{"items", std::move(inner)}};
      inner = {{"properties", {{at->name, std::move(inner)}}}};
    }
    return inner;
  }

  std::vector<Open> open = std::vector<Open>(1);  ///< the file's object first
  std::optional<Group> group;                     ///< of the open object
  std::vector<std::optional<Group>> groups;       ///< of the objects around it
  bool required = true;                           ///< of what is described next
  bool null = false;
  Json else_ = Json::object();  ///< what is required unless `where` says that it may be missing
  MissingWhere where;
};

ResultSchema::ResultSchema() : document_(std::make_unique<Document>()) {}

ResultSchema::~ResultSchema() = default;

std::string ResultSchema::text(const std::string& title) {
  Document& in = *document_;
  Json schema = {{"$schema", kDraft}, {"title", title}};
  schema.update(Document::object(in.open.front()));
  if (!in.else_.empty()) {
    schema["if"] = at_path(in.where.path, {{"not", {{"pattern", '^' + std::string(in.where.prefix)}}}});
    schema["else"] = in.else_;
  }
  return schema.dump(2) + '\n';
}

void ResultSchema::on_constant(const ResultLine& line, std::string_view value) {
  document_->add(line, {{"const", std::string(value)}});
}

void ResultSchema::on_count(const ResultLine& line, std::uint64_t& /*value*/, CountRange range) {
  Json type = {{"type", "integer"}, {"minimum", range.min}};
  if (range.max < std::numeric_limits<std::uint32_t>::max()) type["maximum"] = range.max;
  document_->add(line, std::move(type));
}

void ResultSchema::on_number(const ResultLine& line, double& /*value*/, NumberRange range) {
  Json type = {{"type", "number"}};
  if (!std::isinf(range.min)) type["minimum"] = range.min;
  if (!std::isinf(range.max)) type["maximum"] = range.max;
  document_->add(line, std::move(type));
}

void ResultSchema::on_interval(const ResultLine& line, std::array<double, 2>& /*value*/) {
  document_->add(
      line, {{"type", "array"}, {"items", {{"type", "number"}, {"minimum", 0}}}, {"minItems", 2}, {"maxItems", 2}});
}

void ResultSchema::on_text(const ResultLine& line, std::string& /*value*/, const char* pattern) {
  Json type = {{"type", "string"}};
  if (*pattern != '\0') type["pattern"] = '^' + std::string(pattern) + '$';
  document_->add(line, std::move(type));
}

void ResultSchema::on_flag(const ResultLine& line, bool& /*value*/) { document_->add(line, {{"type", "boolean"}}); }

void ResultSchema::on_choice(const ResultLine& line, std::size_t& /*at*/, const ResultWords& words) {
  document_->add(line, {{"enum", words}});
}

void ResultSchema::on_numbers(const ResultLine& line, std::vector<std::uint64_t>& /*value*/) {
  document_->add(line, {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}});
}

void ResultSchema::on_texts(const ResultLine& line, std::vector<std::string>& /*value*/, bool each_once) {
  Json type = {{"type", "array"}, {"items", {{"type", "string"}}}};
  if (each_once) type["uniqueItems"] = true;
  document_->add(line, std::move(type));
}

void ResultSchema::on_named_counts(const ResultLine& line, NamedCounts& /*values*/, std::string_view /*all*/) {
  document_->add(line, {{"type", "object"}, {"additionalProperties", {{"type", "integer"}, {"minimum", 0}}}});
}

bool ResultSchema::begin_optional(std::string_view /*name*/, Absence absence, bool /*there*/) {
  if (absence == Absence::left_out) document_->required = false;
  if (absence == Absence::null) document_->null = true;
  return true;
}

bool ResultSchema::begin_group(std::string_view /*first*/, bool /*there*/, const MissingWhere& where) {
  document_->group = Document::Group{Json::array(), Json::array(), where};
  return true;
}

void ResultSchema::end_group() {
  Document& in = *document_;
  const Document::Group group = *std::exchange(in.group, std::nullopt);
  Json none = Json::object();
  for (const Json* names : {&group.names, &group.others}) {
    for (const Json& name : *names) none[name.get<std::string>()] = false;
  }
  in.open.back().conditions.push_back(
      {{"anyOf", Json::array({{{"required", group.names}}, {{"properties", std::move(none)}}})}});
  if (group.where.path.empty()) return;
  in.where = group.where;
  in.else_.merge_patch(in.from_root({{"required", group.names}}));
}

void ResultSchema::begin_section(const ResultLine& line) { document_->push(Document::Kind::object, line); }

void ResultSchema::end_section() {
  Document& in = *document_;
  Document::Open done = in.pop();
  const std::string meaning = std::move(done.meaning);
  const std::string name = done.name;
  Json type = Document::object(done);
  // The entry of a map.
  if (in.open.back().kind == Document::Kind::map) {
    in.open.back().additional = std::move(type);
    return;
  }
  in.add({name, {}, meaning}, std::move(type));
}

std::size_t ResultSchema::begin_list(const ResultLine& line, std::size_t /*items*/, std::size_t least) {
  document_->push(Document::Kind::list, line);
  document_->open.back().least = least;
  return 1;
}

void ResultSchema::begin_item(std::size_t /*number*/) {}

void ResultSchema::end_list() {
  Document& in = *document_;
  Document::Open done = in.pop();
  const std::string meaning = std::move(done.meaning);
  const std::string name = done.name;
  Json type = {{"type", "array"}};
  if (done.least > 0) type["minItems"] = done.least;
  type["items"] = Document::object(done);
  in.add({name, {}, meaning}, std::move(type));
}

std::size_t ResultSchema::begin_map(const ResultLine& line, std::size_t /*entries*/) {
  document_->push(Document::Kind::map, line);
  return 1;
}

void ResultSchema::begin_entry(std::size_t /*number*/, std::string& /*key*/, std::string_view all) {
  document_->push(Document::Kind::object, {all, {}, {}});
}

}  // namespace gantry
