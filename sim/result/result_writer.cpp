// SPDX-License-Identifier: Apache-2.0
#include "result/result_writer.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace gantry {

using Json = nlohmann::ordered_json;

struct ResultWriter::Document {
  struct Open {
    std::string name;  ///< in the object around it; of an item of a list empty
    Json value;
  };
  std::vector<Open> open;  ///< the file's object first

  void add(std::string_view name, Json value) {
    Json& to = open.back().value;
    if (to.is_array()) {
      to.push_back(std::move(value));
    } else {
      to[std::string(name)] = std::move(value);
    }
  }
};

ResultWriter::ResultWriter() : document_(std::make_unique<Document>()) {
  document_->open.push_back({"", Json::object()});
}

ResultWriter::~ResultWriter() = default;

std::string ResultWriter::text() const {
  return document_->open.front().value.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void ResultWriter::on_constant(const ResultLine& line, std::string_view value) { document_->add(line.name, value); }

void ResultWriter::on_count(const ResultLine& line, std::uint64_t& value, CountRange /*range*/) {
  document_->add(line.name, value);
}

void ResultWriter::on_number(const ResultLine& line, double& value, NumberRange /*range*/) {
  document_->add(line.name, value);
}

void ResultWriter::on_interval(const ResultLine& line, std::array<double, 2>& value) {
  document_->add(line.name, Json::array({value[0], value[1]}));
}

void ResultWriter::on_text(const ResultLine& line, std::string& value, const char* /*pattern*/) {
  document_->add(line.name, value);
}

void ResultWriter::on_flag(const ResultLine& line, bool& value) { document_->add(line.name, value); }

void ResultWriter::on_choice(const ResultLine& line, std::size_t& at, const ResultWords& words) {
  document_->add(line.name, words[at]);
}

void ResultWriter::on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) {
  document_->add(line.name, value);
}

void ResultWriter::on_texts(const ResultLine& line, std::vector<std::string>& value, bool /*each_once*/) {
  document_->add(line.name, value);
}

void ResultWriter::on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view /*all*/) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = value;
  document_->add(line.name, std::move(object));
}

bool ResultWriter::begin_optional(std::string_view name, Absence absence, bool there) {
  if (!there && absence == Absence::null) document_->add(name, nullptr);
  return there;
}

bool ResultWriter::begin_group(std::string_view /*first*/, bool there, const MissingWhere& /*where*/) { return there; }

void ResultWriter::begin_section(const ResultLine& line) {
  document_->open.push_back({std::string(line.name), Json::object()});
}

void ResultWriter::end_section() {
  Document::Open done = std::move(document_->open.back());
  document_->open.pop_back();
  document_->add(done.name, std::move(done.value));
}

std::size_t ResultWriter::begin_list(const ResultLine& line, std::size_t items, std::size_t /*least*/) {
  document_->open.push_back({std::string(line.name), Json::array()});
  return items;
}

void ResultWriter::begin_item(std::size_t /*number*/) { document_->open.push_back({"", Json::object()}); }

std::size_t ResultWriter::begin_map(const ResultLine& line, std::size_t entries) {
  begin_section(line);
  return entries;
}

void ResultWriter::begin_entry(std::size_t /*number*/, std::string& key, std::string_view /*all*/) {
  begin_section({key, {}, {}});
}

}  // namespace gantry
