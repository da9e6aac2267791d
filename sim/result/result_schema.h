// SPDX-License-Identifier: Apache-2.0
// The JSON Schema (draft 7) of a file, by the lines that describe its results (result/result_visitor.h).
#pragma once

#include <memory>
#include <string>

#include "result/result_visitor.h"

namespace gantry {

class ResultSchema final : public ResultVisitor {
 public:
  ResultSchema();
  ~ResultSchema() override;
  ResultSchema(const ResultSchema&) = delete;
  ResultSchema& operator=(const ResultSchema&) = delete;

  /// Once all was described: the schema, indented, with the final newline.
  [[nodiscard]] std::string text(const std::string& title);

 private:
  void on_constant(const ResultLine& line, std::string_view value) override;
  void on_count(const ResultLine& line, std::uint64_t& value, CountRange range) override;
  void on_number(const ResultLine& line, double& value, NumberRange range) override;
  void on_interval(const ResultLine& line, std::array<double, 2>& value) override;
  void on_text(const ResultLine& line, std::string& value, const char* pattern) override;
  void on_flag(const ResultLine& line, bool& value) override;
  void on_choice(const ResultLine& line, std::size_t& at, const ResultWords& words) override;
  void on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) override;
  void on_texts(const ResultLine& line, std::vector<std::string>& value, bool each_once) override;
  void on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view all) override;
  bool begin_optional(std::string_view name, Absence absence, bool there) override;
  bool begin_group(std::string_view first, bool there, const MissingWhere& where) override;
  void end_group() override;
  void begin_section(const ResultLine& line) override;
  void end_section() override;
  std::size_t begin_list(const ResultLine& line, std::size_t items, std::size_t least) override;
  void begin_item(std::size_t number) override;
  void end_item() override {}
  void end_list() override;
  std::size_t begin_map(const ResultLine& line, std::size_t entries) override;
  void begin_entry(std::size_t number, std::string& key, std::string_view all) override;

  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace gantry
