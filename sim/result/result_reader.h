// SPDX-License-Identifier: Apache-2.0
// Results read back from a JSON file, by the lines that describe them (result/result_visitor.h). Strict: a key that is
// missing, unknown, or of the wrong kind or range is reported under its path. JSON keeps no positions of values, so all
// problems are reported for the file's first character.
#pragma once

#include <memory>
#include <string>

#include "gantry/base/diagnostics.h"
#include "result/result_visitor.h"

namespace gantry {

class ResultReader final : public ResultVisitor {
 public:
  /// Reports a file that cannot be read or is no JSON; then nothing else is reported.
  ResultReader(const std::string& path, Diagnostics& problems);
  ~ResultReader() override;
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;

  /// Once all was described: reports what is left.
  void finish();

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
  void begin_section(const ResultLine& line) override;
  void end_section() override;
  std::size_t begin_list(const ResultLine& line, std::size_t items, std::size_t least) override;
  void begin_item(std::size_t number) override;
  std::size_t begin_map(const ResultLine& line, std::size_t entries) override;
  void begin_entry(std::size_t number, std::string& key, std::string_view all) override;

  struct Document;
  std::unique_ptr<Document> document_;
};

/// Reads a file that `describe(ResultVisitor&, Results&)` describes. What could not be read has the default's value.
template <class Results>
Results read_results(const std::string& path, Diagnostics& problems) {
  Results results;
  ResultReader reader(path, problems);
  describe(reader, results);
  reader.finish();
  return results;
}

}  // namespace gantry
