// SPDX-License-Identifier: Apache-2.0
// Plain CSV tables, line by line.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace gantry {

/// A field without the blanks around it.
struct CsvField {
  std::string_view text;
  int column = 1;
};

/// The lines that say anything: neither blank nor behind `#`. Fields have no quotes.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text, char separator = ',') : rest_(text), separator_(separator) {}

  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#') continue;
      split(line);
      return true;
    }
    return false;
  }
  [[nodiscard]] const std::vector<CsvField>& fields() const { return fields_; }
  [[nodiscard]] int number() const { return number_; }

 private:
  void split(std::string_view line) {
    fields_.clear();
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(separator_, at), line.size());
      const std::string_view field = line.substr(at, end - at);
      const std::size_t first = std::min(field.find_first_not_of(" \t\r"), field.size());
      const std::size_t last = field.find_last_not_of(" \t\r") + 1;
      fields_.push_back({field.substr(first, last > first ? last - first : 0), static_cast<int>(at + first) + 1});
      at = end + 1;
    }
  }

  std::string_view rest_;
  char separator_;
  std::vector<CsvField> fields_;
  int number_ = 0;
};

}  // namespace gantry
