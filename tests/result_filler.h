// SPDX-License-Identifier: Apache-2.0
// Fills results with values that are right and differ from each other, by the lines that describe them: a fixture for
// tests of every file whose results are described.
#pragma once

#include <string>

#include "result/result_visitor.h"

namespace gantry {

class ResultFiller final : public ResultVisitor {
 public:
  /// `with_all`: whether results that may be missing are there.
  explicit ResultFiller(bool with_all) : with_all_(with_all) {}

 private:
  void on_constant(const ResultLine& /*line*/, std::string_view /*value*/) override {}
  void on_count(const ResultLine& /*line*/, std::uint64_t& value, CountRange range) override {
    value = range.min + ++filled_ % (range.max - range.min);
  }
  void on_number(const ResultLine& /*line*/, double& value, NumberRange range) override {
    value =
        range.max <= 1.0 ? 1.0 / static_cast<double>(++filled_) : range.min + static_cast<double>(++filled_) / 100.0;
  }
  void on_interval(const ResultLine& /*line*/, std::array<double, 2>& value) override {
    value = {0.5, static_cast<double>(++filled_)};
  }
  void on_text(const ResultLine& /*line*/, std::string& value, const char* pattern) override {
    const std::string_view form(pattern);
    value = form.find("{64}") != std::string_view::npos ? std::string(64, 'a')
            : form.empty()                              ? "text " + std::to_string(++filled_)
                                                        : std::string(form.substr(0, form.find('|')));
    if (form.find('?') != std::string_view::npos) value = "model";
  }
  void on_flag(const ResultLine& /*line*/, bool& value) override { value = ++filled_ % 2 == 0; }
  void on_choice(const ResultLine& /*line*/, std::size_t& at, const ResultWords& words) override {
    at = ++filled_ % words.size();
  }
  void on_numbers(const ResultLine& /*line*/, std::vector<std::uint64_t>& value) override {
    value = {++filled_, ++filled_};
  }
  void on_texts(const ResultLine& /*line*/, std::vector<std::string>& value, bool /*each_once*/) override {
    value = {"one", "two, \"three\"\n"};
  }
  void on_named_counts(const ResultLine& /*line*/, NamedCounts& values, std::string_view /*all*/) override {
    values.clear();
    if (with_all_) values = {{"some", ++filled_}, {"others", ++filled_}};
  }
  bool begin_optional(std::string_view /*name*/, Absence /*absence*/, bool /*there*/) override { return with_all_; }
  bool begin_group(std::string_view /*first*/, bool /*there*/, const MissingWhere& where) override {
    return with_all_ || !where.path.empty();
  }
  void begin_section(const ResultLine& /*line*/) override {}
  void end_section() override {}
  std::size_t begin_list(const ResultLine& /*line*/, std::size_t /*items*/, std::size_t least) override {
    return with_all_ ? 2 : least;
  }
  void begin_item(std::size_t /*number*/) override {}
  std::size_t begin_map(const ResultLine& /*line*/, std::size_t /*entries*/) override { return with_all_ ? 2 : 0; }
  void begin_entry(std::size_t number, std::string& key, std::string_view /*all*/) override {
    key = "entry " + std::to_string(number);
  }

  const bool with_all_;
  std::uint64_t filled_ = 0;
};

template <class Results>
Results filled_results(bool with_all) {
  Results results;
  ResultFiller filler(with_all);
  describe(filler, results);
  return results;
}

}  // namespace gantry
