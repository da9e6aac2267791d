// SPDX-License-Identifier: Apache-2.0
// All numbers of a file with their paths, by the lines that describe them (result/result_visitor.h): for whoever treats
// them alike, whatever they are.
#pragma once

#include <string>
#include <vector>

#include "result/result_visitor.h"

namespace gantry {

struct ResultNumber {
  std::string path;  ///< `processors[3].busy_cycles`
  std::string unit;
  double value = 0.0;
  std::uint64_t count = 0;  ///< the same, exact, of a whole number
  bool whole = false;
};

class ResultWalk final : public ResultVisitor {
 public:
  [[nodiscard]] const std::vector<ResultNumber>& numbers() const { return numbers_; }
  [[nodiscard]] std::vector<ResultNumber> take() { return std::move(numbers_); }

 private:
  void on_constant(const ResultLine& /*line*/, std::string_view /*value*/) override {}
  void on_count(const ResultLine& line, std::uint64_t& value, CountRange range) override;
  void on_number(const ResultLine& line, double& value, NumberRange range) override;
  void on_interval(const ResultLine& line, std::array<double, 2>& value) override;
  void on_text(const ResultLine& /*line*/, std::string& /*value*/, const char* /*pattern*/) override {}
  void on_flag(const ResultLine& /*line*/, bool& /*value*/) override {}
  void on_choice(const ResultLine& /*line*/, std::size_t& /*at*/, const ResultWords& /*words*/) override {}
  void on_numbers(const ResultLine& line, std::vector<std::uint64_t>& value) override;
  void on_texts(const ResultLine& /*line*/, std::vector<std::string>& /*value*/, bool /*each_once*/) override {}
  void on_named_counts(const ResultLine& line, NamedCounts& values, std::string_view all) override;
  bool begin_optional(std::string_view /*name*/, Absence /*absence*/, bool there) override { return there; }
  bool begin_group(std::string_view /*first*/, bool there, const MissingWhere& /*where*/) override { return there; }
  void begin_section(const ResultLine& line) override { ends_.push_back(open(line.name)); }
  void end_section() override;
  std::size_t begin_list(const ResultLine& line, std::size_t items, std::size_t least) override;
  void begin_item(std::size_t number) override;
  std::size_t begin_map(const ResultLine& line, std::size_t entries) override;
  void begin_entry(std::size_t number, std::string& key, std::string_view all) override;

  /// Goes on to a name. Returns the length of the path before.
  std::size_t open(std::string_view name);
  [[nodiscard]] std::string path(std::string_view name) const;

  std::string path_;
  std::vector<std::size_t> ends_;  ///< lengths of the paths around it
  std::vector<ResultNumber> numbers_;
};

template <class Results>
std::vector<ResultNumber> numbers_of(Results results) {
  ResultWalk walk;
  describe(walk, results);
  return walk.take();
}

}  // namespace gantry
