// SPDX-License-Identifier: Apache-2.0
#include "text/table_difference.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "gantry/base/diagnostics.h"
#include "text/csv_reader.h"
#include "text/yaml_reader.h"

namespace gantry {
namespace {

constexpr std::size_t kMostShown = 80;

std::string shown_cell(std::string_view value) { return value.empty() ? "nothing" : in_short(value, kMostShown); }

std::string change(std::string_view before, std::string_view now) {
  return shown_cell(before) + " -> " + shown_cell(now);
}

std::string first_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::getline(file, line);
  return line;
}

std::vector<std::string> words_of(const std::string& line, char separator) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
  return words;
}

bool is_csv(const std::string& path) { return path.size() > 4 && path.compare(path.size() - 4, 4, ".csv") == 0; }

/// Nothing if they are no tables with the same columns, or have the same fields.
std::string differing_field(const std::string& golden, const std::string& now) {
  const std::string header = first_line(golden);
  if (header != first_line(now)) return "";
  const std::vector<std::string> columns = words_of(header, ',');
  Diagnostics problems;
  CsvReader before(golden, header, problems);
  CsvReader after(now, header, problems);
  for (std::uint64_t row = 1; problems.ok(); ++row) {
    const bool one = before.next();
    const bool other = after.next();
    if (!problems.ok() || (!one && !other)) return "";
    const std::string place = "row " + std::to_string(row);
    if (one != other) return place + (one ? " is missing" : " is one more") + ", and what comes after it";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (before.field(i) == after.field(i)) continue;
      return place + " (line " + std::to_string(after.line()) + "), column " + shown_cell(columns[i]) + ": " +
             change(before.field(i), after.field(i));
    }
  }
  return "";
}

std::string differing_word(const std::string& golden, const std::string& now) {
  std::ifstream before(golden, std::ios::binary);
  std::ifstream after(now, std::ios::binary);
  for (std::uint64_t number = 1;; ++number) {
    std::string one;
    std::string other;
    const bool has_one = static_cast<bool>(std::getline(before, one));
    const bool has_other = static_cast<bool>(std::getline(after, other));
    const std::string place = "line " + std::to_string(number);
    if (!has_one && !has_other) return "the ends of their last lines";
    if (has_one != has_other) return place + (has_one ? " is missing" : " is one more") + ", and what comes after it";
    if (one == other) continue;
    const char separator = is_csv(now) ? ',' : ' ';
    const std::vector<std::string> words = words_of(one, separator);
    const std::vector<std::string> others = words_of(other, separator);
    for (std::size_t i = 0; i < std::min(words.size(), others.size()); ++i) {
      if (words[i] != others[i]) return place + ", word " + std::to_string(i + 1) + ": " + change(words[i], others[i]);
    }
    return place + ": " + change(one, other);
  }
}

}  // namespace

std::string first_differing_row(const std::string& golden, const std::string& now) {
  const std::string field = is_csv(now) ? differing_field(golden, now) : "";
  return field.empty() ? differing_word(golden, now) : field;
}

}  // namespace gantry
