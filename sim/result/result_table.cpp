// SPDX-License-Identifier: Apache-2.0
#include "result/result_table.h"

#include <utility>

namespace gantry {
namespace {

/// A section with fewer rows stands among the file's own results.
constexpr std::size_t kLarge = 5;

}  // namespace

std::vector<ResultRows> ResultTable::tables() const {
  std::vector<ResultRows> tables(1);
  for (const ResultRows& section : sections_) {
    if (section.section.empty() || section.rows.size() < kLarge) {
      tables.front().rows.insert(tables.front().rows.end(), section.rows.begin(), section.rows.end());
    } else {
      tables.push_back(section);
    }
  }
  return tables;
}

std::string ResultTable::key(std::string_view name) const {
  std::string text;
  for (const std::string& step : path_) text += step + '.';
  return text + std::string(name);
}

void ResultTable::open(const ResultLine& line, const char* behind) {
  null_ = false;
  path_.push_back(std::string(line.name) + behind);
  if (path_.size() == 1) sections_.push_back({path_.front(), std::string(line.meaning), {}});
}

void ResultTable::add(const ResultLine& line, const std::string& value) {
  if (path_.empty() && !sections_.back().section.empty()) sections_.emplace_back();
  const bool may_be_null = std::exchange(null_, false);
  if (line.meaning == kAsAbove) return;
  std::string meaning(line.meaning);
  if (!value.empty()) meaning += (meaning.empty() ? "" : ": ") + value;
  if (may_be_null && meaning.find("null") == std::string::npos) meaning += "; or null";
  sections_.back().rows.push_back("| `" + key(line.name) + "` |" +
                                  (line.unit.empty() ? "" : " " + std::string(line.unit)) + " | " + meaning + " |");
}

void ResultTable::on_constant(const ResultLine& line, std::string_view value) {
  add(line, '`' + std::string(value) + '`');
}

void ResultTable::on_choice(const ResultLine& line, std::size_t& /*at*/, const ResultWords& words) {
  std::string all;
  for (const std::string_view word : words) all += (all.empty() ? "`" : ", `") + std::string(word) + '`';
  add(line, all);
}

void ResultTable::on_numbers(const ResultLine& line, std::vector<std::uint64_t>& /*value*/) {
  const std::string name = std::string(line.name) + "[]";
  add({name, line.unit, line.meaning});
}

void ResultTable::on_texts(const ResultLine& line, std::vector<std::string>& /*value*/, bool /*each_once*/) {
  const std::string name = std::string(line.name) + "[]";
  add({name, line.unit, line.meaning});
}

void ResultTable::on_named_counts(const ResultLine& line, NamedCounts& /*values*/, std::string_view all) {
  const std::string name = std::string(line.name) + '.' + std::string(all);
  add({name, line.unit, line.meaning});
}

std::size_t ResultTable::begin_list(const ResultLine& line, std::size_t /*items*/, std::size_t /*least*/) {
  open(line, "[]");
  return 1;
}

std::size_t ResultTable::begin_map(const ResultLine& line, std::size_t /*entries*/) {
  open(line, "");
  return 1;
}

void ResultTable::begin_entry(std::size_t /*number*/, std::string& /*key*/, std::string_view all) {
  path_.emplace_back(all);
}

}  // namespace gantry
