// SPDX-License-Identifier: Apache-2.0
#include "result/result_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <utility>

#include "result/json_file.h"
#include "text/yaml_reader.h"

namespace gantry {

using Json = nlohmann::ordered_json;

struct ResultReader::Document {
  /// An object or a list that is being read.
  struct Open {
    const Json* value = nullptr;          ///< nullptr: it is not there, which has been reported
    std::string where;                    ///< its path; of the file's object empty
    std::vector<std::string> known = {};  ///< keys that were described
    bool any_key = false;                 ///< of a map: its keys are names
  };

  Document(std::string file, Diagnostics& to) : path(std::move(file)), problems(to) {}

  void fault(const std::string& what) { problems.error({path, 1, 1}, what); }
  [[nodiscard]] std::string where(std::string_view name) const {
    const std::string& in = open.back().where;
    return in.empty() ? std::string(name) : in + '.' + std::string(name);
  }
  /// The value of a key; nullptr if it is not there.
  const Json* find(std::string_view name) {
    Open& in = open.back();
    in.known.emplace_back(name);
    if (in.value == nullptr) return nullptr;
    const auto at = in.value->find(std::string(name));
    return at == in.value->end() ? nullptr : &*at;
  }
  /// The same, reported unless it is there and `is_right`.
  template <class IsRight>
  const Json* take(std::string_view name, const std::string& right, IsRight&& is_right) {
    const bool silent = open.back().value == nullptr;
    const Json* value = find(name);
    if (value != nullptr && is_right(*value)) return value;
    if (!silent)
      fault(where(name) + (value == nullptr ? " is missing" : " is " + told(*value)) + " (expected " + right + ')');
    return nullptr;
  }
  /// A number as it is written, of others what they are.
  static std::string told(const Json& value) { return value.is_number() ? value.dump() : value.type_name(); }
  void push(const Json* value, std::string where) { open.push_back({value, std::move(where)}); }
  void report_unknown() const;

  std::string path;
  Diagnostics& problems;
  Json root;
  std::vector<Open> open;
  /// Groups that are left out, by one of their keys, and where they may be.
  std::vector<std::pair<std::string, MissingWhere>> left_out;
};

void ResultReader::Document::report_unknown() const {
  const Open& in = open.back();
  if (in.value == nullptr || in.any_key) return;
  for (const auto& [key, value] : in.value->items()) {
    if (std::find(in.known.begin(), in.known.end(), key) != in.known.end()) continue;
    problems.error({path, 1, 1},
                   where(key) + " is unknown" + did_you_mean(key, ResultWords(in.known.begin(), in.known.end())));
  }
}

ResultReader::ResultReader(const std::string& path, Diagnostics& problems)
    : document_(std::make_unique<Document>(path, problems)) {
  auto root = parse_ordered_json(path, problems);
  if (root && !root->is_object()) {
    document_->fault(std::string("is ") + root->type_name() + " (expected an object)");
    root.reset();
  }
  if (root) document_->root = std::move(*root);
  document_->push(root ? &document_->root : nullptr, "");
}

ResultReader::~ResultReader() = default;

void ResultReader::finish() {
  Document& in = *document_;
  in.report_unknown();
  if (in.open.front().value == nullptr) return;
  for (const auto& [key, where] : in.left_out) {
    const Json* at = &in.root;
    for (std::string_view path = where.path; at != nullptr && !path.empty();) {
      const std::size_t dot = std::min(path.find('.'), path.size());
      const auto found = at->is_object() ? at->find(std::string(path.substr(0, dot))) : at->end();
      at = at->is_object() && found != at->end() ? &*found : nullptr;
      path.remove_prefix(std::min(dot + 1, path.size()));
    }
    const bool may_be = at != nullptr && at->is_string() &&
                        at->get_ref<const std::string&>().compare(0, where.prefix.size(), where.prefix) != 0;
    if (!may_be) in.fault(key + " is missing");
  }
}

void ResultReader::on_constant(const ResultLine& line, std::string_view value) {
  Document& in = *document_;
  const Json* text = in.take(line.name, "a string", [](const Json& json) { return json.is_string(); });
  if (text == nullptr || text->get_ref<const std::string&>() == value) return;
  in.fault("unknown " + std::string(line.name) + " (expected \"" + std::string(value) + "\")");
  in.open.back().value = nullptr;  // every other key would be missing
}

void ResultReader::on_count(const ResultLine& line, std::uint64_t& value, CountRange range) {
  std::string right = "a whole number from " + std::to_string(range.min);
  if (range.max != CountRange().max) right += " to " + std::to_string(range.max);
  const Json* number = document_->take(line.name, right, [&](const Json& json) {
    return json.is_number_unsigned() && json.get<std::uint64_t>() >= range.min &&
           json.get<std::uint64_t>() <= range.max;
  });
  value = number == nullptr ? range.min : number->get<std::uint64_t>();
}

void ResultReader::on_number(const ResultLine& line, double& value, NumberRange range) {
  std::string right = "a number";
  if (!std::isinf(range.min)) right += fmt::format(" from {}", range.min);
  if (!std::isinf(range.max)) right += fmt::format(" to {}", range.max);
  const Json* number = document_->take(line.name, right, [&](const Json& json) {
    return json.is_number() && json.get<double>() >= range.min && json.get<double>() <= range.max;
  });
  value = number == nullptr ? 0.0 : number->get<double>();
}

void ResultReader::on_interval(const ResultLine& line, std::array<double, 2>& value) {
  const auto is_number = [](const Json& json) { return json.is_number() && json.get<double>() >= 0.0; };
  const Json* list = document_->take(line.name, "a list of two numbers from 0", [&](const Json& json) {
    return json.is_array() && json.size() == 2 && is_number(json[0]) && is_number(json[1]);
  });
  value = {};
  if (list != nullptr) value = {(*list)[0].get<double>(), (*list)[1].get<double>()};
}

void ResultReader::on_text(const ResultLine& line, std::string& value, const char* pattern) {
  const bool any = *pattern == '\0';
  const Json* text =
      document_->take(line.name, any ? "a string" : std::string("a string like ") + pattern, [&](const Json& json) {
        return json.is_string() && (any || std::regex_match(json.get_ref<const std::string&>(), std::regex(pattern)));
      });
  value = text == nullptr ? "" : text->get<std::string>();
}

void ResultReader::on_flag(const ResultLine& line, bool& value) {
  const Json* flag = document_->take(line.name, "true or false", [](const Json& json) { return json.is_boolean(); });
  value = flag != nullptr && flag->get<bool>();
}

void ResultReader::on_choice(const ResultLine& line, std::size_t& at, const ResultWords& words) {
  at = 0;
  Document& in = *document_;
  const Json* text = in.take(line.name, "a string", [](const Json& json) { return json.is_string(); });
  if (text == nullptr) return;
  const auto word = std::find(words.begin(), words.end(), text->get_ref<const std::string&>());
  if (word == words.end()) {
    in.fault(in.where(line.name) + " is unknown (expected " + alternatives(words) + ')');
  } else {
    at = static_cast<std::size_t>(word - words.begin());
  }
}

void ResultReader::on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) {
  const Json* list = document_->take(line.name, "a list of whole numbers from 0", [](const Json& json) {
    return json.is_array() &&
           std::all_of(json.begin(), json.end(), [](const Json& one) { return one.is_number_unsigned(); });
  });
  value = list == nullptr ? std::vector<std::uint64_t>() : list->get<std::vector<std::uint64_t>>();
}

