// SPDX-License-Identifier: Apache-2.0
// Parts of plain-text tables: aligned columns, bars, numbers for readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry {

/// A table whose columns are as wide as their widest cell. Names are left-aligned, numbers right-aligned.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::right;
  };

  /// `max_cell`: most characters of a cell; longer ones are cut, with `~` at their end.
  explicit TextTable(std::vector<Column> columns, std::size_t max_cell = kMaxCell);
  /// Adds a row with a cell for each column. Control characters become `?`.
  void add(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Returns the title line and the rows, each indented by two blanks, without trailing blanks.
  [[nodiscard]] std::string text() const;

  static constexpr std::size_t kMaxCell = 32;

 private:
  std::vector<Column> columns_;
  std::size_t max_cell_;
  std::vector<std::vector<std::string>> rows_;
};

/// Returns a bar of `width` characters for `share` (0..1, clamped): block characters in eighths, or `#` and blanks.
std::string bar(double share, std::size_t width, bool unicode);

/// Returns the words of a sentence in lines of up to 100 characters, indented by two blanks.
std::string paragraph(const std::string& sentence);

/// Returns 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// Returns `part` of `whole` as a percentage with one decimal; `-` if `whole` is 0.
std::string percent(double part, double whole);

/// Returns cycles at a clock as a time with a unit from ns to s.
std::string duration(std::uint64_t cycles, std::uint32_t clock_mhz, bool unicode);

/// Returns a user-defined name as one line for a terminal: control characters become `?`.

}  // namespace gantry
