// SPDX-License-Identifier: Apache-2.0
// The results in a file as the tables of docs/ (`gantry schema --results`), by the lines that describe them
// (result/result_visitor.h).
#pragma once

#include <string>
#include <vector>

#include "result/result_visitor.h"

namespace gantry {

/// A table of the results, or those of one of the file's sections.
struct ResultRows {
  std::string section;            ///< empty: the file's own
  std::string meaning;            ///< of the section
  std::vector<std::string> rows;  ///< `| key | unit | meaning |`
};

class ResultTable final : public ResultVisitor {
 public:
  /// The file's own results first, small sections among them; then a table per large section.
  [[nodiscard]] std::vector<ResultRows> tables() const;

 private:
  void on_constant(const ResultLine& line, std::string_view value) override;
  void on_count(const ResultLine& line, std::uint64_t& /*value*/, CountRange /*range*/) override { add(line); }
  void on_number(const ResultLine& line, double& /*value*/, NumberRange /*range*/) override { add(line); }
  void on_interval(const ResultLine& line, std::array<double, 2>& /*value*/) override { add(line); }
  void on_text(const ResultLine& line, std::string& /*value*/, const char* /*pattern*/) override { add(line); }
  void on_flag(const ResultLine& line, bool& /*value*/) override { add(line); }
  void on_choice(const ResultLine& line, std::size_t& at, const ResultWords& words) override;
  void on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) override;
  void on_texts(const ResultLine& line, std::vector<std::string>& value, bool each_once) override;
  void on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view all) override;
  [[nodiscard]] bool one_for_all() const override { return true; }
  bool begin_optional(std::string_view /*name*/, Absence absence, bool /*there*/) override {
    null_ = absence == Absence::null;
    return true;
  }
  bool begin_group(std::string_view /*first*/, bool /*there*/, const MissingWhere& /*where*/) override { return true; }
  void begin_section(const ResultLine& line) override { open(line, ""); }
  void end_section() override { path_.pop_back(); }
  std::size_t begin_list(const ResultLine& line, std::size_t items, std::size_t least) override;
  void begin_item(std::size_t /*number*/) override {}
  void end_item() override {}
  std::size_t begin_map(const ResultLine& line, std::size_t entries) override;
  void begin_entry(std::size_t number, std::string& key, std::string_view all) override;

  void open(const ResultLine& line, const char* behind);
  void add(const ResultLine& line, const std::string& value = "");
  [[nodiscard]] std::string key(std::string_view name) const;

  std::vector<std::string> path_;
  std::vector<ResultRows> sections_ = std::vector<ResultRows>(1);
  bool null_ = false;
};

}  // namespace gantry