void ResultReader::on_texts(const ResultLine& line, std::vector<std::string>& value, bool each_once) {
  value.clear();
  const Json* list = document_->take(line.name, "a list of strings", [](const Json& json) {
    return json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& one) { return one.is_string(); });
  });
  if (list == nullptr) return;
  for (const Json& one : *list) value.push_back(one.get<std::string>());
  if (each_once && std::set<std::string_view>(value.begin(), value.end()).size() != value.size())
    document_->fault(document_->where(line.name) + " has an entry twice");
}

void ResultReader::on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view /*all*/) {
  values.clear();
  begin_map(line, 0);
  Document& in = *document_;
  const Json* object = in.open.back().value;
  for (std::size_t i = 0; object != nullptr && i < object->size(); ++i) {
    const auto at = std::next(object->begin(), static_cast<std::ptrdiff_t>(i));
    const Json* count =
        in.take(at.key(), "a whole number from 0", [](const Json& json) { return json.is_number_unsigned(); });
    values.emplace_back(at.key(), count == nullptr ? 0 : count->get<std::uint64_t>());
  }
  end_section();
}

bool ResultReader::begin_optional(std::string_view name, Absence absence, bool /*there*/) {
  Document& in = *document_;
  const Json* value = in.find(name);
  if (absence == Absence::left_out) return value != nullptr;
  if (value == nullptr && in.open.back().value != nullptr) in.fault(in.where(name) + " is missing");
  return value != nullptr && !value->is_null();
}

bool ResultReader::begin_group(std::string_view first, bool /*there*/, const MissingWhere& where) {
  Document& in = *document_;
  const bool there = in.find(first) != nullptr;
  if (!there && !where.path.empty() && in.open.back().value != nullptr)
    in.left_out.emplace_back(in.where(first), where);
  return there;
}

void ResultReader::begin_section(const ResultLine& line) {
  Document& in = *document_;
  const Json* object = in.take(line.name, "an object", [](const Json& json) { return json.is_object(); });
  in.push(object, in.where(line.name));
}

void ResultReader::end_section() {
  document_->report_unknown();
  document_->open.pop_back();
}

std::size_t ResultReader::begin_list(const ResultLine& line, std::size_t /*items*/, std::size_t least) {
  Document& in = *document_;
  const Json* list = in.take(line.name, least == 0 ? "an array" : "an array that is not empty",
                             [&](const Json& json) { return json.is_array() && json.size() >= least; });
  in.push(list, in.where(line.name));
  in.open.back().any_key = true;
  return list == nullptr ? 0 : list->size();
}

void ResultReader::begin_item(std::size_t number) {
  Document& in = *document_;
  const Json* item = &(*in.open.back().value)[number];
  const std::string where = in.open.back().where + '[' + std::to_string(number) + ']';
  if (!item->is_object()) {
    in.fault(where + " is " + Document::told(*item) + " (expected an object)");
    item = nullptr;
  }
  in.push(item, where);
}

std::size_t ResultReader::begin_map(const ResultLine& line, std::size_t /*entries*/) {
  begin_section(line);
  Document& in = *document_;
  in.open.back().any_key = true;
  return in.open.back().value == nullptr ? 0 : in.open.back().value->size();
}

void ResultReader::begin_entry(std::size_t number, std::string& key, std::string_view /*all*/) {
  const Json& map = *document_->open.back().value;
  key = std::next(map.begin(), static_cast<std::ptrdiff_t>(number)).key();
  begin_section({key, {}, {}});
}

}  // namespace gantry
